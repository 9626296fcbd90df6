import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { read, root } from './markdown.ts';

/** Every room, which is a folder with sources, and the rooms that it imports; if it is a part of the product, also the
 * packages. Tests and their helpers may import anything. */
const rooms: Record<string, string> = {
  demo: 'demo/site',
  'demo/enquiry-api': '',
  'demo/receivers': '',
  'demo/site': '',
  docs: '',
  e2e: 'demo e2e/processes e2e/stand-ins e2e/visitor tools/testing',
  'e2e/files': '',
  'e2e/pages': 'e2e e2e/processes e2e/visitor',
  'e2e/processes': 'demo demo/enquiry-api',
  'e2e/promises':
    'demo e2e e2e/files e2e/pages e2e/processes e2e/promises/suites e2e/stand-ins e2e/visitor proxy/contract/languages tools/faults tools/screenshots tools/testing tools/testing/proxy tools/torture',
  'e2e/promises/suites': 'e2e e2e/files e2e/pages e2e/processes e2e/stand-ins e2e/visitor tools/testing',
  'e2e/stand-ins': 'e2e/processes',
  'e2e/visitor': 'e2e/files e2e/processes',
  proxy: 'proxy/commands',
  'proxy/acceptance':
    'node pino proxy/content proxy/contract proxy/contract/photos proxy/database proxy/enquiry proxy/outbox proxy/settings proxy/spam proxy/spool proxy/telemetry',
  'proxy/alerts': 'nodemailer pino proxy/contract proxy/outbox proxy/settings',
  'proxy/commands':
    'node parse5 pino proxy/alerts proxy/contract proxy/contract/languages proxy/database proxy/delivery proxy/enquiry proxy/http/pages proxy/http/scripts proxy/outbox proxy/server proxy/settings proxy/spool zod',
  'proxy/content': 'proxy/contract/photos',
  'proxy/contract': '',
  'proxy/contract/languages': '',
  'proxy/contract/photos': 'proxy/contract',
  'proxy/database': 'kysely node pg pino',
  'proxy/delivery': 'node pino proxy/contract proxy/outbox proxy/settings proxy/spool proxy/telemetry zod',
  'proxy/desk':
    '@hono/node-server hono node pino proxy/acceptance proxy/contract/languages proxy/database proxy/enquiry proxy/http/pages proxy/http/scripts proxy/outbox proxy/settings',
  'proxy/enquiry': 'node proxy/contract proxy/contract/languages proxy/settings',
  'proxy/http':
    '@hono/node-server hono node proxy/acceptance proxy/contract proxy/enquiry proxy/http/scripts proxy/outbox proxy/settings proxy/spool proxy/telemetry',
  'proxy/http/pages':
    '@fastify/busboy hono node proxy/acceptance proxy/contract proxy/contract/languages proxy/enquiry proxy/http proxy/outbox proxy/settings proxy/spool',
  'proxy/http/routes':
    'node proxy/acceptance proxy/contract proxy/http proxy/http/scripts proxy/outbox proxy/settings proxy/spool zod',
  'proxy/http/scripts': 'node proxy/contract proxy/enquiry proxy/outbox proxy/settings proxy/spam',
  'proxy/maintenance': 'pino proxy/contract proxy/outbox proxy/spool',
  'proxy/outbox':
    'kysely node pino proxy/contract proxy/contract/languages proxy/database proxy/enquiry proxy/settings proxy/spool tar',
  'proxy/server':
    '@hono/node-server hono node pino proxy/acceptance proxy/alerts proxy/contract proxy/contract/languages proxy/delivery proxy/desk proxy/enquiry proxy/http proxy/http/pages proxy/http/routes proxy/http/scripts proxy/maintenance proxy/outbox proxy/settings proxy/telemetry',
  'proxy/settings': 'jsonc-parser node pino proxy/contract proxy/contract/languages zod',
  'proxy/spam': 'node proxy/contract proxy/enquiry',
  'proxy/spool': 'kysely node proxy/contract proxy/database',
  'proxy/telemetry': 'node pino prom-client proxy/outbox proxy/settings',
  'tools/bench':
    'demo e2e e2e/files e2e/processes e2e/stand-ins proxy/database proxy/outbox tools/bench/peers tools/testing tools/testing/proxy tools/torture',
  'tools/bench/peers': '',
  'tools/build':
    'proxy/contract proxy/enquiry proxy/http proxy/http/pages proxy/http/routes proxy/http/scripts proxy/settings tools/build/tools/package',
  'tools/ci': 'demo docs e2e/files e2e/processes proxy/database tools/bench tools/testing',
  'tools/faults':
    'proxy/acceptance proxy/contract proxy/database proxy/delivery proxy/enquiry proxy/http proxy/http/scripts proxy/maintenance proxy/outbox proxy/server proxy/spool tools/testing tools/testing/proxy',
  'tools/heard': 'e2e e2e/files e2e/processes',
  'tools/package': 'proxy/contract proxy/server widget widget/form widget/messages',
  'tools/screenshots':
    'demo e2e e2e/files e2e/pages e2e/processes e2e/visitor proxy/contract proxy/outbox tools/testing/proxy',
  'tools/torture': 'demo e2e/processes tools/testing tools/testing/proxy',
  widget:
    'lit proxy/contract widget/answers widget/chooser widget/client widget/form widget/measurement widget/messages widget/steps widget/submission widget/takeover',
  'widget/answers':
    'lit proxy/contract proxy/contract/languages widget/attribution widget/client widget/form widget/messages',
  'widget/attachments':
    'lit proxy/contract proxy/contract/languages widget/client widget/form widget/messages widget/photos',
  'widget/attribution': 'proxy/contract',
  'widget/chooser':
    'lit proxy/contract proxy/contract/languages widget/client widget/drafts widget/form widget/messages',
  'widget/client': 'proxy/contract',
  'widget/drafts': 'proxy/contract widget/client widget/form',
  'widget/files-page':
    'lit proxy/contract proxy/contract/languages widget/attachments widget/client widget/form widget/messages',
  'widget/form':
    'lit proxy/contract proxy/contract/languages widget/attribution widget/client widget/messages',
  'widget/measurement':
    'lit proxy/contract proxy/contract/languages widget/attribution widget/client widget/form widget/messages',
  'widget/messages': 'lit proxy/contract/languages widget/client',
  'widget/page':
    '@lit-labs/ssr lit proxy/contract proxy/contract/languages widget/answers widget/attachments widget/attribution widget/form widget/messages widget/problems widget/receipt',
  'widget/photos': 'proxy/contract proxy/contract/languages proxy/contract/photos',
  'widget/problems': 'lit proxy/contract proxy/contract/languages widget/answers widget/form widget/messages',
  'widget/proof': 'proxy/contract',
  'widget/receipt':
    'lit proxy/contract proxy/contract/languages uqr widget/answers widget/attachments widget/client widget/drafts widget/form widget/messages widget/sending',
  'widget/sending':
    'lit proxy/contract proxy/contract/languages widget/answers widget/client widget/form widget/measurement widget/messages widget/problems widget/proof',
  'widget/steps':
    'lit proxy/contract proxy/contract/languages widget/answers widget/form widget/messages widget/submission',
  'widget/submission':
    'lit proxy/contract proxy/contract/languages widget/answers widget/attachments widget/client widget/drafts widget/form widget/problems widget/receipt widget/sending',
  'widget/takeover': 'proxy/contract widget/attribution widget/form widget/submission',
};

const isHarness = /\.test\.ts$|^tools\/testing\//;
const isProduct = /^(widget|proxy)\b/;
const sources = globSync('{demo,docs,e2e,proxy,tools,widget}/**/*.{ts,mjs}', { cwd: root });

/** What the sources of each room import. */
function importsByRoom(): Record<string, string> {
  const imports: Record<string, Set<string>> = {};
  for (const path of sources.filter(path => !isHarness.test(path))) {
    const room = dirname(path);
    imports[room] ??= new Set();
    const statements = /(?:^(?:import|export|\}) .*\bfrom |^import |\bimport\()'([^']+)'/gm;
    for (const [, target = ''] of read(path).matchAll(statements)) {
      if (target.startsWith('.')) imports[room].add(dirname(join(room, target)));
      else if (target === '#html') imports[room].add('lit');
      else if (isProduct.test(room)) imports[room].add(/^(?:@[^/]+\/)?[^/:]+/.exec(target)?.[0] ?? '');
    }
    imports[room].delete(room);
  }
  return Object.fromEntries(
    Object.entries(imports).map(([room, set]) => [room, [...set].toSorted().join(' ')]),
  );
}

test('every room imports what the table lists, and nothing else', () => {
  expect(importsByRoom()).toEqual(rooms);
});

test('rooms do not import each other in circles', () => {
  const circles = Object.keys(rooms).filter(room => reachableFrom(room).has(room));
  expect(circles).toEqual([]);
});

/** All rooms that a room imports, directly or not. */
function reachableFrom(room: string, found = new Set<string>()): Set<string> {
  for (const next of rooms[room]?.split(' ') ?? []) {
    if (!found.has(next)) reachableFrom(next, found.add(next));
  }
  return found;
}
