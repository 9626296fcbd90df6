// What the specification marks "not shown", decided here and nowhere else. Each line is a guess that a client
// must not lean on; a real service may differ in every one of them.

/** Where the service stands below its base: `<rest_root>/<service_namespace>` of section 4. */
export const serviceRoot = '/rest/enquiry-service/v1';

/** The first enquiry's identifier: any integer would do. */
export const firstEnquiryId = 4711;

/** What an upload's `result` identifies (4.2): here the stored file, counted from its own beginning. */
export const firstFileId = 1;

/** Largest request body in bytes (8). Past it: 413. */
export const largestBody = 64 * 1_048_576;

/** Which fields besides forename are required (2.1): none. They are texts of any length, empty ones too; of the
 * wrong type, null included, they count as missing. Fields that the document does not list are kept and ignored. */
export const textFields = [
  'surname',
  'telephone_mobile',
  'email',
  'case_type',
  'marketing_lead_referer',
  'marketing_campaign',
  'marketing_keywords',
  'marketing_detail',
] as const;

/** When a required parameter is there (7): a text of at least one character, white space included. Anything else,
 * a number as `post_id` for one, counts as missing. It holds for the three keys of a meta entry too (2.2). */
export const isPresent = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Media types of the allowed kinds (4.2, 8), exactly so written, with the bytes that such a file begins with. */
const kinds: Record<string, string[]> = {
  'application/pdf': ['%PDF-'],
  'image/png': ['\x89PNG\r\n\x1a\n'],
  'image/gif': ['GIF87a', 'GIF89a'],
  'image/jpeg': ['\xff\xd8\xff'],
};

/** Which media types are one of the allowed kinds (4.2). */
export const isAllowedKind = (mime: string): boolean => Object.hasOwn(kinds, mime);

/** Whether the content is looked at as well (4.2): it has to begin as its kind does. */
export function isOfKind(mime: string, bytes: Buffer): boolean {
  const start = bytes.subarray(0, 16).toString('latin1');
  return isAllowedKind(mime) && kinds[mime]!.some(each => start.startsWith(each));
}

/** How strict BASE64 is (2.3): the standard alphabet, with its padding, in one line. Node's own decoder passes over
 * what it does not know. */
export function decodeContents(contents: string): Buffer | undefined {
  const bytes = Buffer.from(contents, 'base64');
  return bytes.toString('base64') === contents ? bytes : undefined;
}

/** Which texts may name an enquiry (2.3): its integer, written as JSON writes it. */
export const enquiryIdOf = (post_id: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(post_id) ? Number(post_id) : undefined;

/** What is a JSON body (1, 4): well-formed UTF-8 that holds an object. */
export function parseBody(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // The client's fault.
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Which content types are `application/json` (4): any parameters may follow. */
export const isJsonType = (type: string | undefined): boolean =>
  /^application\/json\s*(;|$)/i.test(type ?? '');

/** The texts and codes of errors that section 7 does not give. All have the envelope of section 2.4. They are looked
 * for in this order: login, path, method, content type, size, JSON, then the parameters in the document's order. */
export const errors = {
  /** Section 7 gives the meaning of this text, not its words. */
  missing: (name: string) => ({ code: 400, status: `The parameter \`${name}\` is missing or empty` }),
  /** Section 7: the file content is empty. */
  emptyContents: { code: 400, status: 'The file content is empty; check the encoding of `contents`' },
  notBase64: { code: 400, status: 'The parameter `contents` is not valid base64' },
  notAllowedKind: { code: 400, status: 'The parameter `mime` is not one of pdf, png, gif, jpeg' },
  otherKind: { code: 400, status: 'The parameter `contents` is not a file of the kind that `mime` names' },
  unknownEnquiry: { code: 404, status: 'There is no enquiry with this `post_id`' },
  notJson: { code: 400, status: 'The body is not a JSON object' },
  notJsonType: { code: 415, status: 'The content type must be application/json' },
  tooLarge: { code: 413, status: 'The body is too large' },
  unknownPath: { code: 404, status: 'There is no such endpoint' },
  wrongMethod: { code: 405, status: 'Every request is a POST' },
} as const;

/** Section 7 gives the 401's shape and the meaning of its text. */
export const unauthorised = {
  code: 401,
  message: 'User authentication is required to access the REST API',
  data: { status: 'rest_cannot_access' },
} as const;
