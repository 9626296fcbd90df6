// For tests: random requests to the described API. Most are valid except for one thing.
import * as fc from 'fast-check';
import type { ApiDescription, DescribedOperation } from '../../../../proxy/http/openapi/describe-api.ts';
import { anyChange, toBytes } from './request-changes.ts';
import { createSchemaValues, type KnownValues, type Schema } from './schema-values.ts';
import type { SentRequest } from './send-request.ts';

interface Parameter {
  in: 'header' | 'path' | 'query';
  name: string;
  required?: boolean;
  schema: Schema;
}

/** Stands in a request for the token, or the reference, of an enquiry that an earlier request has sent. */
export const earlier = { token: 'EARLIER-TOKEN', reference: 'EARLIER-REFERENCE' };

/** A request that the description allows. */
function validRequests(api: ApiDescription, known: KnownValues, files: string[]) {
  const { valuesOf, valuesNamed } = createSchemaValues(api.components.schemas, known);

  function parametersOf(parameters: Parameter[]) {
    const values = parameters.map(({ name, schema, required }) => {
      const value = valuesNamed(name, schema);
      return required ? value : fc.option(value, { nil: undefined, freq: 2 });
    });
    return fc.tuple(...values).map(each => parameters.map((parameter, at) => [parameter, each[at]] as const));
  }

  function requestOf(
    template: string,
    method: string,
    operation: DescribedOperation,
  ): fc.Arbitrary<SentRequest> {
    const content = operation.requestBody?.content ?? {};
    const json = content['application/json']?.schema;
    const bodies = json
      ? valuesOf(json).map(value => toBytes(JSON.stringify(value)))
      : fc.constantFrom(...(operation.requestBody ? files : ['']));
    const types = Object.keys(content).filter(type => !type.includes('*'));
    const security = operation.security.some(each => 'uploadToken' in each)
      ? { authorization: `Bearer ${earlier.token}` }
      : {};
    return fc
      .record({
        given: parametersOf(operation.parameters as Parameter[]),
        body: bodies,
        type: fc.constantFrom(...(types.length > 0 ? types : [undefined])),
        isChunked: fc.boolean(),
      })
      .map(({ given, body, type, isChunked }) => {
        let path = template;
        const query = new URLSearchParams();
        const headers: SentRequest['headers'] = { ...security, ...(type && { 'content-type': type }) };
        for (const [parameter, value] of given) {
          if (value === undefined) continue;
          const { name } = parameter;
          if (parameter.in === 'path')
            path = path.replace(`{${name}}`, encodeURIComponent(String(value).toWellFormed()));
          else if (parameter.in === 'query')
            for (const each of [value].flat()) query.append(name, String(each));
          else headers[name.toLowerCase()] = toHeader(String(value));
        }
        return {
          method,
          path: query.size > 0 ? `${path}?${query}` : path,
          headers,
          body: method === 'POST' ? body : '',
          isChunked,
        };
      });
  }

  return fc.oneof(
    ...Object.entries(api.paths).flatMap(([template, { get, post }]) =>
      (post ? ['POST', 'OPTIONS'] : ['GET', 'HEAD']).map(method => ({
        weight: template.startsWith('/enquiries') && method === 'POST' ? 12 : 1,
        arbitrary: requestOf(template, method, (post ?? get)!),
      })),
    ),
  );
}

const toHeader = (text: string) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');

/** Requests, most of them valid or with one or two changes. `known` are values that the proxy knows; `files`
 * are the contents of uploads. */
export function anyRequest(api: ApiDescription, known: KnownValues, files: string[]) {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constant(undefined),
    fc.constantFrom(...Object.values(known).flat()),
  );
  return fc
    .tuple(validRequests(api, known, files), fc.array(anyChange(value), { maxLength: 2 }))
    .map(([request, several]) => several.reduce((changed, change) => change(changed), request));
}
