import { expect, test } from 'vitest';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { readBuild } from '../http/scripts/widget-build.ts';

const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);

const page = '--page https://www.example.com/contact';
const own = { ENQUIRY_PUBLIC_URL: 'https://forms.example.com' };

test('prints a tag for the script and for each form, with a content security policy', async () => {
  const { out, err, code } = await run(`snippet ${page}`, own);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [policy, script, , ...forms] = out.split('\n');
  expect(policy).toBe(
    '<!-- Content-Security-Policy: script-src https://forms.example.com; connect-src https://forms.example.com -->',
  );
  expect(script).toBe(
    '<script type="module" src="https://forms.example.com/enquiry-form.js?case-type=injury&amp;case-type=other"></script>',
  );
  expect(forms.filter(line => line.startsWith('<enquiry-form'))).toEqual([
    '<enquiry-form case-type="injury">',
    '<enquiry-form case-type="other">',
  ]);
  expect(out).toContain(
    '\n  <a href="https://forms.example.com/forms/injury?lang=en">Injury</a>\n</enquiry-form>',
  );
  expect(out).toMatch(/^ {2}import\("https:\/\/forms\.example\.com\/assets\/measure-heights\.js"\) -->$/m);
});

test('prints the tags for one case type, one language and a proxy at another address', async () => {
  const words = '--case-type injury --lang cy-GB --proxy https://www.example.com/forms';
  const { out } = await run(`snippet --json ${page} ${words}`, own);
  const { html, content_security_policy, console_line } = JSON.parse(out);
  expect(html).toContain(
    'src="https://www.example.com/forms/enquiry-form.js?case-type=injury&amp;lang=cy-GB"',
  );
  expect(html).toContain('<enquiry-form case-type="injury" lang="cy">');
  expect(html).not.toContain('case-type="other"');
  expect(content_security_policy).toBe(
    'script-src https://www.example.com/forms/; connect-src https://www.example.com/forms/',
  );
  expect(console_line).toBe('import("https://www.example.com/forms/assets/measure-heights.js")');
});

test('prints one tag for several case types, with a list of links to their pages', async () => {
  const { out } = await run(`snippet ${page} --case-type other --case-type injury --case-type other`, own);
  expect(out).toContain(`<enquiry-form case-type="other injury">
  <!-- Shown until the form appears and if it fails to load: put a phone number or an email address here. -->
  <ul>
    <li><a href="https://forms.example.com/forms/other?lang=en">Something else</a></li>
    <li><a href="https://forms.example.com/forms/injury?lang=en">Injury</a></li>
  </ul>
</enquiry-form>`);
  expect(out).toContain('enquiry-form.js?case-type=other&amp;case-type=injury"');
});

test.each([
  ['', '<a href="https://forms.example.com/forms/injury" data-enquiry-form>Injury</a>'],
  [' --lang cy', '<a href="https://forms.example.com/forms/injury?lang=cy" data-enquiry-form>Anaf</a>'],
])('prints a link that becomes the form: --link%s', async (option, link) => {
  const { out, code } = await run(`snippet ${page} --link --case-type injury${option}`, own);
  expect(code).toBe(0);
  expect(out.split('\n').slice(1)).toEqual([
    expect.stringMatching(/^<script type="module" src="https:\/\/forms\.example\.com\/enquiry-form\.js\?/),
    '',
    `<p>${link}</p>`,
    '',
  ]);
});

test('warns that the tags work only on this computer if the address of the proxy is missing', async () => {
  const { out, err, code } = await run(`snippet ${page}`);
  expect(code).toBe(0);
  expect(out).toContain('src="http://127.0.0.1:8080/enquiry-form.js?');
  expect(err).toContain('Add --proxy URL');
});

test('refuses a page that may not send enquiries, and says what to do', async () => {
  const { out, err, code } = await run('snippet --page https://shop.example.com/', own);
  expect({ out, code }).toEqual({ out: '', code: 1 });
  expect(err).toContain('add it to "origins" in');
});

test.each([
  ['an unknown case type', '--case-type ijnury', 'no case type "ijnury" in the config, only injury, other'],
  ['a language without a translation', '--case-type other --lang cy', '"other" has no translation into "cy"'],
  [
    'a prerendered form for several case types',
    '--prerender --case-type injury --case-type other',
    'A prerendered form needs one case type',
  ],
  ['a prerendered form in place of a link', '--prerender --link', 'Choose one of --prerender and --link'],
  [
    'a proxy address without https://',
    '--proxy forms.example.com',
    '--proxy must be an http or https address',
  ],
])('refuses %s', async (_, words, message) => {
  const { out, err, code } = await run(`snippet ${page} ${words}`, own);
  expect({ out, code }).toEqual({ out: '', code: 2 });
  expect(err).toContain(message);
});

test('a snippet with --integrity needs the built widget', () => {
  expect(() => readBuild(program.folder)).toThrow('the widget is not built: run "npm run build"');
});
