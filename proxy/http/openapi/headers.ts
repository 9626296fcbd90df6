import { z } from 'zod';
import type { RefusalCode } from '../../contract/enquiry.ts';
import { describeText } from './components.ts';

/** A response header in the description. */
export interface Header {
  /** Its name among the components of the description: headers of the same name can have different values. */
  id: string;
  schema: z.ZodType;
  isRequired: boolean;
}
/** Response headers by their names. */
export type Headers = Record<string, Header>;

const always = (id: string, schema: z.ZodType): Header => ({ id, schema, isRequired: true });
const fixed = (id: string, value: string) => always(id, z.literal(value));
/** The same header of a response that may lack it. */
export const optional = (header: Header): Header => ({ ...header, isRequired: false });
const seconds = z.string().regex(/^[0-9]+$/);

/** The headers of every response. Scripts and definitions may be cached, other responses may not. */
export const ofEveryResponse: Headers = {
  'Cache-Control': fixed('NoStore', 'no-store'),
  'Content-Security-Policy': fixed(
    'NoContent',
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  ),
  'Referrer-Policy': fixed('NoReferrer', 'no-referrer'),
  'X-Content-Type-Options': fixed('NoSniff', 'nosniff'),
};

const varyByOrigin = fixed('VaryByOrigin', 'Origin');
/** The headers that let a page of an allowed origin read the response. */
export const forAllowedOrigin: Headers = {
  'Access-Control-Allow-Origin': always('AllowedOrigin', z.string()),
  'Access-Control-Expose-Headers': fixed('ReadableRetryAfter', 'Retry-After'),
  Vary: varyByOrigin,
};
/** The header of a response to a page of another origin, which can't read it. */
export const forOtherOrigin: Headers = { Vary: varyByOrigin };
/** The headers of a response to a page of an allowed or another origin, or to a client that isn't a page. */
export const forAnyClient: Headers = {
  'Access-Control-Allow-Origin': optional(always('AllowedOrigin', z.string())),
  'Access-Control-Expose-Headers': optional(fixed('ReadableRetryAfter', 'Retry-After')),
  Vary: varyByOrigin,
};

export const ofPreflight: Headers = {
  'Access-Control-Allow-Methods': fixed('PostOnly', 'POST'),
  'Access-Control-Allow-Headers': fixed(
    'AllowedHeaders',
    'Authorization, Content-Disposition, Content-Type, Idempotency-Key',
  ),
  'Access-Control-Max-Age': always('PreflightSeconds', seconds),
};

const anyOrigin = fixed('AnyOrigin', '*');
const entityTag = always('EntityTag', z.string().regex(/^".+"$/));

/** The headers that say whether a page may send enquiries, and let every page read that. */
export const ofDefinitionRefusal: Headers = {
  'Access-Control-Allow-Origin': anyOrigin,
  'Access-Control-Expose-Headers': optional(fixed('ReadableEnquiryOrigin', 'Enquiry-Origin')),
  'Enquiry-Origin': optional(always('EnquiryOrigin', z.enum(['allowed', 'refused']))),
  Vary: varyByOrigin,
};
export const ofDefinition: Headers = {
  ...ofDefinitionRefusal,
  'Cache-Control': always(
    'CachedForOneMinute',
    z
      .enum(['public, max-age=60, stale-while-revalidate=600', 'no-store'])
      .meta({ description: '`no-store` for a page whose origin is refused.' }),
  ),
  ETag: entityTag,
};

export const ofAssetRefusal: Headers = { 'Access-Control-Allow-Origin': anyOrigin };
const ofUnchangedScript = (cacheControl: Header): Headers => ({
  'Access-Control-Allow-Origin': anyOrigin,
  'Cache-Control': cacheControl,
  'Cross-Origin-Resource-Policy': fixed('CrossOrigin', 'cross-origin'),
  ETag: entityTag,
  Vary: fixed('VaryByEncoding', 'Accept-Encoding'),
});
const forFiveMinutes = fixed('CachedForFiveMinutes', 'public, max-age=300, stale-while-revalidate=86400');
const forOneYear = fixed('CachedForOneYear', 'public, max-age=31536000, immutable');
const encoding = { 'Content-Encoding': optional(always('Encoding', z.enum(['br', 'gzip']))) };
/** The headers of a script whose address stays the same after a release. */
export const ofUnchangedEntry = ofUnchangedScript(forFiveMinutes);
export const ofEntry: Headers = { ...ofUnchangedEntry, ...encoding };
/** The headers of a script that never changes. */
export const ofUnchangedAsset = ofUnchangedScript(forOneYear);
export const ofAsset: Headers = { ...ofUnchangedAsset, ...encoding };

/** The header of a response that refuses a method. */
export const allowsPost: Headers = { Allow: fixed('AllowsPost', 'POST') };
export const allowsGet: Headers = { Allow: fixed('AllowsGet', 'GET, HEAD') };

const retryAfter: Headers = { 'Retry-After': always('RetryAfter', seconds) };
/** The headers that some refusals have in addition to the others. */
export const ofRefusals: Partial<Record<RefusalCode, Headers>> = {
  'upload-token-invalid': { 'WWW-Authenticate': fixed('BearerChallenge', 'Bearer') },
  'in-progress': retryAfter,
  'too-many-requests': retryAfter,
  unavailable: retryAfter,
};

const components = new Map<string, { required?: true; schema: object }>();

/** The description of the headers of a response: references to the components. */
export function describeHeaders(headers: Headers): object {
  return Object.fromEntries(
    Object.entries(headers).map(([name, { id, schema, isRequired }]) => {
      const component = isRequired ? id : `Optional${id}`;
      components.set(component, { ...(isRequired && { required: true }), schema: describeText(schema) });
      return [name, { $ref: `#/components/headers/${component}` }];
    }),
  );
}

/** Every header that a described response has. */
export const describeHeaderComponents = () => Object.fromEntries([...components].toSorted());
