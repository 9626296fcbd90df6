// The order in which a form asks, the width of its fields, and the line below Send.
import { userEvent } from 'vitest/browser';
import type { Question } from '../../proxy/contract/definition.ts';
import { contactDetails, houseMove } from '../../tools/testing/widget/case-types.ts';
import { ask } from '../../tools/testing/widget/questions.ts';
import { expect, test } from '../../tools/testing/widget/test.ts';

const contactUs = { phone: '+44 (0)1632 960001', email: 'help@example.com', text: 'Rather talk?' };

/** The names of the controls in the order of the form, each once; the file picker as `files`. */
function order(root: ParentNode): string[] {
  const controls = [...root.querySelectorAll<HTMLInputElement>('input, select, textarea')];
  return [...new Set(controls.map(({ name, id }) => name || id).filter(Boolean))];
}

test('contact details may come last, before the files and below a heading', async ({ open, proxy }) => {
  const [forename, ...others] = contactDetails;
  const last = [{ ...forename!, heading: 'How can we reach you?' }, ...others];
  proxy.publish({ ...houseMove, questions: [...houseMove.questions.slice(4), ...last] });
  const form = await open();
  await expect.element(form.heading('How can we reach you?')).toBeVisible();
  const names = order(form.element.shadowRoot!);
  expect(names.slice(0, 2)).toEqual(['answers.plan', 'answers.price']);
  expect(names.slice(-5)).toEqual(['forename', 'surname', 'telephone_mobile', 'email', 'files']);
  const pairs = [...form.element.shadowRoot!.querySelectorAll('.pair')].map(order);
  expect(pairs).toEqual([
    ['forename', 'surname'],
    ['telephone_mobile', 'email'],
  ]);
});

test('their heading is left out if the site fills them in', async ({ open, proxy }) => {
  const [forename, , , email] = contactDetails;
  const questions = [{ ...forename!, heading: 'You' }, email!, ...houseMove.questions.slice(4)];
  proxy.publish({ ...houseMove, questions });
  const form = await open({
    values: '{"forename":"Ada","email":"ada@example.com"}',
    'hidden-fields': 'forename email',
  });
  await expect.element(form.field('A survey')).toBeVisible();
  await expect.element(form.heading('You')).not.toBeInTheDocument();
});

test.for([
  ['a number to call', contactUs, '+44 (0)1632 960001', 'tel:+441632960001'],
  ['an email address', { email: 'help@example.com' }, 'help@example.com', 'mailto:help@example.com'],
  ['a page', { url: 'https://www.example.com/talk' }, /^Contact us/, 'https://www.example.com/talk'],
] as const)('below Send is %s', async ([, contact_us, name, address], { open, proxy }) => {
  proxy.publish({ ...houseMove, contact_us });
  const form = await open();
  await expect.element(form.link(name)).toHaveAttribute('href', address);
});

test('fields are as wide as their answers', async ({ open, proxy }) => {
  const form = await open(
    ask(
      proxy,
      { id: 'phone', type: 'tel', label: 'Phone' },
      { id: 'postcode', type: 'postcode', label: 'Postcode' },
      { id: 'day', type: 'date', label: 'Day of the move' },
      { id: 'price', type: 'number', label: 'Price', unit: '£' },
      { id: 'size', type: 'select', label: 'Size', options: [{ value: 's', label: 'Small' }] },
      { id: 'street', type: 'text', label: 'Street' },
    ),
  );
  const width = (label: string) => form.field(label).element().getBoundingClientRect().width;
  for (const label of ['Phone', 'Postcode', 'Day of the move', 'Price', 'Size'])
    expect(width(label), label).toBeLessThan(width('Street') * 0.8);
});

test('short options are in equal columns, and no word is broken, in narrow and wide forms with normal and large text', async ({
  open,
  proxy,
}) => {
  const lists = [
    ['On the road', 'At work', 'In a public place', 'Somewhere else'],
    ['PC', 'PlayStation', 'Xbox'],
    ['Mum', 'Dad', 'Grandma', 'Grandpa', 'Me'],
    ['Yes', 'No'],
    ['By\u00a0phone', 'By\u00a0email'],
  ];
  const questions = lists.map((labels, at): Question => {
    const options = labels.map(label => ({ value: label, label }));
    return { id: `q${at}`, type: 'radio', label: `Question ${at}`, options };
  });
  const form = await open(ask(proxy, ...questions));
  for (const [formPx, textPx] of [288, 326, 358, 600, 900].flatMap(px => [
    [px, 17] as const,
    [px, 34] as const,
  ])) {
    form.element.style.cssText = `width: ${formPx}px; --enquiry-size: ${textPx}px; --enquiry-font: sans-serif`;
    for (const choices of form.element.renderRoot.querySelectorAll<HTMLElement>('.choices')) {
      const where = `${choices.innerText} at ${formPx} and ${textPx} px`;
      const widths = [...choices.children].map(each => Math.round(each.getBoundingClientRect().width));
      expect(Math.max(...widths) - Math.min(...widths), where).toBeLessThanOrEqual(1);
      const room = choices.clientWidth - 3.6 * textPx;
      const words = [...choices.querySelectorAll('span')].flatMap(({ childNodes }) =>
        [...childNodes].filter(node => node instanceof Text).flatMap(wordsIn),
      );
      for (const { text, lines, width } of words)
        if (width < room) expect(lines, `${text}: ${where}`).toBe(1);
    }
  }
});

/** The words of a text, with their width and the number of lines that each is on. A non-breaking space joins two. */
function wordsIn(text: Text) {
  return [...text.data.matchAll(/[^ \n]+/g)].map(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const lines = [...range.getClientRects()];
    return { text: word, lines: lines.length, width: lines.reduce((sum, each) => sum + each.width, 0) };
  });
}

test.for([
  ['short options share a row', ['Buying', 'Selling', 'Both'], 2],
  [
    'an option of more than 22 characters has all in one column',
    ['Buying', 'Selling', 'Something else altogether'],
    3,
  ],
  ['a long word takes a whole row', ['Pneumonoultramicrosco', 'No'], 2],
] as const)('on a phone, %s', async ([, labels, rows], { open, proxy }) => {
  const options = labels.map(label => ({ value: label, label }));
  const form = await open(ask(proxy, { id: 'plan', type: 'radio', label: 'Plan', options }));
  form.element.style.width = '320px';
  const tops = labels.map(label => form.field(label).element().closest('label')!.offsetTop);
  expect(new Set(tops).size).toBe(rows);
});

test('choices, buttons and fields respond to the pointer before anything else has loaded', async ({
  open,
}) => {
  const form = await open();
  const sheets = form.element.shadowRoot!.adoptedStyleSheets.length;
  const [send, choice, name] = ['.send', '.choice', '[name=forename]'].map(
    selector => form.element.shadowRoot!.querySelector(selector)!,
  ) as [Element, Element, Element];
  const lookOf = (element: Element) => {
    const { backgroundColor, borderColor } = getComputedStyle(element);
    return `${backgroundColor} ${borderColor}`;
  };
  const before = [send, choice, name].map(lookOf);
  for (const [at, element] of [send, choice, name].entries()) {
    await userEvent.hover(element);
    await expect.poll(() => lookOf(element)).not.toBe(before[at]);
  }
  expect(form.element.shadowRoot!.adoptedStyleSheets).toHaveLength(sheets);
  // In Chromium on a phone, what is tapped would flash blue.
  expect(getComputedStyle(choice).getPropertyValue('-webkit-tap-highlight-color')).toBe('rgba(0, 0, 0, 0)');
});
