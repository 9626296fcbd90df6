import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const maxLength = 140;
const languages = /^proxy\/contract\/languages\/(\w{2,3}|desk-texts)\.ts$/;

/** Whether a line may be longer: it has a text of a language, which would be harder to read in pieces. */
const isText = (file: string, line: string) => languages.test(file) && /^ *(\w+: )?(['"]).*\2,$/.test(line);

test(`lines of the widget and the proxy have at most ${maxLength} characters, texts of a language excepted`, () => {
  const sources = execFileSync('git', ['ls-files', 'proxy/*.ts', 'widget/*.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = sources.trim().split('\n');
  expect(files.length).toBeGreaterThan(300);
  const long = files.flatMap(file =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        [...line].length > maxLength && !isText(file, line) ? `${file}:${at + 1}` : [],
      ),
  );
  expect(long).toEqual([]);
});
