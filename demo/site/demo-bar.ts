// The demo's own bar, above the header of the fictional firm: the same entries on every page, and the controls of the page that
// is shown.

/** A page of the demo. */
export interface DemoEntry {
  path: string;
  label: string;
  /** The language of the label. Default: English. */
  lang?: string;
}

export interface DemoBar {
  entries: DemoEntry[];
  /** The path of the page that is shown. */
  current: string;
  /** The address of the stand-in's inbox. */
  inbox: string;
  /** The HTML of controls in the row of the pages. Default: none. */
  controls?: string | undefined;
  /** The HTML of further controls, which have a row of their own, and are folded up on small windows. Default: none. */
  options?: string | undefined;
  /** The version of the config that the page shows. Undefined: the page doesn't follow a config. */
  live?: string | undefined;
}

/** Draws the bar: links on wide windows, and a select on phones, which demo-menu.js makes lead to its page. */
export function drawDemoBar({ entries, current, inbox, controls = '', options, live }: DemoBar): string {
  const isCurrent = ({ path }: DemoEntry) => path === current;
  const links = entries.map(
    entry =>
      `<li><a href="${escapeHtml(entry.path)}"${langOf(entry)}${isCurrent(entry) ? ' aria-current="page"' : ''}>${escapeHtml(entry.label)}</a></li>`,
  );
  const choices = entries.map(
    entry =>
      `<option value="${escapeHtml(entry.path)}"${langOf(entry)}${isCurrent(entry) ? ' selected' : ''}>${escapeHtml(entry.label)}</option>`,
  );
  return `<nav class="demo" lang="en" dir="ltr" aria-label="Demo">
      <strong>Demo</strong>
      <ul>${links.join('')}</ul>
      ${entries.length > 1 ? drawMenu(choices) : ''}
      ${controls}
      <a class="inbox" href="${inbox}">Inbox</a>
      ${options ? `<details class="options"><summary>Options</summary><div>${options}</div></details>` : ''}
      ${live ? `<script type="module" src="/live.js?version=${live}"></script>` : ''}
    </nav>`;
}

const drawMenu = (choices: string[]) => `<form class="menu">
        <select aria-label="Page of the demo" autocomplete="off">${choices.join('')}</select>
        <button>Open</button>
      </form>
      <script type="module" src="/demo-menu.js"></script>`;

/** A control of the bar that has several states, each at an address of its own. */
export function drawSwitch(label: string, states: DemoEntry[], current: string): string {
  const links = states.map(
    state =>
      `<a href="${escapeHtml(state.path)}"${langOf(state)}${state.path === current ? ' aria-current="true"' : ''}>${escapeHtml(state.label)}</a>`,
  );
  return `<span class="switch" role="group" aria-label="${escapeHtml(label)}">${escapeHtml(label)} ${links.join('')}</span>`;
}

const langOf = ({ lang }: DemoEntry) => (lang ? ` lang="${lang}"` : '');

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, character => entities[character] ?? character);
}
