// The configurations for web servers in docs/deploying.md.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { encodeForm } from '../../tools/testing/multipart.ts';
import { createCertificate } from '../../tools/testing/proxy/certificate.ts';
import { jpeg } from '../files/documents.ts';
import { startProxy } from '../processes/proxies.ts';
import { startWebServer, type webServers } from '../processes/web-servers.ts';
import { beforeRelease, expect, test } from '../test.ts';

/** Enough that every web server compresses the definition. */
const questions = [1, 2, 3, 4, 5, 6, 7, 8].map(n => ({
  id: `question-${n}`,
  type: 'text',
  label: `Question ${n}, which needn’t be answered`,
}));

/** As an agency has them: a header that listed them all would exceed the buffers that web servers have by default. */
const origins = [
  'https://www.example.com',
  ...Array.from({ length: 499 }, (_, n) => `https://client-number-${n}.example.com`),
];

for (const name of ['nginx', 'apache', 'caddy', 'haproxy'] satisfies (keyof typeof webServers)[]) {
  test(
    `behind ${name}, an enquiry, a page and a photo of 10 MB arrive, questions are cached, and 500 sites share a proxy`,
    beforeRelease,
    async () => {
      const log: string[] = [];
      const proxy = await startProxy({
        config: { origins, case_types: { standalone: { label: 'Standalone', questions } } },
        settings: { TRUSTED_PROXY_HOPS: '1' },
        print: line => log.push(line),
      });
      const { folder } = proxy;
      const { key, cert } = createCertificate(folder, 'www.example.com', 1);
      writeFileSync(join(folder, 'www.example.com.pem'), `${cert}${key}`);
      writeFileSync(join(folder, 'www.example.com.key'), key);
      let server: Awaited<ReturnType<typeof startWebServer>> | undefined;
      try {
        server = await startWebServer(name, folder, proxy.url);
        const { send } = server;
        const post = (path: string, headers: Record<string, string>, body: string | Uint8Array) =>
          send(
            path,
            { origin: 'https://www.example.com', 'idempotency-key': randomUUID(), ...headers },
            body,
          );

        const compressed = { 'accept-encoding': 'gzip' };
        const first = await send('/forms/case-types/standalone', compressed);
        expect(first.status).toBe(200);
        expect(first.headers['content-encoding']).toBe('gzip');
        expect(JSON.parse(gunzipSync(first.body).toString())).toMatchObject({ case_type: 'standalone' });
        const again = { ...compressed, 'if-none-match': String(first.headers.etag) };
        expect(await send('/forms/case-types/standalone', again)).toMatchObject({ status: 304 });

        const enquiry = {
          case_type: 'standalone',
          forename: 'Ada',
          surname: 'Byron',
          email: 'ada@example.com',
        };
        const json = { 'content-type': 'application/json' };
        const accepted = await post('/forms/enquiries', json, JSON.stringify(enquiry));
        expect(accepted.status).toBe(202);
        const { reference, upload_token } = JSON.parse(accepted.body.toString());
        const photo = jpeg(10_000_000).buffer;
        const token = { authorization: `Bearer ${upload_token}` };
        const attached = await post(`/forms/enquiries/${reference}/attachments`, token, photo);
        expect(attached.status).toBe(202);

        const page = '/forms/forms/standalone';
        const framed = `${page}?frame=${origins[499]}`;
        const posted = (values: Record<string, string>) => {
          const { headers, body } = encodeForm(values);
          return send(framed, headers, body);
        };
        const sent = await posted({ forename: 'Grace', surname: 'Hopper', email: 'grace@example.com' });
        expect(sent.status).toBe(303);
        const receipt = new URL(String(sent.headers.location), `https://www.example.com${framed}`);
        const responses = [
          await send(page),
          await send(framed),
          await send(`/forms/forms/none?frame=${origins[499]}`),
          await send(`${receipt.pathname}${receipt.search}`),
          await posted({ forename: 'Grace' }),
          await posted({ _charset_: 'windows-1252' }),
        ];
        expect(responses.map(({ status }) => status)).toEqual([200, 200, 404, 200, 422, 415]);
        const policies = responses.map(({ headers }) => String(headers['content-security-policy']));
        expect(policies.map(policy => /frame-ancestors ([^;]*)/.exec(policy)![1])).toEqual(
          responses.map((_, index) => (index === 0 ? "'none'" : origins[499])),
        );
        expect(log.filter(line => /X-Forwarded-For|TRUSTED_PROXY_HOPS/.test(line))).toEqual([]);
        expect(log.filter(line => line.includes('request completed')).length).toBeGreaterThan(3);
      } finally {
        await server?.stop();
        await proxy.stop();
      }
    },
  );
}
