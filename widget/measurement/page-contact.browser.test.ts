// Call tracking in the tag's content, and the event about a way to reach the firm.
import { beforeEach } from 'vitest';
import { houseMove } from '../../tools/testing/widget/case-types.ts';
import { respondRefusal } from '../../tools/testing/widget/scripted-proxy.ts';
import { isTakenOver, openServerForm } from '../../tools/testing/widget/server-form.ts';
import { expect, type RecordedEvent, sendHouseMove, test } from '../../tools/testing/widget/test.ts';
import type { FormPage } from '../../tools/testing/widget/visitor.ts';
import './measurement.ts'; // Loaded before the tests, so that it gets all events.
import './page-contact.ts';

const contact_us = { text: 'Rather talk?', phone: '01632 960001', email: 'hello@firm.example' };
const content = '<p>Call us on <a href="tel:+441632960001">01632 960001</a>.</p>';

beforeEach(() => {
  // The browser would ask for a program that calls the number.
  const stay = (event: Event) => {
    if (event.composedPath().some(each => each instanceof HTMLAnchorElement)) event.preventDefault();
  };
  document.addEventListener('click', stay);
  return () => document.removeEventListener('click', stay);
});

/** What the line below Send links to. */
function talk({ element }: FormPage) {
  const link = element.shadowRoot!.querySelector('.talk a');
  return [link?.textContent, link?.getAttribute('href')];
}

const contacts = (events: RecordedEvent[]) =>
  events.filter(({ type }) => type === 'enquiry-contact').map(({ detail }) => detail);

type Swap = (link: HTMLAnchorElement) => void;
const swapped = ['020 7946 0001', 'tel:+442079460001'];

test.for<[what: string, swap: Swap, shown: string[]]>([
  [
    'in the text and the address',
    link => {
      link.firstChild!.nodeValue = '020 7946 0001';
      link.href = 'tel:+442079460001';
    },
    swapped,
  ],
  [
    'in a span of its own',
    link => {
      link.innerHTML = '<span class="tracked">020 7946 <b>0001</b></span>';
      link.href = 'tel:+442079460001';
    },
    swapped,
  ],
  [
    'with another link',
    link => {
      const other = document.createElement('a');
      other.href = 'tel:+442079460001';
      other.textContent = '020 7946 0001';
      link.replaceWith(other);
    },
    swapped,
  ],
  [
    'with other content',
    link => {
      link.parentElement!.outerHTML = '<a href=" TEL:+442079460001">020 7946 0001</a>';
    },
    swapped,
  ],
  [
    'with another format',
    link => {
      link.textContent = '+44 (0)20 7946-0001';
      link.href = 'tel:+44 20 7946 0001';
    },
    ['+44 (0)20 7946-0001', 'tel:+44 20 7946 0001'],
  ],
  [
    'with encoded characters in the address of a link that says no number',
    link => {
      link.textContent = 'Call us now';
      link.href = 'tel:%2B44%2020%207946%200001';
    },
    ['+44 20 7946 0001', 'tel:%2B44%2020%207946%200001'],
  ],
  [
    'within a sentence, with an extension',
    link => {
      link.textContent = 'Free 24/7: (020) 7946 0001 ext. 12';
      link.href = 'tel:+442079460001,12';
    },
    ['(020) 7946 0001', 'tel:+442079460001,12'],
  ],
  [
    'in the text alone, which would dial the old one',
    link => {
      link.textContent = '020 7946 0001';
    },
    ['020 7946 0001', 'tel:02079460001'],
  ],
  [
    'in the address alone',
    link => {
      link.href = 'tel:+442079460001';
    },
    ['+442079460001', 'tel:+442079460001'],
  ],
  [
    'with a picture',
    link => {
      link.innerHTML = '<img alt="020 7946 0001" src="data:,">';
      link.href = 'tel:+442079460001';
    },
    ['+442079460001', 'tel:+442079460001'],
  ],
  [
    'with one in letters',
    link => {
      link.textContent = '1-800-444-CARS';
      link.href = 'tel:+18004442277';
    },
    ['+18004442277', 'tel:+18004442277'],
  ],
  [
    'in a link beside the hidden one',
    link => {
      link.style.display = 'none';
      link.insertAdjacentHTML('afterend', '<a href="tel:+442079460001">020 7946 0001</a>');
    },
    swapped,
  ],
  [
    'with an extension as RFC 3966 writes it',
    link => {
      link.textContent = '020\u00a07946\u00a00001';
      link.href = 'tel:+44-20-7946-0001;ext=12';
    },
    ['020\u00a07946\u00a00001', 'tel:+44-20-7946-0001;ext=12'],
  ],
  [
    'split over elements and comments, as React renders it',
    link => {
      link.innerHTML = '<span>020</span> <!-- --><span>7946</span>\n<span>0001</span>';
      link.href = 'tel:+442079460001';
    },
    ['020 7946\n0001', 'tel:+442079460001'],
  ],
  [
    'again after React has put the old one back',
    link => {
      const [text, old] = [link.firstChild!, '01632 960001'];
      for (const number of ['020 7946 0001', old, '020 7946 0001']) text.nodeValue = number;
      for (const number of ['+442079460001', '+441632960001', '+442079460001']) link.href = `tel:${number}`;
    },
    swapped,
  ],
  [
    'while the page moves the form elsewhere',
    link => {
      const form = link.closest('enquiry-form')!;
      const place = document.createElement('main');
      form.replaceWith(place);
      link.href = 'tel:+442079460001';
      link.textContent = '020 7946 0001';
      place.append(form);
    },
    swapped,
  ],
  [
    'only in a data attribute, which nobody reads or dials',
    link => {
      link.dataset.number = '020 7946 0001';
    },
    ['01632 960001', 'tel:+441632960001'],
  ],
])('a number that a script replaces %s is the form’s', async ([, swap, shown], { open, proxy }) => {
  proxy.publish({ ...houseMove, contact_us });
  const form = await open({}, content);
  swap(form.element.querySelector('a')!);
  await expect.poll(() => talk(form)).toEqual(shown);
});

test('a script that swaps the number whenever the page changes doesn’t cause an endless loop', async ({
  open,
  proxy,
}) => {
  proxy.publish({ ...houseMove, contact_us });
  const form = await open({}, content);
  let swaps = 0;
  const swap = () => {
    swaps += 1;
    const link = form.element.querySelector('a')!;
    if (link.textContent !== '020 7946 0001') link.textContent = '020 7946 0001';
    link.href = 'tel:+442079460001'; // This is a change, too, even to the same value.
    watcher.takeRecords(); // Its own.
  };
  const watcher = new MutationObserver(swap);
  watcher.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  swap();
  await expect.poll(() => talk(form)).toEqual(swapped);
  await form.element.updateComplete;
  const before = swaps;
  for (let round = 0; round < 3; round += 1) {
    form.element.requestUpdate();
    await form.element.updateComplete;
    await new Promise(requestAnimationFrame);
  }
  expect(swaps).toBe(before);
  watcher.disconnect();
});

test.for([
  ['a link to a script', '<a href="javascript:alert(1)">020 7946 0001</a>', '01632 960001'],
  ['an address without a number', '<a href="tel:">Call</a><a href="tel:%">Call</a>', '01632 960001'],
  ['ten thousand letters', `<a href="tel:+442079460001">${'a'.repeat(10_000)}</a>`, '+442079460001'],
  ['ten thousand digits', `<a href="tel:+442079460001">${'1'.repeat(10_000)}</a>`, '1'.repeat(30)],
  ['what the receipt gets', '<p slot="thanks"><a href="tel:1">020 7946 0001</a></p>', '01632 960001'],
] as const)('%s does no harm', async ([, hostile, shown], { open, proxy }) => {
  proxy.publish({ ...houseMove, contact_us });
  const form = await open({}, hostile);
  await expect.poll(() => talk(form)[0]).toBe(shown);
});

test('markup in the number is text, and an email address has no subject', async ({ open, proxy }) => {
  proxy.publish({ ...houseMove, contact_us: { email: 'hello@firm.example' } });
  const link = '<a href="tel:1">1</a><a href="mailto:%3Cb%3Espring@firm.example?subject=Hello">Mail</a>';
  const form = await open({}, link);
  await expect.poll(() => talk(form)).toEqual(['<b>spring@firm.example', 'mailto:<b>spring@firm.example']);
});

test('each form has the number of its own tag, and one whose link is gone has the config’s', async ({
  open,
  proxy,
}) => {
  proxy.publish({ ...houseMove, contact_us });
  const [plain, tagged] = [await open(), await open({}, content.replaceAll('960001', '960002'))];
  await expect.poll(() => talk(tagged)[0]).toBe('01632 960002');
  plain.element.requestUpdate();
  await plain.element.updateComplete;
  expect(talk(plain)[0]).toBe('01632 960001');
  tagged.element.textContent = 'Closed today';
  await expect.poll(() => talk(tagged)).toEqual(['01632 960001', 'tel:01632960001']);
});

test('a server’s form counts a tap before the takeover, and has the page’s number after it', async ({
  events,
  proxy,
}) => {
  const definition = { ...houseMove, contact_us };
  proxy.publish(definition);
  const form = await openServerForm(definition);
  form.element.innerHTML = content.replaceAll('960001', '960002');
  form.control('forename').focus(); // The takeover waits.
  form.define();
  const tap = () => form.root.querySelector<HTMLElement>('.talk a')!.click();
  await expect.poll(() => contacts(events).length || tap()).toBeGreaterThan(0);
  expect(isTakenOver(form.root)).toBe(false);
  await form.arrive();
  await expect.poll(() => talk(form)).toEqual(['01632 960002', 'tel:+441632960002']);
});

test('taps on the number and the address are events, from the form to the receipt, and nothing else is', async ({
  events,
  open,
  proxy,
}) => {
  proxy.publish({ ...houseMove, contact_us: { ...contact_us, url: 'https://firm.example/contact' } });
  proxy.next.enquiry.push(respondRefusal(413, 'too-large'));
  const form = await sendHouseMove(await open({ 'data-layer': 'contacts' }, content));
  await expect.element(form.link('Call 01632 960001')).toBeVisible();
  const tap = (selector: string) => form.element.shadowRoot!.querySelector<HTMLElement>(selector)!.click();
  tap('.ways [href^="tel:"] span');
  tap('.ways [href^="mailto:"]');
  tap('.ways [href^="https:"]');
  tap('[part=label]');
  await form.press('Try again');
  await expect.element(form.receipt()).toBeVisible();
  tap('.talk a');
  await form.press('Start a new enquiry');
  tap('.talk bdi');
  const about = { case_type: 'house-move' };
  const expected = [
    { ...about, way: 'call', where: 'note' },
    { ...about, way: 'email', where: 'note' },
    { ...about, way: 'page', where: 'note' },
    { ...about, way: 'call', where: 'receipt' },
    { ...about, way: 'call', where: 'form' },
  ];
  await expect.poll(() => contacts(events)).toEqual(expected);
  const { contacts: layer } = globalThis as unknown as { contacts: { event: string }[] };
  expect(layer.filter(({ event }) => event === 'enquiry_contact')).toMatchObject(expected);
});

test('without contact_us, taps on the tag’s content are events where it is shown', async ({
  events,
  open,
  proxy,
}) => {
  proxy.next.enquiry.push(respondRefusal(413, 'too-large'));
  const link = '<a href="https://forms.example/forms/house-move">Our form</a>';
  const form = await sendHouseMove(await open({}, content + link));
  await expect.element(form.alert()).toBeVisible();
  // A custom element of the page has a root of its own, which isn't an element.
  const own = form.element.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
  own.append(form.element.querySelector('a')!.cloneNode(true));
  own.querySelector('a')!.click();
  for (const each of form.element.querySelectorAll('a')) each.click();
  const expected = ['call', 'call', 'page'].map(way => ({ case_type: 'house-move', way, where: 'note' }));
  await expect.poll(() => contacts(events)).toEqual(expected);
});
