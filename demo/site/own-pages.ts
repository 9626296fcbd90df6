// The pages that `npm start -- --config FILE` shows: a list of the site owner's case types, and each form on one page and
// in steps.

import { type DemoEntry, drawDemoBar, escapeHtml } from './demo-bar.ts';

/** What the pages need of the site owner's config, which the proxy has checked. */
export interface OwnConfig {
  language?: string;
  case_types: Record<string, { label: string | Record<string, string> }>;
}

/** The pages' HTML by their paths. */
export function createOwnPages(config: OwnConfig, proxy: string, inbox: string): Record<string, string> {
  const language = config.language ?? 'en';
  const caseTypes = Object.entries(config.case_types).map(([name, { label }]) => ({
    name,
    label: typeof label === 'string' ? label : (label[language] ?? Object.values(label)[0] ?? name),
  }));
  const entries = [
    { path: '/', label: 'Your forms' },
    ...caseTypes.map(caseType => ({ path: pathOf(caseType), label: caseType.label, lang: language })),
  ];
  const context = { language, proxy, inbox, entries };
  return {
    '/': listPage(caseTypes, context),
    ...Object.fromEntries(
      caseTypes.flatMap(caseType => [
        [pathOf(caseType), formPage(caseType, context, '')],
        [`${pathOf(caseType)}/steps`, formPage(caseType, context, ' layout="steps"')],
      ]),
    ),
  };
}

interface CaseType {
  name: string;
  label: string;
}

interface PageContext {
  language: string;
  proxy: string;
  inbox: string;
  /** The entries of the bar. */
  entries: DemoEntry[];
}

const pathOf = ({ name }: CaseType) => `/forms/${name}`;

/** The tag that the site owner adds to a page. */
function tagOf({ name }: CaseType, { proxy }: PageContext, attributes = ''): string {
  return `<script type="module" src="${proxy}/enquiry-form.js?case-type=${name}"></script>
<enquiry-form case-type="${name}"${attributes}>
  <p>Call us on <a href="tel:+441632960001">01632 960001</a>.</p>
</enquiry-form>`;
}

function listPage(caseTypes: CaseType[], context: PageContext): string {
  const sections = caseTypes.map(
    caseType => `<section>
        <h2 lang="${context.language}"><bdi>${escapeHtml(caseType.label)}</bdi></h2>
        <p class="links"><a href="${pathOf(caseType)}">On one page</a> · <a href="${pathOf(caseType)}/steps">Step by step</a></p>
        <p class="small">Add this to your page:</p>
        <pre tabindex="0">${escapeHtml(tagOf(caseType, context))}</pre>
      </section>`,
  );
  const content = `<main class="own">
      <h1>Your forms</h1>
      ${sections.join('\n      ')}
    </main>`;
  return page('Your forms', content, '/', context);
}

function formPage(caseType: CaseType, context: PageContext, attributes: string): string {
  const { label } = caseType;
  const content = `<main class="own">
      <section class="own-form" aria-label="Form" lang="${context.language}">
        ${tagOf(caseType, context, attributes)}
      </section>
    </main>`;
  return page(label, content, pathOf(caseType), context);
}

function page(title: string, content: string, current: string, { entries, inbox }: PageContext): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/site.css" />
    <link rel="stylesheet" href="/demo-bar.css" />
  </head>
  <body>
    ${drawDemoBar({ entries, current, inbox })}
    ${content}
  </body>
</html>
`;
}
