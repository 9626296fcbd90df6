// A browser without scripts, styles or a mouse sends an enquiry. `npm run test:all` installs it.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'parse5';
import { expect, onTestFinished, test } from 'vitest';
import { attributeOf, elementsIn } from '../../tools/testing/plain-form.ts';
import { createProxyUnderTest, exampleConfig, listen } from '../../tools/testing/proxy/proxy.ts';
import { jpeg } from '../../tools/testing/proxy/sample-files.ts';
import { isComplete } from '../../tools/testing/random.ts';

const run = promisify(execFile);

/** The keys that fill in a page's form in lynx and send it. Tab leads to each link and control in turn. */
function keysFor(html: string, answers: Record<string, string>): string[] {
  const stops = elementsIn(parse(html)).filter(
    element =>
      (element.tagName === 'a' && attributeOf(element, 'href')) ||
      (/^(input|select|textarea|button)$/.test(element.tagName) && attributeOf(element, 'type') !== 'hidden'),
  );
  const send = stops.findIndex(({ tagName }) => tagName === 'button');
  const keys = stops.slice(0, send).flatMap(stop => {
    const isCamera = attributeOf(stop, 'capture') !== undefined;
    const answer = isCamera ? undefined : answers[attributeOf(stop, 'name') ?? ''];
    const isChoice = /^(radio|checkbox)$/.test(attributeOf(stop, 'type') ?? '');
    const isChosen = isChoice && answer === attributeOf(stop, 'value');
    const typed = isChoice || answer === undefined ? [] : [...answer];
    return [...(isChosen ? ['Right Arrow'] : typed.map(key => (key === ' ' ? '<space>' : key))), '<tab>'];
  });
  return [...keys, '^J', 'q', 'y'];
}

test.runIf(isComplete)(
  'lynx sends an enquiry with a photo, and shows the receipt',
  { tags: 'wcag-text-browser' },
  async () => {
    const proxy = await createProxyUnderTest(exampleConfig);
    onTestFinished(() => proxy.stop());
    const { server, stop } = await listen(proxy);
    onTestFinished(stop);
    const folder = mkdtempSync(join(tmpdir(), 'lynx-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const photo = join(folder, 'a.jpg');
    writeFileSync(photo, jpeg());

    const page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/forms/injury`;
    const html = await (await fetch(page)).text();
    const keys = keysFor(html, {
      forename: 'Ada',
      surname: 'de Byron',
      email: 'ada@example.com',
      'answers.when': '2026-02-01',
      'answers.hurt': 'no',
      'answers.where': 'This does not apply',
      files: photo,
    });
    const script = join(folder, 'keys');
    writeFileSync(script, keys.map(key => `key ${key}\n`).join(''));
    const { stdout } = await run('lynx', [`-cmd_script=${script}`, page], {
      env: { PATH: process.env.PATH, HOME: folder, TERM: 'vt100', LANG: 'C.UTF-8' },
    });

    const [enquiry, file, ...others] = proxy.enquiryApi.requests;
    expect(others).toEqual([]);
    expect(enquiry?.body).toMatchObject({ forename: 'Ada', surname: 'de Byron', email: 'ada@example.com' });
    const meta = enquiry?.body.meta as { id: string; value: string }[]; // By the specification of the enquiry API.
    expect(meta.slice(0, 2)).toMatchObject([
      { id: 'when', value: '2026-02-01' },
      { id: 'hurt', value: 'no' },
    ]);
    expect(meta.map(({ id }) => id)).not.toContain('where');
    expect(JSON.stringify(file?.body)).toContain('a.jpg');
    expect(stdout).toContain('We’ve received your enquiry');
    expect(stdout).toContain(meta.find(({ id }) => id === 'enquiry_reference')?.value);
  },
);
