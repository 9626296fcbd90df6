// A back office to start from, as docs/back-office.md describes it: stores enquiries and their files in SQLite, and mails
// the enquiries. Needs Node 24, and "npm install hono @hono/node-server nodemailer". Put it behind a web server with TLS, and
// set ENQUIRY_API_URL to https://office.example.com/rest/enquiries/v1.
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { createTransport } from 'nodemailer';

const { PORT = '8090', DATABASE = 'enquiries.db', LOGIN = '', SMTP_URL, MAIL_TO, MAIL_FROM } = process.env;
const [, username = '', password = ''] = /^([^:]+):(.+)$/.exec(LOGIN) ?? [];
if (!password) throw new Error('Set LOGIN to "username:password", as the proxy sends it.');

const database = new DatabaseSync(DATABASE);
database.exec(`CREATE TABLE IF NOT EXISTS enquiries (id INTEGER PRIMARY KEY AUTOINCREMENT, reference TEXT UNIQUE,
    body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS files (id INTEGER PRIMARY KEY, enquiry INTEGER NOT NULL, name TEXT NOT NULL, mime TEXT NOT NULL,
    content BLOB NOT NULL, sha256 TEXT NOT NULL, UNIQUE (enquiry, name, sha256));`);
// One that is sent again, because its response was lost, gets the number that it has.
const addEnquiry = database.prepare(
  'INSERT INTO enquiries (reference, body) VALUES (?, ?) ON CONFLICT DO UPDATE SET body = body RETURNING id',
);
const addFile = database.prepare(`INSERT INTO files (enquiry, name, mime, content, sha256)
  SELECT id, ?, ?, ?, ? FROM enquiries WHERE id = ? ON CONFLICT DO UPDATE SET name = name RETURNING id`);
const mailer = SMTP_URL ? createTransport(SMTP_URL) : undefined;

interface Enquiry extends Record<string, unknown> {
  forename?: string;
  case_type?: string;
  meta: { id: string; label: string; value: string }[];
}

async function mail({ meta, ...fields }: Enquiry, id: number): Promise<void> {
  const answers = [...Object.entries(fields), ...meta.map(({ label, value }) => [label, value])];
  const text = answers.map(([label, value]) => `${label}: ${value}`).join('\n');
  const subject = `Enquiry ${id}: ${fields.case_type}`;
  await mailer?.sendMail({ from: MAIL_FROM, to: MAIL_TO, subject, text });
}

const refuse = (what: string) => ({ code: 400, status: `\`${what}\` is missing or empty`, result: false });
const app = new Hono().basePath('/rest/enquiries/v1');
const data = { status: 'rest_cannot_access' };
app.use(basicAuth({ username, password, invalidUserMessage: { code: 401, message: 'Wrong login', data } }));

app.post('/enquiries/create', async context => {
  const enquiry = await context.req.json<Enquiry>();
  // The proxy tests the login with an enquiry that has no first name.
  if (!enquiry.forename) return context.json(refuse('forename'), 400);
  const reference = enquiry.meta.find(({ id }) => id === 'enquiry_reference')?.value ?? null;
  const { id } = addEnquiry.get(reference, JSON.stringify(enquiry)) as { id: number };
  mail(enquiry, id).catch(error => console.error(`Enquiry ${id} is stored, but wasn't mailed:`, error));
  return context.json({ code: 201, status: 'Created enquiry', result: id }, 201);
});

app.post('/enquiries/upload', async context => {
  const { post_id, file, contents } = await context.req.json();
  if (!contents) return context.json(refuse('contents'), 400);
  const content = Buffer.from(contents, 'base64');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const added = addFile.get(file.name, file.mime, content, sha256, Number(post_id));
  if (!added) return context.json(refuse('post_id'), 400);
  return context.json({ code: 201, status: 'Accepted', result: Number(added.id) }, 201);
});

serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`listening on http://127.0.0.1:${port}`),
);
