import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const maxLength = 140;
const translations = /^widget\/messages\/(ar|cy|de|es|fr|pl)\.ts$/;

/** Whether a line may be longer: it has a text of a translation, which would be harder to read in pieces. */
const isTranslation = (file: string, line: string) =>
  translations.test(file) || (file === 'widget/page/page-messages.ts' && /^ *(['"]).*\1,$/.test(line));

test(`lines of the widget and the proxy have at most ${maxLength} characters, texts of translations excepted`, () => {
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
        [...line].length > maxLength && !isTranslation(file, line) ? `${file}:${at + 1}` : [],
      ),
  );
  expect(long).toEqual([]);
});
