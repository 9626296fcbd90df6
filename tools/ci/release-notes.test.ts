import { expect, test } from 'vitest';
import { nextVersion, releaseChangelog } from './release-notes.ts';

test.each([
  ['patch', '1.2.4'],
  ['minor', '1.3.0'],
  ['major', '2.0.0'],
  ['1.2.10', '1.2.10'],
  ['10.0.0', '10.0.0'],
])('after 1.2.3, the next version for %s is %s', (wanted, version) => {
  expect(nextVersion('1.2.3', wanted)).toBe(version);
});

test.each(['1.2.3', '1.2.2', '0.9.9', '1.2', 'v1.2.4', 'next', '', 'constructor'])(
  '"%s" is refused as the version after 1.2.3',
  wanted => {
    expect(() => nextVersion('1.2.3', wanted)).toThrow();
  },
);

const changelog = (changes: string) =>
  `# Changelog\n\n## Unreleased\n${changes}\n## 1.0.0, 2026-01-01\n\n- Old.\n`;

test('unreleased changes move below the version', () => {
  expect(releaseChangelog(changelog('\n### Added\n\n- New.\n'), '1.1.0', '2026-02-01')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 1.1.0, 2026-02-01\n\n### Added\n\n- New.\n\n## 1.0.0, 2026-01-01\n\n- Old.\n',
  );
});

test('a release without changes fails', () => {
  expect(() => releaseChangelog(changelog(''), '1.1.0', '2026-02-01')).toThrow('no changes');
  expect(() => releaseChangelog('# Changelog\n', '1.1.0', '2026-02-01')).toThrow('no changes');
});

test.each([
  ['2.0.0', true],
  ['1.1.0', false],
  ['0.2.0', true],
  ['0.1.1', false],
])('%s with a breaking change is allowed: %s', (version, isAllowed) => {
  const release = () => releaseChangelog(changelog('\n### Breaking\n\n- Gone.\n'), version, '2026-02-01');
  if (isAllowed) expect(release()).toContain('### Breaking');
  else expect(release).toThrow("can't contain one");
});
