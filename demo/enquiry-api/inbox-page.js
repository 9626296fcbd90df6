// Polls the inbox. Everything received is inserted as text, because an enquiry may contain anything.
const pollMs = 1_000;
const byId = id => document.getElementById(id);
const form = byId('faults');
const list = byId('enquiries');
const contact = { telephone_mobile: 'Mobile', email: 'Email' };
const marketing = {
  marketing_campaign: 'Campaign',
  marketing_lead_referer: 'Referer',
  marketing_keywords: 'Keywords',
  marketing_detail: 'Detail',
};
const known = new Set([
  'forename',
  'surname',
  'case_type',
  'meta',
  ...Object.keys(contact),
  ...Object.keys(marketing),
]);
/** Articles on the page by enquiry id, each with the JSON that it shows. */
const articles = new Map();
let switches = 0;

function text(tag, content, className) {
  const element = document.createElement(tag);
  element.textContent = content;
  if (className) element.className = className;
  return element;
}

function pair(label, value) {
  const row = document.createElement('div');
  row.append(text('dt', label), text('dd', typeof value === 'string' ? value : JSON.stringify(value)));
  return row;
}

function size(bytes) {
  const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${number.format(bytes / 1e3)} kB` : `${number.format(bytes / 1e6)} MB`;
}

function fileLink(file) {
  const link = document.createElement('a');
  link.href = `/inbox/files/${file.id}`;
  const kind = file.mime.split('/').at(-1).toUpperCase();
  let picture = text('span', kind, 'kind');
  if (file.mime.startsWith('image/')) {
    link.target = '_blank';
    picture = document.createElement('img');
    picture.src = link.href;
    picture.alt = '';
  }
  link.append(picture, text('strong', file.name), text('small', `${kind} · ${size(file.size)}`));
  const entry = document.createElement('li');
  entry.append(link);
  return entry;
}

function articleOf({ id, received_at, meta, files, body }) {
  const article = byId('enquiry').content.cloneNode(true).firstElementChild;
  const part = selector => article.querySelector(selector);
  const pairs = labels =>
    Object.entries(labels).flatMap(([key, label]) => (body[key] ? [pair(label, body[key])] : []));
  part('h2').textContent = [body.forename, body.surname].filter(Boolean).join(' ');
  part('.type').textContent = body.case_type || 'no case type';
  part('.id').textContent = `No. ${id}`;
  const at = new Date(received_at);
  part('time').textContent = at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
  part('time').dateTime = received_at;
  part('.meta').append(...meta.map(({ label, value }) => pair(label, value)));
  const others = Object.keys(body).filter(key => !known.has(key));
  part('.contact').append(...pairs(contact), ...others.map(key => pair(key, body[key])));
  part('.marketing').append(...pairs(marketing));
  part('.files').append(...files.map(fileLink));
  return article;
}

/** Builds only what is new or changed, so that nothing flickers and a focused link keeps the focus. */
function showEnquiries(enquiries) {
  const isFirst = articles.size === 0;
  enquiries.forEach((enquiry, place) => {
    const json = JSON.stringify(enquiry);
    let shown = articles.get(enquiry.id);
    if (shown?.json !== json) {
      const article = articleOf(enquiry);
      article.classList.toggle('new', !shown && !isFirst);
      shown?.article.replaceWith(article);
      shown = { json, article };
      articles.set(enquiry.id, shown);
    }
    if (list.children[place] !== shown.article) list.insertBefore(shown.article, list.children[place]);
  });
  const ids = new Set(enquiries.map(({ id }) => id));
  for (const [id, { article }] of articles) {
    if (ids.has(id)) continue;
    article.remove();
    articles.delete(id);
  }
  byId('empty').hidden = enquiries.length > 0;
}

function showFault(fault) {
  const { fault: name, times } = fault;
  form.className = `is-${name}`;
  for (const control of form.elements) {
    if (control === document.activeElement && control.localName === 'input') continue;
    const value = String(fault[control.name] ?? '');
    // Another client may have set a number that this page doesn't offer.
    if (control.name === 'times' && ![...control.options].some(option => option.value === value))
      control.add(new Option(`${value} times`, value));
    control.value = value;
  }
  const chosen = control => form.elements[control].selectedOptions[0].text;
  const often = times === null ? '' : `, ${times === 1 ? 'once more' : `${times} more times`}`;
  byId('fault').textContent = `The enquiry API ${chosen('fault')}, for ${chosen('operation')}${often}.`;
  byId('banner').hidden = name === 'none';
}

async function poll() {
  const before = switches;
  try {
    const [{ enquiries }, fault] = await Promise.all(
      ['/inbox.json', '/faults'].map(async path => (await fetch(path)).json()),
    );
    // A response to a request made before the fault was changed is out of date.
    if (before === switches) showFault(fault);
    showEnquiries(enquiries);
    byId('count').textContent = enquiries.length === 1 ? '1 enquiry.' : `${enquiries.length} enquiries.`;
  } catch {
    byId('count').textContent = 'Not responding.';
  }
  setTimeout(poll, pollMs);
}

async function switchTo(fault) {
  switches += 1;
  const response = await fetch('/faults', { method: 'PUT', body: JSON.stringify(fault) });
  showFault(await response.json());
  switches += 1;
}

form.addEventListener('submit', event => event.preventDefault());
form.addEventListener('change', async () => {
  if (!form.reportValidity()) return;
  const { delay_ms, times, ...chosen } = Object.fromEntries(new FormData(form));
  await switchTo({ ...chosen, delay_ms: Number(delay_ms), times: times ? Number(times) : null });
});
byId('off').addEventListener('click', async () => {
  await switchTo({ fault: 'none' });
  form.elements.fault.focus();
});
byId('clear').addEventListener('click', async () => {
  if (confirm('Delete all enquiries and files in the inbox?')) await fetch('/inbox', { method: 'DELETE' });
});
await poll();
