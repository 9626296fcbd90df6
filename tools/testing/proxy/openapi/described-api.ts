// For tests: compares requests and responses with the description of the API.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import {
  type DescribedResponse,
  type DescribedResponses,
  describeApi,
} from '../../../../proxy/http/openapi/describe-api.ts';
/** A response as it came over the wire. */
export interface ReceivedResponse {
  status: number;
  /** By names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A response of the description, and where it is there. */
export interface Place {
  pointer: string;
  response: DescribedResponse;
}

/** The headers that the description must list wherever they occur. */
const describedHeaders = ['allow', 'etag', 'retry-after'];

/** The checks that follow from a description. A test passes a changed one to prove that the checks can fail. */
export function createDescribedApi(api = describeApi('1.0.0')) {
  const ajv = new Ajv2020({ allowUnionTypes: true, strictRequired: false });
  ajv.addVocabulary(['components', 'paths']);
  ajv.addSchema({ $id: 'api', components: closeObjects(api.components), paths: closeObjects(api.paths) });
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

  /** A response, and its place in the description. */
  function place(pointer: string, response: DescribedResponses[string] | undefined): Place | undefined {
    if (!response) return undefined;
    if (!('$ref' in response)) return { pointer, response };
    const shared = api.components.responses[response.$ref.split('/').at(-1)!];
    return place(response.$ref, shared);
  }

  const shared = (name: string) => place(`#/components/responses/${name}`, api.components.responses[name]);

  /** The name of the operation that a request is for, and the responses that it can have. The description has no
   * operations for other paths and other methods. */
  function find(
    method: string,
    path: string,
  ): { name: string; responseOf: (status: number) => Place | undefined } {
    const found = paths.find(({ pattern }) => pattern.test(path));
    if (!found)
      return { name: 'other paths', responseOf: status => (status === 404 ? shared('NotFound') : undefined) };
    const { template, item } = found;
    const operation = method === 'POST' ? item.post : ['GET', 'HEAD'].includes(method) ? item.get : undefined;
    if (operation) {
      const pointer = `#/paths/${template.replaceAll('/', '~1')}/${method === 'POST' ? 'post' : 'get'}`;
      return {
        name: `${method} ${template}`,
        responseOf: status => place(`${pointer}/responses/${status}`, operation.responses[status]),
      };
    }
    const isPreflight = method === 'OPTIONS' && item.post !== undefined;
    return {
      name: `${isPreflight ? method : 'other methods'} ${template}`,
      responseOf: status => {
        if (isPreflight && status === 204) return { pointer: 'a preflight', response: { description: '' } };
        if (item.post && status === 403) return shared('OriginNotAllowed');
        return status === 405 ? shared('MethodNotAllowed') : undefined;
      },
    };
  }

  /** Everything about the response to a request that isn't described. Empty if all of it is. */
  function findUndescribed(method: string, path: string, received: ReceivedResponse): string[] {
    const { name, responseOf } = find(method, path);
    const { status, headers, body } = received;
    const described = responseOf(status);
    if (!described) return [`${name} has no response ${status}`];
    const { pointer, response } = described;
    const names = Object.keys(response.headers ?? {});
    const unknown = describedHeaders.filter(
      header => headers[header] !== undefined && !names.some(each => each.toLowerCase() === header),
    );
    return [
      ...unknown.map(header => `${pointer} has no header ${header}`),
      ...names.flatMap(each => {
        const { required } = response.headers![each]!;
        return findHeaderErrors(`${pointer}/headers/${each}`, required, headers[each.toLowerCase()]);
      }),
      ...findBodyErrors(method, described, headers['content-type'], body),
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
    { pointer, response: { content } }: Place,
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

/** Clients must ignore members that they don't know, but the proxy must not send one that isn't described. */
function closeObjects<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(closeObjects) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const closed = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closeObjects(each)]));
  const isOpen =
    closed.type === 'object' && closed.properties && !Object.hasOwn(closed, 'additionalProperties');
  return (isOpen ? { ...closed, additionalProperties: false } : closed) as Value;
}
