// The pages that show the forms of a site owner's config: for each case type a page with the form in a frame, so that it is
// seen at any width and without JavaScript, and beside it the tag and the CSS to copy.
import { type DemoBar, type DemoEntry, drawDemoBar, drawSwitch, escapeHtml } from './demo-bar.ts';

type Text = string | Record<string, string>;

/** What the pages need of the site owner's config, which the proxy has checked. */
export interface OwnConfig {
  language?: string;
  contact_us?: OwnContact;
  case_types: Record<string, { label: Text; contact_us?: OwnContact }>;
}

interface OwnContact {
  phone?: string;
  email?: string;
  url?: string;
  text?: Text;
}

/** How a config of one's own begins. */
export interface Beginning {
  /** Where it will be written. */
  path: string;
  /** The forms to begin with. */
  presets: { name: string; label: string }[];
  /** Writes the config with one of them. Resolves once it is shown. */
  begin(preset: string): Promise<void>;
}

interface OwnSite {
  /** Undefined: there is none yet that can be used. */
  config: OwnConfig | undefined;
  proxy: string;
  bar: Pick<DemoBar, 'inbox' | 'live'>;
  /** Gets a form without JavaScript. */
  prerender: (address: string) => Promise<OwnPage | undefined>;
  readFault: () => Promise<string>;
}

interface OwnPage {
  html: string;
  policy: Partial<Record<string, string>>;
}

/** The faults that the bar offers. The inbox has all of them. */
const faults = [
  ['none', 'works'],
  ['slow', 'is slow'],
  ['down', 'is down'],
  ['400', 'rejects a field'],
  ['401', 'rejects the login'],
] as const;

/** The states of each switch by the value in the address; the first is the default. */
const switches = {
  layout: { label: 'Questions', states: { '': 'One page', steps: 'Steps' } },
  width: { label: 'Width', states: { '': 'Wide', tablet: 'Tablet', phone: 'Phone' } },
  scheme: { label: 'Colours', states: { '': 'Yours', light: 'Light', dark: 'Dark' } },
  script: { label: 'JavaScript', states: { '': 'On', off: 'Off' } },
};

export function createOwnPages({ config, proxy, bar, prerender, readFault }: OwnSite) {
  const main = config?.language ?? 'en';
  const names = Object.keys(config?.case_types ?? {});
  const textIn = (text: Text | undefined, lang: string) =>
    typeof text === 'object' ? (text[lang] ?? text[main] ?? Object.values(text)[0] ?? '') : (text ?? '');
  const labelOf = (name: string, lang = main) => textIn(config?.case_types[name]?.label, lang) || name;
  const languagesOf = (name: string) => {
    const label = config?.case_types[name]?.label;
    const languages = typeof label === 'object' ? Object.keys(label) : [];
    return [main, ...languages.filter(each => each !== main)];
  };

  /** The page at an address, or the address to which it leads. Undefined: there is none. */
  async function page({ pathname, searchParams }: URL): Promise<OwnPage | string | undefined> {
    const [, encoded = ''] = /^\/forms\/([^/]+)$/.exec(pathname) ?? [];
    const isFramed = searchParams.has('framed');
    const name = decodeURIComponent(encoded);
    if (names.includes(name)) {
      const lang = languagesOf(name).find(each => each === searchParams.get('lang')) ?? main;
      const shown = { name, lang, query: searchParams };
      return isFramed ? await framePage(shown) : await formPage(shown);
    }
    // The page on which the config was begun may load again before its form has led elsewhere.
    if (isFramed || (!['/', '/start'].includes(pathname) && !encoded)) return undefined;
    // The case type may have been renamed.
    return names[0] ? `/forms/${encodeURIComponent(names[0])}` : waitingPage();
  }

  interface ShownForm {
    name: string;
    lang: string;
    /** The states of the switches. */
    query: URLSearchParams;
  }

  async function formPage({ name, lang, query }: ShownForm): Promise<OwnPage> {
    const path = `/forms/${encodeURIComponent(name)}`;
    const addressOf = (key: string, value: string) => {
      const changed = new URLSearchParams(query);
      if (value) changed.set(key, value);
      else changed.delete(key);
      return changed.size ? `${path}?${changed}` : path;
    };
    const drawn = Object.entries(switches).map(([key, { label, states }]) => {
      const entries = Object.entries(states).map(([value, label]) => ({
        path: addressOf(key, value),
        label,
      }));
      return drawSwitch(label, entries, addressOf(key, query.get(key) ?? ''));
    });
    const languages = languagesOf(name).map(each => ({
      path: addressOf('lang', each === main ? '' : each),
      label: new Intl.DisplayNames([each], { type: 'language' }).of(each) ?? each,
      lang: each,
    }));
    const language =
      languages.length > 1
        ? drawSwitch('Language', languages, addressOf('lang', lang === main ? '' : lang))
        : '';
    const entries: DemoEntry[] = names.map(each => ({
      path: `/forms/${encodeURIComponent(each)}${query.size ? `?${query}` : ''}`,
      label: labelOf(each),
      lang: main,
    }));
    const drawnBar = drawDemoBar({
      ...bar,
      entries,
      current: `${path}${query.size ? `?${query}` : ''}`,
      controls: await faultControl(),
      options: [language, ...drawn].join('\n'),
    });
    const isPlain = query.get('script') === 'off';
    // Without allow-scripts, the page is as in a browser without JavaScript, and its receipt opens in a tab.
    const sandbox = isPlain ? ' sandbox="allow-forms allow-popups allow-same-origin"' : '';
    // In the path of the page, which arrives as the one on which the visit began.
    const frame = `${path}?${new URLSearchParams([...query, ['framed', '']])}`;
    const content = `<main class="own">
      <h1 class="unseen" lang="${main}">${escapeHtml(labelOf(name))}</h1>
      <div class="preview ${escapeHtml(query.get('width') ?? '')}">
        <iframe src="${escapeHtml(frame)}" title="Form"${sandbox}></iframe>
      </div>
      ${asidePanels(tagOf(name, lang, query.get('layout') === 'steps'))}
    </main>
    <script type="module" src="/own.js"></script>`;
    return document_(labelOf(name), `${drawnBar}\n${content}`);
  }

  /** The page in the frame. */
  async function framePage({ name, lang, query }: ShownForm): Promise<OwnPage> {
    const scheme = ['light', 'dark'].find(each => each === query.get('scheme')) ?? '';
    const isSteps = query.get('layout') === 'steps';
    const policy = { 'frame-ancestors': "'self'" };
    const draw = (form: string, head = '') =>
      document_(labelOf(name, lang), `<main class="own-form">\n${form}\n</main>`, { lang, scheme, head });
    if (query.get('script') !== 'off') {
      const { html } = draw(tagOf(name, lang, isSteps));
      return { html, policy };
    }
    const form = await prerender(`${proxy}/forms/${encodeURIComponent(name)}/prerendered?lang=${lang}`);
    const { html } = draw(form?.html ?? '', '<base target="_blank" />');
    return { html, policy: { ...form?.policy, ...policy } };
  }

  function waitingPage(): OwnPage {
    const drawn = drawDemoBar({ ...bar, entries: [{ path: '/', label: 'Your form' }], current: '/' });
    const content = `<main class="own">
      <div class="preview waiting"><p>Your form will be here as soon as the config has no errors.</p></div>
    </main>`;
    return document_('Your form', `${drawn}\n${content}`);
  }

  /** The tag that the site owner adds to a page. */
  function tagOf(name: string, lang: string, isSteps: boolean): string {
    const contact = config?.case_types[name]?.contact_us ?? config?.contact_us;
    const isMain = lang === main;
    const query = new URLSearchParams({ 'case-type': name, ...(!isMain && { lang }) });
    const attributes = `case-type="${name}"${isMain ? '' : ` lang="${lang}"`}${isSteps ? ' layout="steps"' : ''}`;
    return `<script type="module" src="${escapeHtml(`${proxy}/enquiry-form.js?${query}`)}"></script>
<enquiry-form ${escapeHtml(attributes).replaceAll('&quot;', '"')}>
  ${contactHtml(contact, lang)}
</enquiry-form>`;
  }

  function contactHtml(contact: OwnContact | undefined, lang: string): string {
    const { phone, email, url } = contact ?? {};
    const address = phone ? `tel:${phone.replaceAll(/[^\d+]/g, '')}` : email ? `mailto:${email}` : url;
    if (!address) return '<p>Write here how visitors can reach you if the form can’t be loaded.</p>';
    const words = textIn(contact?.text, lang);
    const link = `<a href="${escapeHtml(address)}">${escapeHtml(phone ?? email ?? address)}</a>`;
    return `<p>${words ? `${escapeHtml(words)} ` : ''}${link}</p>`;
  }

  async function faultControl(): Promise<string> {
    const now = await readFault();
    const isListed = faults.some(([value]) => value === now);
    const options = [...faults, ...(isListed ? [] : [[now, `has the fault “${now}”`] as const])].map(
      ([value, label]) =>
        `<option value="${escapeHtml(value)}"${value === now ? ' selected' : ''}>${escapeHtml(label)}</option>`,
    );
    return `<form class="fault" method="post" action="/fault">
        <label>Back office <select name="fault" autocomplete="off">${options.join('')}</select></label>
        <button>Set</button>
      </form>`;
  }

  return { page };
}

/** The page on which a site owner chooses a form to begin with. */
export function startPage({ path, presets }: Beginning, bar: Omit<DemoBar, 'current'>): OwnPage {
  const buttons = presets.map(
    ({ name, label }) =>
      `<li><button name="preset" value="${escapeHtml(name)}">${escapeHtml(label)}</button></li>`,
  );
  const content = `<main class="start">
      <h1>Which form comes closest to yours?</h1>
      <p class="lead">Your choice is written to <code>${escapeHtml(path)}</code>. Open that file in your editor and change it as you like: this page shows each change when you save.</p>
      <form method="post" action="/start"><ul>${buttons.join('')}</ul></form>
    </main>`;
  return document_('Your own form', `${drawDemoBar({ ...bar, current: '/start' })}\n${content}`);
}

/** What is beside the form: inputs for the look with the CSS that they make, and the tag. own.js fills in the CSS. */
function asidePanels(tag: string): string {
  return `<aside aria-label="Copy to your site">
        <section>
          <h2>Make it yours</h2>
          <form class="look">
            <label>Accent <input name="accent" type="color" value="#0b6e5f" autocomplete="off" /></label>
            <label>Corners <input name="radius" type="number" min="0" max="32" placeholder="10" autocomplete="off" /></label>
            <label>Font <input name="font" placeholder="Georgia, serif" autocomplete="off" /></label>
          </form>
          <div class="copied" id="css" hidden>
            <p>Add this to your style sheet:</p>
            <pre tabindex="0"></pre>
            <button type="button">Copy</button>
          </div>
        </section>
        <section>
          <h2>Put it on your page</h2>
          <div class="copied">
            <pre tabindex="0">${escapeHtml(tag)}</pre>
            <button type="button">Copy</button>
          </div>
        </section>
      </aside>`;
}

interface DocumentOptions {
  lang?: string;
  /** `light`, `dark` or empty. */
  scheme?: string;
  /** Further HTML of the head. */
  head?: string;
}

function document_(
  title: string,
  body: string,
  { lang = 'en', scheme = '', head = '' }: DocumentOptions = {},
): OwnPage {
  const html = `<!doctype html>
<html lang="${escapeHtml(lang)}"${scheme ? ` class="${scheme}"` : ''}>
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/site.css" />
    <link rel="stylesheet" href="/demo-bar.css" />
    <link rel="stylesheet" href="/own.css" />
    ${head}
  </head>
  <body>
    ${body}
  </body>
</html>
`;
  return { html, policy: {} };
}
