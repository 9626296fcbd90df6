import {
  decodeContents,
  enquiryIdOf,
  errors,
  isAllowedKind,
  isObject,
  isOfKind,
  isPresent,
  textFields,
} from './spec-gaps.ts';
import type { Store } from './store.ts';

/** The envelope of section 2.4. */
export interface Envelope {
  code: number;
  status: string;
  result: number | false;
}
type Body = Record<string, unknown>;

export const refuse = ({ code, status }: { code: number; status: string }): Envelope => ({
  code,
  status,
  result: false,
});
/** Create enquiry (4.1): checks the enquiry object of 2.1 and stores it. */
export function createEnquiry(store: Store, body: Body): Envelope {
  if (!isPresent(body.forename)) return refuse(errors.missing('forename'));
  for (const field of textFields) {
    if (body[field] !== undefined && typeof body[field] !== 'string') return refuse(errors.missing(field));
  }
  const { meta = [] } = body;
  if (!Array.isArray(meta)) return refuse(errors.missing('meta'));
  for (const entry of meta as unknown[]) {
    if (!isObject(entry)) return refuse(errors.missing('meta'));
    for (const key of ['id', 'label', 'value']) {
      if (!isPresent(entry[key])) return refuse(errors.missing(key));
    }
  }
  return { code: 201, status: 'Created enquiry', result: store.addEnquiry(body) };
}

/** Upload a file to an enquiry (4.2): checks the object of 2.3 and stores the file. */
export function uploadFile(store: Store, body: Body): Envelope {
  const { post_id, file, contents } = body;
  if (!isPresent(post_id)) return refuse(errors.missing('post_id'));
  if (!isObject(file)) return refuse(errors.missing('file'));
  const { name, mime, postname } = file;
  if (!isPresent(name)) return refuse(errors.missing('name'));
  if (!isPresent(mime)) return refuse(errors.missing('mime'));
  if (!isPresent(postname)) return refuse(errors.missing('postname'));
  if (!isPresent(contents)) return refuse(errors.emptyContents);

  if (!isAllowedKind(mime)) return refuse(errors.notAllowedKind);
  const bytes = decodeContents(contents);
  if (!bytes) return refuse(errors.notBase64);
  if (!isOfKind(mime, bytes)) return refuse(errors.otherKind);
  const id = enquiryIdOf(post_id);
  if (id === undefined || !store.hasEnquiry(id)) return refuse(errors.unknownEnquiry);
  return { code: 201, status: 'Accepted', result: store.addFile(id, { name, mime, postname }, bytes) };
}
