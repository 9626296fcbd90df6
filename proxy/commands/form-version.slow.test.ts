// `form` with the built widget.
import { expect, test } from 'vitest';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';
import { validConfig } from '../../tools/testing/proxy/settings.ts';
import { toFieldName } from '../contract/asked.ts';
import { createDefinitions } from '../enquiry/definitions.ts';

const program = programForEachTest();
test('prints a page with everything that the form asks, in the language that the visitor saw', async () => {
  const privacy = { text: { en: 'We answer <you>.', cy: 'Rydym yn ateb.' } };
  const config = validConfig({ ...exampleConfig, privacy });
  const definitions = await program.changeOutbox(({ archive }) => createDefinitions(config, archive));
  const { definition: hash, questions } = definitions.current('injury', 'cy')!;

  const { out, err, code } = await program.run(['form', hash, '--lang', 'cy']);
  expect({ err, code }).toEqual({ err: '', code: 0 });
  expect(out).toMatch(/^<!doctype html>\n<html lang="cy" dir="ltr">.*<title>Anaf<\/title>.*<\/html>\n$/s);
  for (const { id, label } of questions) {
    expect(out).toContain(label);
    expect(out).toContain(`name="${toFieldName(id)}`);
  }
  expect(out).toContain('Rydym yn ateb.');
  expect(out).not.toContain('<script');

  const english = await program.run(['form', hash]);
  expect(english.out).toContain('<html lang="en" dir="ltr">');
  expect(english.out).toContain('We answer &lt;you&gt;.');
});
