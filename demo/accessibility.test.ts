import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const named = [...read('widget/ACCESSIBILITY.md').matchAll(/`([\w./-]+\.ts) › ([^`]+)`/g)];

test('the statement on accessibility names tests', () => expect(named.length).toBeGreaterThan(20));

test.each(named.map(([, file, name]) => [file, name]))('%s has the test “%s”', (file, name) => {
  expect(read(String(file))).toContain(name);
});
