// The version and the changelog of a release.

const unreleased = '## Unreleased';
const parse = (version: string) => /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);

/** Returns the version of the next release: `major`, `minor` or `patch` increases the current version; otherwise the
 * wanted version. Throws when it is malformed or not greater than the current version. */
export function nextVersion(current: string, wanted: string): string {
  const [major = 0, minor = 0, patch = 0] = parse(current) ?? [];
  const increased: Record<string, string> = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  };
  const version = increased[wanted] ?? wanted;
  const parts = parse(version);
  if (!parts) throw new Error(`"${wanted}" must be major, minor, patch or a version such as 1.2.3`);
  const [first = 0, second = 0, third = 0] = parts;
  const isGreater = first - major || second - minor || third - patch;
  if (isGreater <= 0) throw new Error(`${version} is not greater than the current version ${current}`);
  return version;
}

/** Moves the unreleased changes of a changelog below the heading of the version. Throws when there are none, and when a
 * breaking change is listed but the version isn't a new major one (before 1.0.0: a new minor one). */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  const start = changelog.indexOf(unreleased);
  const rest = changelog.slice(start + unreleased.length);
  const changes = rest.split(/^## /m, 1)[0]!;
  if (start < 0 || changes.trim() === '')
    throw new Error(`CHANGELOG.md has no changes below "${unreleased}"`);
  const isBreaking = /^### Breaking/m.test(changes);
  const mayBreak = version.startsWith('0.') ? version.endsWith('.0') : version.endsWith('.0.0');
  if (isBreaking && !mayBreak)
    throw new Error(`CHANGELOG.md lists a breaking change, but ${version} can't contain one`);
  return `${changelog.slice(0, start)}${unreleased}\n\n## ${version}, ${date}${rest}`;
}
