import { expect, test } from 'vitest';
import { read } from './markdown.ts';

const tests = [...read('docs/accessibility.md').matchAll(/`([\w./-]+\.ts) › ([^`]+)`/g)];

test('the accessibility statement names tests', () => expect(tests.length).toBeGreaterThan(20));

test.each(tests.map(([, file = '', name = '']) => [file, name]))('%s has the test “%s”', (file, name) => {
  expect(read(file)).toContain(name);
});
