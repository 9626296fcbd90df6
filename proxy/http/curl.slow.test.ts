import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { clientKeys, createProxyUnderTest, listen } from '../../tools/testing/proxy/proxy.ts';
import { pdf } from '../../tools/testing/proxy/sample-files.ts';
import type { Receipt } from '../contract/enquiry.ts';

const run = promisify(execFile);
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false, // Not on this machine: nothing of ours.
);

test.skipIf(!hasCurl)('the documented requests of a server are accepted, and arrive', async () => {
  const demo = readFileSync(new URL('../../demo/enquiry.config.json', import.meta.url), 'utf8');
  const proxy = await createProxyUnderTest(JSON.parse(demo));
  const { server, stop } = await listen(proxy);
  const { port } = server.address() as AddressInfo; // A string only for a pipe.
  const document = readFileSync(new URL('../../docs/http-api.md', import.meta.url), 'utf8');
  const commands = Array.from(
    document.matchAll(/^```sh\n(curl [\s\S]*?)```/gm),
    ([, command = '']) => command,
  );
  expect(commands).toHaveLength(2);
  writeFileSync(join(proxy.folder, 'survey.pdf'), pdf());
  const runDocumented = async (command: string) => {
    const local = command.replace('https://forms.example.com', `http://127.0.0.1:${port}`);
    const env = { PATH: process.env.PATH, CLIENT_KEY: clientKeys.crm };
    const { stdout } = await run('sh', ['-c', local], { cwd: proxy.folder, env });
    return JSON.parse(stdout) as Receipt;
  };
  const { reference, upload_token } = await runDocumented(commands[0]!);
  const upload = commands[1]!
    .replace('7K2PQ-2M9XD', reference)
    .replace('1771113600.x8Q….house-move', upload_token);
  expect(await runDocumented(upload)).toMatchObject({ reference, status: 'delivered' });
  const [created, uploaded] = proxy.enquiryApi.requests;
  expect(created!.body).toMatchObject({ case_type: 'house-move', marketing_lead_referer: 'partner.example' });
  expect(uploaded!.body.file).toMatchObject({ name: 'survey.pdf' });
  stop();
  await proxy.stop();
});
