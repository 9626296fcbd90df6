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

/** Which fields besides forename are required (2.1): none. Of the wrong type: as if missing. */
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

/** Media types of the allowed kinds (4.2, 8) with the bytes that such a file begins with. */
export const kinds: Record<string, string[]> = {
  'application/pdf': ['%PDF-'],
  'image/png': ['\x89PNG\r\n\x1a\n'],
  'image/gif': ['GIF87a', 'GIF89a'],
  'image/jpeg': ['\xff\xd8\xff'],
};

/** The texts and codes of errors that section 7 does not give. All have the envelope of section 2.4. */
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
