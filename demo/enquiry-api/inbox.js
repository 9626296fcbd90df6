// Watches the inbox. Everything that was sent is put in as text: an enquiry may hold anything.
const pollMs = 1_000;
const byId = id => document.getElementById(id);
const form = byId('faults');
const contact = { telephone_mobile: 'Mobile', email: 'Email' };
const marketing = {
  marketing_campaign: 'Campaign',
  marketing_lead_referer: 'Referer',
  marketing_keywords: 'Keywords',
  marketing_detail: 'Detail',
};
const known = [
  'forename',
  'surname',
  'case_type',
  'meta',
  ...Object.keys(contact),
  ...Object.keys(marketing),
];
let shown = '';

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

function fileLink(file) {
  const link = document.createElement('a');
  link.href = `/inbox/files/${file.id}`;
  let picture = text('span', file.name.split('.').pop().toUpperCase(), 'kind');
  if (file.mime.startsWith('image/')) {
    picture = document.createElement('img');
    picture.src = link.href;
    picture.alt = '';
  }
  const size = new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(file.size / 1024);
  link.append(picture, text('strong', file.name), text('small', `${size} kB · ${file.mime}`));
  const entry = document.createElement('li');
  entry.append(link);
  return entry;
}

function article(enquiry) {
  const part = byId('enquiry').content.cloneNode(true);
  const put = (selector, content) => {
    part.querySelector(selector).textContent = content;
  };
  const { body } = enquiry;
  put('h2', [body.forename, body.surname].filter(Boolean).join(' '));
  put('.type', body.case_type ?? 'no case type');
  put('.id', `No. ${enquiry.id}`);
  put('time', new Date(enquiry.received_at).toLocaleTimeString('en-GB'));
  const fill = (selector, labels) =>
    part
      .querySelector(selector)
      .append(
        ...Object.entries(labels).flatMap(([key, label]) => (body[key] ? [pair(label, body[key])] : [])),
      );
  fill('.contact', contact);
  fill('.marketing', marketing);
  part.querySelector('.meta').append(...enquiry.meta.map(({ label, value }) => pair(label, value)));
  const others = Object.keys(body).filter(key => !known.includes(key));
  part.querySelector('.contact').append(...others.map(key => pair(key, body[key])));
  part.querySelector('.files').append(...enquiry.files.map(fileLink));
  return part;
}

function showFault({ fault, field, delay_ms, operation }) {
  form.className = fault === 'none' ? '' : `on is-${fault}`;
  byId('banner').textContent = fault === 'none' ? '' : 'A fault is switched on.';
  if (form.contains(document.activeElement)) return;
  Object.assign(form.elements.fault, { value: fault });
  Object.assign(form.elements.operation, { value: operation });
  form.elements.field.value = field;
  form.elements.delay_ms.value = delay_ms;
}

async function look() {
  try {
    const [inbox, fault] = await Promise.all(
      ['/inbox.json', '/faults'].map(async path => (await fetch(path)).json()),
    );
    showFault(fault);
    const { enquiries, requests } = inbox;
    byId('count').textContent = `${enquiries.length} enquiries, ${requests.length} requests.`;
    const now = JSON.stringify(enquiries);
    if (now !== shown) {
      shown = now;
      byId('enquiries').replaceChildren(
        ...(enquiries.length ? enquiries.map(article) : [byId('empty').content.cloneNode(true)]),
      );
    }
  } catch {
    byId('count').textContent = 'The stand-in does not answer.';
  }
  setTimeout(look, pollMs);
}

form.addEventListener('submit', event => event.preventDefault());
form.addEventListener('change', async () => {
  if (!form.reportValidity()) return;
  const { fault, operation, field, delay_ms } = Object.fromEntries(new FormData(form));
  const response = await fetch('/faults', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault, operation, field, delay_ms: Number(delay_ms) }),
  });
  showFault(await response.json());
});
byId('clear').addEventListener('click', async () => {
  if (confirm('Empty the inbox? What it holds is deleted.')) await fetch('/inbox', { method: 'DELETE' });
});
await look();
