import { type Attribution, marketingParameters } from '../contract/attribution.ts';
import { type MarketingField, marketingFields } from '../contract/definition.ts';

interface AddressAttribution {
  marketing: Partial<Record<MarketingField, string>>;
  attribution: Pick<Attribution, 'parameters' | 'sources'>;
}

/** Reads the marketing fields and the parameters with these names from the queries of addresses, as the form does: the
 * first value that isn't empty counts, and the case of names doesn't. */
export function attributeAddresses(addresses: string[], parameterNames: string[]): AddressAttribution {
  const values = new Map<string, string>();
  for (const address of addresses) {
    for (const [name, value] of URL.parse(address)?.searchParams ?? [])
      if (value.trim() && !values.has(name.toLowerCase())) values.set(name.toLowerCase(), value);
  }
  const find = (names: [name: string, parameter: string][]) =>
    Object.fromEntries(
      names.flatMap(([name, parameter]) => {
        const value = values.get(parameter.toLowerCase());
        return value === undefined ? [] : [[name, value]];
      }),
    );
  const marketing: AddressAttribution['marketing'] = find(
    marketingFields.map(field => [field, marketingParameters[field]]),
  );
  const parameters = find(parameterNames.map(name => [name, name]));
  const sources = [...Object.keys(marketing), ...Object.keys(parameters)].map(
    name => [name, 'address'] as const,
  );
  return { marketing, attribution: { parameters, sources: Object.fromEntries(sources) } };
}
