// Content security policies, as far as they decide whether a page can load, show and send a form
// (https://www.w3.org/TR/CSP3/).

/** The directives of a policy with their sources, by lower-case names. */
type Directives = Map<string, string[]>;

interface ScriptNeed {
  for: 'script';
  address: string;
  nonce?: string | undefined;
  integrity?: string | undefined;
  /** Whether a script imports it, and no tag names it. */
  isImported?: true | undefined;
}

/** An element with text that browsers allow by its hash. */
interface InlineNeed {
  for: 'inline-script' | 'style';
  /** As in a policy, with quotes. */
  hash: string;
  nonce?: string | undefined;
}

interface AddressNeed {
  for: 'connection' | 'post' | 'frame';
  address: string;
}

/** What a page needs of its policy. */
export type Need = ScriptNeed | InlineNeed | AddressNeed | { for: 'trusted-types'; name: string };

/** The directive that decides, and those that do in its absence (section 6.8.3). A post has no default. */
const directivesFor: Record<Need['for'], [string, ...string[]]> = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  'inline-script': ['script-src-elem', 'script-src', 'default-src'],
  style: ['style-src-elem', 'style-src', 'default-src'],
  connection: ['connect-src', 'default-src'],
  frame: ['frame-src', 'child-src', 'default-src'],
  post: ['form-action'],
  'trusted-types': ['trusted-types'],
};

/** The directive to add where `default-src` decides. */
const addedFor: Partial<Record<Need['for'], string>> = {
  script: 'script-src',
  'inline-script': 'script-src',
  style: 'style-src',
  connection: 'connect-src',
  frame: 'frame-src',
};

/** A policy that forbids something that the page needs. */
export interface Lack {
  /** What it lacks: `https://forms.example.com in script-src and connect-src`. */
  lacks: string[];
  /** The policy with everything that it lacks. */
  corrected: string;
  /** Whether it has 'strict-dynamic', so that browsers ignore addresses, and the script has no nonce of the policy. */
  needsNonce: boolean;
}

/** Finds out what a policy lacks. Undefined if it lacks nothing. `page` is the address of the page, and `proxy` the
 * source that allows the proxy. */
export function findLack(policy: string, needs: Need[], page: string, proxy: string): Lack | undefined {
  const directives = parse(policy);
  const corrected: Directives = new Map(directives);
  const lacks = new Map<string, Set<string>>();
  let needsNonce = false;
  for (const need of needs) {
    const name = directivesFor[need.for].find(each => directives.has(each));
    if (name === undefined || allows(directives.get(name)!, need, page)) continue;
    const sources = directives.get(name)!;
    if (need.for === 'script' && isStrict(sources)) needsNonce = true;
    else {
      const added = name === 'default-src' ? addedFor[need.for]! : name;
      const source = sourceFor(need, proxy);
      lacks.set(source, (lacks.get(source) ?? new Set()).add(added));
      const kept = (corrected.get(added) ?? sources).filter(each => !/^'none'$/i.test(each));
      corrected.set(added, [...new Set([...kept, source])]);
    }
  }
  if (lacks.size === 0 && !needsNonce) return undefined;
  const text = [...corrected].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
  const named = [...lacks].map(([source, names]) => `${source} in ${[...names].join(' and ')}`);
  return { lacks: named, corrected: text, needsNonce };
}

/** Parses a policy (section 2.2.1): of directives with the same name, the first one counts. */
function parse(policy: string): Directives {
  const directives: Directives = new Map();
  for (const each of policy.split(';')) {
    const [name, ...sources] = each.trim().split(/\s+/);
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}

const isStrict = (sources: string[]) => sources.some(each => /^'strict-dynamic'$/i.test(each));
const hasHashOrNonce = (sources: string[]) => sources.some(each => /^'(nonce|sha\d{3})-/i.test(each));

function sourceFor(need: Need, proxy: string): string {
  if (need.for === 'trusted-types') return need.name;
  return 'hash' in need ? need.hash : proxy;
}

function allows(sources: string[], need: Need, page: string): boolean {
  if (need.for === 'trusted-types') return sources.some(each => each === '*' || each === need.name);
  const hasNonce = 'nonce' in need && !!need.nonce && sources.includes(`'nonce-${need.nonce}'`);
  if (hasNonce) return true;
  if ('hash' in need) {
    if (sources.includes(need.hash)) return true;
    const isInline = sources.some(each => /^'unsafe-inline'$/i.test(each));
    return isInline && !hasHashOrNonce(sources) && !(need.for === 'inline-script' && isStrict(sources));
  }
  if (need.for === 'script') {
    if (need.integrity && sources.includes(`'${need.integrity}'`)) return true;
    if (isStrict(sources)) return !!need.isImported;
  }
  const [address, from] = [new URL(need.address), new URL(page)];
  return sources.some(each => matches(each, address, from));
}

/** Whether a source allows an address on a page (section 6.7.2.8). */
function matches(source: string, address: URL, page: URL): boolean {
  if (source === '*') return /^https?:$/.test(address.protocol) || address.protocol === page.protocol;
  if (/^'self'$/i.test(source)) {
    const isUpgraded = page.protocol === 'http:' && address.protocol === 'https:';
    const hasSamePort = address.port === page.port;
    return (
      address.origin === page.origin || (isUpgraded && address.hostname === page.hostname && hasSamePort)
    );
  }
  const scheme = /^([a-z][a-z\d+.-]*):$/i.exec(source)?.[1];
  if (scheme !== undefined) return matchesScheme(scheme, address);
  const parts =
    /^(?:([a-z][a-z\d+.-]*):\/\/)?(\*|(?:\*\.)?[^*/:'\s]+|\[[\da-f:.]+\])(?::(\d+|\*))?(\/[^?#]*)?$/i.exec(
      source,
    );
  if (!parts) return false;
  const [, ownScheme, host = '', port, path = ''] = parts;
  return (
    matchesScheme(ownScheme ?? page.protocol.slice(0, -1), address) &&
    matchesHost(host.toLowerCase(), address.hostname) &&
    matchesPort(port, address) &&
    matchesPath(path, address.pathname)
  );
}

/** A source with `http` allows `https`, too. */
const matchesScheme = (scheme: string, { protocol }: URL) =>
  `${scheme.toLowerCase()}:` === protocol || (/^http$/i.test(scheme) && protocol === 'https:');

const matchesHost = (host: string, hostname: string) =>
  host === '*' || host === hostname || (host.startsWith('*.') && hostname.endsWith(host.slice(1)));

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

function matchesPort(port: string | undefined, { protocol, port: given }: URL): boolean {
  if (port === '*') return true;
  return port === undefined ? given === '' : port === (given || defaultPorts[protocol]);
}

/** A path that ends with a slash allows everything below it. */
function matchesPath(path: string, pathname: string): boolean {
  if (path === '' || path === '/') return true;
  const [own, given] = [path, pathname].map(decode) as [string, string];
  return own.endsWith('/') ? given.startsWith(own) : given === own;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // A percent sign that is none of an escape.
  }
}
