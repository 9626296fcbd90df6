// For tests: compares requests and responses with the description of the API.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describeApi } from '../../../../proxy/http/openapi/describe-api.ts';
import type {
  DescribedOperation,
  PathItem,
  ResponseReferences,
} from '../../../../proxy/http/openapi/operations.ts';

/** A response as it came over the wire. */
export interface ReceivedResponse {
  status: number;
  /** By names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

interface DescribedResponse {
  headers?: Record<string, { required?: boolean }>;
  content?: Record<string, object>;
}

/** The headers that the description must list wherever they occur. */
const describedHeaders = ['allow', 'etag', 'retry-after'];

/** The checks that follow from a description. A test passes a changed one to prove that the checks can fail. */
export function createDescribedApi(api = describeApi('1.0.0')) {
  const ajv = new Ajv2020({ allowUnionTypes: true, strictRequired: false });
  ajv.addVocabulary(['components', 'discriminator']);
  ajv.addSchema({ $id: 'api', components: closeObjects(api.components) });
  const validators = new Map<string, ValidateFunction>();
  const paths = Object.entries(api.paths).map(([template, item]) => ({
    template,
    item,
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

  /** The errors of a value by the schema at this place in the description. */
  function findErrors(pointer: string, value: unknown): string | undefined {
    const validator = validators.get(pointer) ?? ajv.compile({ $ref: `api${pointer}` });
    validators.set(pointer, validator);
    return validator(value) ? undefined : ajv.errorsText(validator.errors);
  }

  /** The responses that the description has for a request, and which part of the description they are from. */
  function find(method: string, path: string): { name: string; responses: ResponseReferences } {
    const found = paths.find(({ pattern }) => pattern.test(path));
    if (!found) return { name: 'other paths', responses: api['x-other-paths'].responses };
    const { template, item } = found;
    const operation = operationOf(item, method);
    return operation
      ? { name: `${method} ${template}`, responses: operation.responses }
      : { name: `other methods ${template}`, responses: item['x-other-methods'].responses };
  }

  /** Everything about the response to a request that isn't described. Empty if all of it is. */
  function findUndescribed(method: string, path: string, response: ReceivedResponse): string[] {
    const { name, responses } = find(method, path);
    const { status, headers, body } = response;
    const $ref = responses[status]?.$ref;
    if ($ref === undefined) return [`${name} has no response ${status}`];
    const described = api.components.responses[$ref.split('/').at(-1)!] as DescribedResponse;
    const names = Object.keys(described.headers ?? {});
    const unknown = describedHeaders.filter(
      header => headers[header] !== undefined && !names.some(each => each.toLowerCase() === header),
    );
    return [
      ...unknown.map(header => `${$ref} has no header ${header}`),
      ...names.flatMap(each => {
        const { required } = described.headers![each]!;
        return findHeaderErrors(`${$ref}/headers/${each}`, required, headers[each.toLowerCase()]);
      }),
      ...findBodyErrors(method, $ref, described, headers['content-type'], body),
    ];
  }

  function findHeaderErrors(
    pointer: string,
    required: boolean | undefined,
    value: string | string[] | undefined,
  ): string[] {
    if (value === undefined) return required ? [`${pointer} is missing`] : [];
    const errors = findErrors(`${pointer}/schema`, value);
    return errors === undefined ? [] : [`${pointer}: ${errors}`];
  }

  function findBodyErrors(
    method: string,
    pointer: string,
    { content }: DescribedResponse,
    contentType: string | string[] | undefined,
    body: Buffer,
  ): string[] {
    if (method === 'HEAD' || !content) return body.length > 0 ? [`${pointer} has a body`] : [];
    const mediaType = String(contentType).split(';')[0]!;
    if (!Object.hasOwn(content, mediaType)) return [`${pointer} has no media type ${mediaType}`];
    const text = body.toString('utf8');
    const value = mediaType.endsWith('json') ? JSON.parse(text) : text;
    const errors = findErrors(`${pointer}/content/${mediaType.replaceAll('/', '~1')}/schema`, value);
    return errors === undefined ? [] : [`${pointer}: ${errors}`];
  }

  return { api, findErrors, find, findUndescribed };
}

export function operationOf(item: PathItem, method: string): DescribedOperation | undefined {
  const { 'x-other-methods': _, ...operations } = item;
  return Object.entries(operations).find(([name]) => name === method.toLowerCase())?.[1];
}

/** Clients must ignore members that they don't know, but the proxy must not send one that isn't described. */
function closeObjects<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(closeObjects) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const closed = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closeObjects(each)]));
  const isOpen =
    closed.type === 'object' && closed.properties && !Object.hasOwn(closed, 'additionalProperties');
  return (isOpen ? { ...closed, additionalProperties: false } : closed) as Value;
}
