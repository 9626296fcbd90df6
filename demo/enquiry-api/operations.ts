import { errors, kinds, textFields } from './not-shown.ts';
import type { Store } from './store.ts';

/** The envelope of section 2.4. */
export interface Envelope {
  code: number;
  status: string;
  result: number | false;
}
type Body = Record<string, unknown>;

const refuse = ({ code, status }: { code: number; status: string }): Envelope => ({
  code,
  status,
  result: false,
});
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Create enquiry (4.1): checks the enquiry object of 2.1 and keeps it. */
export function createEnquiry(store: Store, body: Body): Envelope {
  if (!isText(body.forename)) return refuse(errors.missing('forename'));
  for (const field of textFields) {
    if (body[field] !== undefined && typeof body[field] !== 'string') return refuse(errors.missing(field));
  }
  const meta = body.meta ?? [];
  if (!Array.isArray(meta)) return refuse(errors.missing('meta'));
  for (const entry of meta as unknown[]) {
    if (!isObject(entry)) return refuse(errors.missing('meta'));
    // All three keys are required in each entry (2.2); a value may be empty text.
    for (const key of ['id', 'label'] as const) if (!isText(entry[key])) return refuse(errors.missing(key));
    if (typeof entry.value !== 'string') return refuse(errors.missing('value'));
  }
  return { code: 201, status: 'Created enquiry', result: store.addEnquiry(body) };
}

/** Upload a file to an enquiry (4.2): checks the object of 2.3 and keeps the file. */
export function uploadFile(store: Store, body: Body): Envelope {
  const { post_id, file, contents } = body;
  if (!isText(post_id)) return refuse(errors.missing('post_id'));
  if (!isObject(file)) return refuse(errors.missing('file'));
  const { name, mime, postname } = file;
  if (!isText(name)) return refuse(errors.missing('name'));
  if (!isText(mime)) return refuse(errors.missing('mime'));
  if (!isText(postname)) return refuse(errors.missing('postname'));
  if (!isText(contents)) return refuse(errors.emptyContents);

  const starts = Object.hasOwn(kinds, mime) ? kinds[mime] : undefined;
  if (!starts) return refuse(errors.notAllowedKind);
  const bytes = decode(contents);
  if (!bytes) return refuse(errors.notBase64);
  const start = bytes.subarray(0, 16).toString('latin1');
  if (!starts.some(each => start.startsWith(each))) return refuse(errors.otherKind);
  const id = /^\d{1,15}$/.test(post_id) ? Number(post_id) : -1;
  if (!store.hasEnquiry(id)) return refuse(errors.unknownEnquiry);
  return { code: 201, status: 'Accepted', result: store.addFile(id, { name, mime, postname }, bytes) };
}

/** Strict base64 with its padding; Node's own decoder passes over what it does not know. */
function decode(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
