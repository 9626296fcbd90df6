// Follows the config file: shows its errors over the form, and loads the page again when the config has changed, with what was
// typed, and at the same place.
const shown = new URL(import.meta.url).searchParams.get('version');
const keptName = 'demo-kept';
/** How long a form takes to restore its answers once it is ready, and how long it may take to be ready. */
const settleMs = 1_000;
const loadMs = 15_000;
const frame = document.querySelector('iframe');
/** Whether the form is shown without JavaScript. */
const isPlain = !!frame?.hasAttribute('sandbox');
const viewed = () => frame?.contentWindow ?? window;
const formsIn = view => [...view.document.querySelectorAll('enquiry-form')];
const controlsOf = form => [...(form.shadowRoot?.querySelectorAll('[name]') ?? [])];
const nameOf = ({ name, type, value }) => (/radio|checkbox/.test(type) ? `${name}=${value}` : name);
const isAbove = control => control.getBoundingClientRect().bottom < 0;

/** Keeps what the form itself doesn't: the place of the first control on the screen, and the answers if it keeps no drafts. */
function keep() {
  const view = viewed();
  const forms = formsIn(view).map(form => ({
    values: form.values,
    controls: controlsOf(form)
      .filter(({ type }) => type !== 'hidden' && type !== 'file')
      .map(control => [
        nameOf(control),
        /radio|checkbox/.test(control.type) ? control.checked : control.value,
      ]),
  }));
  const controls = formsIn(view).flatMap((form, at) => controlsOf(form).map(control => ({ at, control })));
  const first =
    view.scrollY > 0 && controls.find(({ control }) => control.checkVisibility() && !isAbove(control));
  const place = first && {
    at: first.at,
    name: nameOf(first.control),
    top: first.control.getBoundingClientRect().top,
  };
  sessionStorage.setItem(keptName, JSON.stringify({ page: location.href, forms, place, y: view.scrollY }));
}

function restore() {
  const kept = JSON.parse(sessionStorage.getItem(keptName) ?? 'null');
  sessionStorage.removeItem(keptName);
  if (kept?.page !== location.href) return;
  const view = viewed();
  const givesUpAt = performance.now() + loadMs;
  let endsAt = 0;
  let isTouched = false;
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    view.addEventListener(type, () => (isTouched = true), { once: true, passive: true });
  for (const [at, form] of formsIn(view).entries()) fillIn(form, kept.forms[at]);
  const follow = () => {
    const { at, name, top } = kept.place || {};
    const form = formsIn(view)[at];
    const control = form && controlsOf(form).find(each => nameOf(each) === name);
    if (!isTouched && control)
      view.scrollBy({ top: control.getBoundingClientRect().top - top, behavior: 'instant' });
    else if (!isTouched) view.scrollTo({ top: kept.y, behavior: 'instant' });
    const now = performance.now();
    const isReady = formsIn(view).every(each => isPlain || each.hasAttribute('ready')) || now > givesUpAt;
    if (!isReady || endsAt === 0) endsAt = now + settleMs;
    if (now < endsAt) return requestAnimationFrame(follow);
    // Forms without drafts have none of the answers.
    for (const [at, form] of formsIn(view).entries()) {
      const values = kept.forms[at]?.values;
      if (!isPlain && values && JSON.stringify(form.values) !== JSON.stringify(values)) form.values = values;
    }
  };
  follow();
}

/** Fills in a form without JavaScript. */
function fillIn(form, kept) {
  if (!isPlain) return;
  const values = new Map(kept?.controls ?? []);
  for (const control of controlsOf(form)) {
    const value = values.get(nameOf(control));
    if (typeof value === 'boolean') control.checked = value;
    else if (value !== undefined) control.value = value;
  }
}

const panel = document.createElement('section');
panel.className = 'config-problems';
panel.setAttribute('role', 'alert');
panel.tabIndex = 0; // It may have to be scrolled.
panel.lang = 'en';
panel.dir = 'ltr';

function element(tag, content, className) {
  const made = document.createElement(tag);
  made.append(...[content].flat());
  if (className) made.className = className;
  return made;
}

function entry({ advice, line, column, text, mark }) {
  const made = element('li', element('p', advice));
  if (!text) return made;
  made.prepend(element('p', `Line ${line}, column ${column}`, 'place'));
  const marked = element('mark', text.slice(mark.start, mark.end) || ' ');
  made.append(element('pre', [text.slice(0, mark.start).trimStart(), marked, text.slice(mark.end)]));
  return made;
}

/** Shows the errors over the form, or what the config lacks below the tag. */
function show({ file, isUsable, findings }) {
  const errors = findings.filter(({ status }) => status === 'failed');
  document.querySelector('.config-warnings')?.remove();
  const warnings = findings.filter(({ status }) => status === 'warning');
  const beside = document.querySelector('aside');
  if (beside && warnings.length > 0) {
    const list = element('ul', warnings.map(entry));
    beside.append(element('section', [element('h2', 'Before you go live'), list], 'config-warnings'));
  }
  if (errors.length === 0) return panel.remove();
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`;
  const heading = element('h2', `${count} in ${file.replace(/^.*[\\/]/, '')}`);
  const state = isUsable ? 'The form below has none of the changes since the last good version. ' : '';
  const note = element('p', `${state}This goes away when you save the file without errors.`);
  panel.replaceChildren(heading, element('ol', errors.map(entry)), note);
  panel.title = file;
  (document.querySelector('.preview') ?? document.body).prepend(panel);
}

let source;
/** Pages in the background hold no connection: browsers open six to a server, and the seventh page would wait for ever. */
function follow() {
  source?.close();
  if (document.visibilityState !== 'visible') return;
  source = new EventSource('/events');
  source.addEventListener('message', ({ data }) => {
    const state = JSON.parse(data);
    if (state.version === shown) return show(state);
    keep();
    source.close();
    location.reload();
  });
  source.addEventListener('error', () => {
    // Otherwise the browser connects again by itself.
    if (source.readyState === EventSource.CLOSED) setTimeout(follow, 1_000);
  });
}
document.addEventListener('visibilitychange', follow);
follow();
// A frame is empty at first.
const isLoaded = ({ readyState, URL }) => readyState === 'complete' && URL !== 'about:blank';
if (!frame || isLoaded(frame.contentDocument)) restore();
frame?.addEventListener('load', restore);
