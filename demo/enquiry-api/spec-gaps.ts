// Decisions on everything that the specification marks "not shown". Each is a guess that a client must not rely on,
// because a real service may differ.

/** The path of the service below its base: `<rest_root>/<service_namespace>` of section 4. */
export const serviceRoot = '/rest/enquiry-service/v1';

/** The first enquiry's id: any integer would do. */
export const firstEnquiryId = 4711;

/** An upload's `result` identifies the stored file (4.2). Files are numbered separately from enquiries. */
export const firstFileId = 1;

/** Largest request body in bytes (8). Past it: 413. */
export const largestBody = 64 * 1_048_576;

/** Which fields besides forename are required (2.1): none. They are texts of any length, including
 * empty ones. A value of another type, including null, counts as missing. Fields that the specification doesn't list
 * are stored and otherwise ignored. */
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

/** Whether a required parameter is present (7): a text of at least one character, which may be white space. Anything
 * else, such as a number as `post_id`, counts as missing. The same applies to the three keys of a meta entry (2.2). */
export const isPresent = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Media types of the allowed kinds (4.2, 8), spelled exactly like this, with the first bytes of such a file. */
const kinds: Record<string, string[]> = {
  'application/pdf': ['%PDF-'],
  'image/png': ['\x89PNG\r\n\x1a\n'],
  'image/gif': ['GIF87a', 'GIF89a'],
  'image/jpeg': ['\xff\xd8\xff'],
};

/** Which media types are one of the allowed kinds (4.2). */
export const isAllowedKind = (mime: string): boolean => Object.hasOwn(kinds, mime);

/** Whether the content matches the media type (4.2): it must begin with the first bytes of its kind. */
export function isOfKind(mime: string, bytes: Buffer): boolean {
  const start = bytes.subarray(0, 16).toString('latin1');
  return isAllowedKind(mime) && kinds[mime]!.some(each => start.startsWith(each));
}

/** Decodes BASE64 strictly (2.3): the standard alphabet with padding, on one line. Node's own decoder skips
 * invalid characters. */
export function decodeContents(contents: string): Buffer | undefined {
  const bytes = Buffer.from(contents, 'base64');
  return bytes.toString('base64') === contents ? bytes : undefined;
}

/** The enquiry's id in `post_id` (2.3): an integer, written as in JSON. */
export const enquiryIdOf = (post_id: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(post_id) ? Number(post_id) : undefined;

/** Parses a JSON body (spec 1 and 4), which must be well-formed UTF-8 containing an object. */
export function parseBody(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // The client's mistake.
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a content type is `application/json`, with or without parameters (spec 4). */
export const isJsonType = (type: string | undefined): boolean =>
  /^application\/json\s*(;|$)/i.test(type ?? '');

/** The texts and codes of errors that section 7 doesn't define. All use the envelope of section 2.4. They are checked
 * in this order: login, path, method, content type, size, JSON, then the parameters in the specification's order. */
export const errors = {
  /** Section 7 gives the meaning of this text, not its wording. */
  missing: (name: string) => ({ code: 400, status: `The parameter \`${name}\` is missing or empty` }),
  /** Section 7: the file content is empty. */
  emptyContents: { code: 400, status: 'The file content is empty; check the encoding of `contents`' },
  notBase64: { code: 400, status: 'The parameter `contents` is not valid base64' },
  notAllowedKind: { code: 400, status: 'The parameter `mime` is not one of pdf, png, gif, jpeg' },
  otherKind: { code: 400, status: 'The parameter `contents` is not a file of the type in `mime`' },
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
