import {
  type Attribution,
  type AttributionSource,
  attributionSources,
  type FirstTouch,
  marketingParameters,
} from '../contract/attribution.ts';
import { marketingFields } from '../contract/definition.ts';
import { cleanText } from './clean-text.ts';

/** Reads the `attribution` of a request, which may be any JSON value. Leaves out malformed and empty members and
 * parameters that the config doesn't list, cleans the values, and keeps only the origin and path of addresses. */
export function readAttribution(given: unknown, parameterNames: string[]): Attribution {
  const landingPage = readAddress(getMember(given, 'landing_page'));
  const parameters = readParameters(getMember(given, 'parameters'), parameterNames);
  const sources = readSources(getMember(given, 'sources'), [...marketingFields, ...parameterNames]);
  const first = readFirstTouch(getMember(given, 'first'), [
    ...Object.values(marketingParameters),
    ...parameterNames,
  ]);
  return {
    ...(landingPage && { landing_page: landingPage }),
    ...(parameters && { parameters }),
    ...(sources && { sources }),
    ...(first && { first }),
  };
}

function readFirstTouch(given: unknown, names: string[]): FirstTouch | undefined {
  const landingPage = readAddress(getMember(given, 'landing_page'));
  const referrer = readAddress(getMember(given, 'referrer'));
  const parameters = readParameters(getMember(given, 'parameters'), names);
  if (!landingPage && !referrer && !parameters) return undefined;
  return {
    ...(landingPage && { landing_page: landingPage }),
    ...(referrer && { referrer }),
    ...(parameters && { parameters }),
  };
}

function readParameters(given: unknown, names: string[]): Record<string, string> | undefined {
  return toRecord(names, name => {
    const value = getMember(given, name);
    return typeof value === 'string' ? cleanText(value) : '';
  });
}

function readSources(given: unknown, names: string[]): Record<string, AttributionSource> | undefined {
  return toRecord(names, name => {
    const value = getMember(given, name);
    return attributionSources.find(source => source === value);
  });
}

/** The protocols of pages and apps. Others could be dangerous in a back office that shows addresses as links. */
const protocols = ['https:', 'http:', 'android-app:', 'ios-app:'];

/** The origin and path of an address. Its query, fragment and login may contain personal data. Undefined if it isn't an
 * address. */
function readAddress(given: unknown): string | undefined {
  const url = typeof given === 'string' ? URL.parse(given) : null;
  if (!url?.host || !protocols.includes(url.protocol)) return undefined;
  return cleanText(`${url.protocol}//${url.host}${url.pathname}`);
}

/** Reads only the object's own members: a parameter may have a name such as `constructor`, which every object
 * inherits. */
function getMember(given: unknown, name: string): unknown {
  return typeof given === 'object' && given !== null && Object.hasOwn(given, name)
    ? (given as Record<string, unknown>)[name]
    : undefined;
}

/** The non-empty values of these names. Undefined if there are none. */
function toRecord<Value extends string>(
  names: string[],
  read: (name: string) => Value | '' | undefined,
): Record<string, Value> | undefined {
  const entries = names.flatMap(name => {
    const value = read(name);
    return value ? [[name, value] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
