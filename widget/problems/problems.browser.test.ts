// Tests of when, where and how visitors learn about answers that they must correct.
import { page, userEvent } from 'vitest/browser';
import { contactDetails, houseMove } from '../../tools/testing/widget/case-types.ts';
import { respondInvalid } from '../../tools/testing/widget/scripted-proxy.ts';
import { expect, fillInHouseMove, sendHouseMove, test } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { expectFocus, type FormPage, press, waitUntilVisible } from '../../tools/testing/widget/visitor.ts';

/** The lines of the list of problems. */
function lines(form: FormPage): string[] {
  return form
    .problems()
    .getByRole('listitem')
    .elements()
    .map(line => line.textContent?.trim() ?? '');
}

test('nothing is judged before the visitor sends', async ({ open }) => {
  const form = await open();
  await form.fillIn('Email address', 'nowhere');
  await form.choose('Buying');
  await form.fillIn('How much is the property?', 'a lot');
  form.element.focus();
  await expect.element(form.problems()).not.toBeInTheDocument();
  await expect.element(form.field('Email address')).toHaveAttribute('aria-invalid', 'false');
});

test('Send lists every problem in the order of the form, and each is at its field, too; the list takes the focus', {
  tags: ['wcag-1.4.1', 'wcag-3.3.1', 'wcag-4.1.2'],
}, async ({ open, proxy }) => {
  const form = await open();
  getSelection()?.selectAllChildren(document.body);
  await form.send();
  await expectFocus(form.problems());
  expect(getSelection()?.rangeCount).toBe(0); // Screen readers would go back to what is selected.
  await expect.element(form.heading('3 questions still need an answer')).toBeVisible();
  const [name, email, plan, ...others] = lines(form);
  expect(others).toEqual([]);
  expect(name).toMatch(/first name/);
  expect(email).toMatch(/email/);
  expect(plan).toMatch(/What are you planning\?/);
  await expect.element(form.field('First name')).toBeInvalid();
  await expect.element(form.field('First name')).toHaveAccessibleDescription(/Enter your first name/);
  await expect.element(form.group('What are you planning?')).toHaveAccessibleName(/Choose/);
  await expect.element(form.field('Last name')).not.toBeInvalid();
  await press(form.problems().getByRole('link', { name: /email/ }));
  await expectFocus(form.field('Email address'));
  await press(form.problems().getByRole('link', { name: /planning/ }));
  await expectFocus(form.field('Buying'));
  await form.fillIn('Email address', 'nowhere');
  (form.field('Buying').element() as HTMLElement).focus();
  await expect.element(form.heading('There are problems with 3 answers')).toBeVisible();
  expect(proxy.enquiries).toEqual([]);
});

test.for([
  ['on a phone', { width: 320, space: '1em', dir: 'ltr' }],
  ['in two columns', { width: 900, space: '1em', dir: 'ltr' }],
  ['from right to left', { width: 900, space: '1em', dir: 'rtl' }],
  ['without spacing', { width: 320, space: '0em', dir: 'ltr' }],
] as const)(
  '%s, a problem doesn’t move its field, and its bar stays in the card',
  async ([, at], { open }) => {
    await page.viewport(at.width, 800);
    const form = await open();
    form.element.style.setProperty('--enquiry-space', at.space);
    form.element.dir = at.dir;
    const inputs = ['First name', 'Last name', 'Email address'].map(
      label => form.field(label).element() as HTMLElement,
    );
    const sidesOf = () =>
      inputs.map(input => {
        const { left, right } = input.getBoundingClientRect();
        return [left, right].map(Math.round);
      });
    const before = sidesOf();
    await form.sendWithProblems();
    expect(sidesOf()).toEqual(before);
    const card = form.element.getBoundingClientRect();
    const marked = [...form.element.renderRoot.querySelectorAll<HTMLElement>('.problem')];
    const inPair = (field: HTMLElement) => !!field.closest('.pair');
    for (const field of marked) {
      // Two columns share the bar at their start: beside a field, it would be 4 px from the other one's box.
      const row = at.width > 500 && inPair(field) ? field.parentElement! : field;
      const bar = getComputedStyle(field, '::before');
      const [start, edge] = (['left', 'right'] as const)
        .map(side => Math.abs(row.getBoundingClientRect()[side] - card[side]))
        [at.dir === 'rtl' ? 'reverse' : 'slice']() as [number, number];
      const outsidePx = -Number.parseFloat(at.dir === 'rtl' ? bar.right : bar.left);
      expect(outsidePx).toBeLessThanOrEqual(start);
      expect(edge).toBeGreaterThanOrEqual(0);
      expect(Number.parseFloat(bar.borderInlineStartWidth) > 0).toBe(at.space !== '0em');
      expect(Number.parseFloat(bar.height)).toBeCloseTo(row.getBoundingClientRect().height, 0);
    }
    expect(marked).toHaveLength(3);
  },
);

test('a corrected answer loses its problem while the others stay', async ({ open }) => {
  const form = await open();
  await form.sendWithProblems();
  await form.fillIn('First name', 'Ada');
  await expect.element(form.field('First name')).not.toBeInvalid();
  await expect.poll(() => lines(form).length).toBe(2);
  await fillInHouseMove(form);
  await expect.element(form.problems()).not.toBeInTheDocument();
});

test('an edit brings no new problems', async ({ open }) => {
  const form = await open();
  await form.fillIn('First name', 'Ada');
  await form.choose('Remortgaging');
  await form.send();
  await expect.poll(() => lines(form).length).toBe(1);
  await form.fillIn('First name', '');
  expect(lines(form)).toHaveLength(1);
  await expect.element(form.field('First name')).not.toBeInvalid();
});

test('while a field has the focus, its message only goes, and what is wrong now is said when it is left', async ({
  open,
}) => {
  const form = await fillInHouseMove(await open());
  await form.choose('Buying');
  await form.send();
  const price = form.field('How much is the property?');
  await expect.element(price).toHaveAccessibleDescription(/Enter a number/);
  await press(form.problems().getByRole('link', { name: /number/ }));
  await userEvent.keyboard('5');
  await expect.element(price).not.toBeInvalid();
  await userEvent.keyboard('{Backspace}');
  await form.element.updateComplete;
  await expect.element(price).not.toBeInvalid();
  await userEvent.keyboard('5{Tab}');
  await expect.element(price).toHaveAccessibleDescription(/1,000/);
  await form.fillIn('How much is the property?', '250000');
  await expect.element(price).not.toBeInvalid();
  await expect.element(form.problems()).not.toBeInTheDocument();
});

const topOf = (element: Element) => element.getBoundingClientRect().top;
const settle = async () => {
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
};

test.for([
  ['at the top of the page', '0'],
  ['in the middle of a page', '1500px 0'],
  ['at the end of the page', '1500px 0 0'],
])(
  '%s, no field moves while it is corrected, nor the next one when the visitor goes on there',
  async ([, padding], { open }) => {
    await page.viewport(360, 740);
    document.body.style.padding = padding!;
    const form = await open();
    await form.sendWithProblems();
    const email = form.field('Email address').element() as HTMLElement;
    const others = ['First name', 'Last name', 'Buying'].map(
      label => form.field(label).element() as HTMLElement,
    );
    await press(form.problems().getByRole('link', { name: /email/ }));
    await expectFocus(form.field('Email address'));
    const stays = async (element: HTMLElement, key: string) => {
      const seen = [element, ...(element as HTMLInputElement).labels!];
      const before = seen.map(topOf);
      await userEvent.keyboard(key);
      await settle();
      // Pages are scrolled by whole pixels.
      for (const [at, each] of seen.entries())
        expect(Math.abs(topOf(each) - before[at]!), key).toBeLessThanOrEqual(0.5);
    };
    for (const key of ['a', '{Backspace}', 'a', '@example.com']) await stays(email, key);
    await expect.element(form.field('Email address')).not.toBeInvalid();
    const [forename, surname] = others;
    await stays(forename!, '{Shift>}{Tab}{Tab}{Tab}{/Shift}');
    for (const key of ['A', 'd']) await stays(forename!, key);
    await stays(surname!, '{Tab}');
    const buying = others[2]!;
    buying.scrollIntoView({ block: 'center' });
    buying.focus();
    await settle();
    const before = topOf(buying);
    await form.choose('Buying');
    await settle();
    expect(Math.abs(topOf(buying) - before)).toBeLessThanOrEqual(0.5);
    await expect.element(form.problems()).not.toBeInTheDocument();
    document.body.removeAttribute('style');
  },
);

test('in two columns, both controls stay in one line, whatever is above and below one of them', async ({
  open,
}) => {
  await page.viewport(900, 800);
  const form = await open();
  await form.sendWithProblems();
  const controls = ['Mobile number', 'Email address'].map(label => form.field(label).element());
  const before = controls.map(topOf);
  expect(before[0]).toBe(before[1]);
  await form.fillIn('Mobile number', '07700900123');
  (form.field('First name').element() as HTMLElement).focus({ preventScroll: true });
  await expect.element(form.text('07700 900123')).toBeVisible();
  await settle();
  expect(controls.map(topOf)).toEqual(before);
});

test('the page behind a form that it can’t scroll stays', async ({ open }) => {
  await page.viewport(360, 1600);
  document.body.style.paddingBottom = '3000px';
  const form = await open();
  form.element.style.cssText = 'position: fixed; inset: 0 0 auto';
  scrollTo({ top: 500, behavior: 'instant' });
  await form.sendWithProblems();
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Byron'],
    ['Email address', 'ada@example.com'],
  ] as const)
    await form.fillIn(label, text);
  await form.choose('Buying');
  await expect.element(form.problems()).not.toBeInTheDocument();
  await form.fillIn('First name', 'Grace');
  await settle();
  expect(scrollY).toBe(500);
  document.body.removeAttribute('style');
});

test('a tap on another field reaches it, although a message appears above it', async ({ open }) => {
  await page.viewport(360, 740);
  const form = await open();
  await form.sendWithProblems();
  await form.fillIn('Email address', 'nowhere');
  await userEvent.click(form.field('Buying'));
  await expect.element(form.field('Buying')).toBeChecked();
  await expect
    .element(form.field('Email address'))
    .toHaveAccessibleDescription(/email address in the right format/);
});

test('a question that is no longer shown takes its problem along', async ({ open, proxy }) => {
  const form = await fillInHouseMove(await open());
  await form.choose('Buying');
  await form.sendWithProblems();
  await form.choose('Remortgaging');
  await expect.element(form.problems()).not.toBeInTheDocument();
  await form.complete();
  expect(proxy.enquiries).toHaveLength(1);
});

test('half a date is a problem, not an empty answer', async ({ open, proxy }) => {
  proxy.publish({
    ...houseMove,
    questions: [...contactDetails, { id: 'day', type: 'date', label: 'Which day?' }],
  });
  const form = await open();
  await form.fillIn('First name', 'Ada');
  await form.fillIn('Email address', 'ada@example.com');
  (await waitUntilVisible(form.field('Which day?'))).focus();
  await userEvent.keyboard('12');
  await form.send();
  await expect.element(form.field('Which day?')).toBeInvalid();
  expect(proxy.enquiries).toEqual([]);
});

test('problems that the proxy finds are shown like our own', async ({ open, proxy, events }) => {
  proxy.next.enquiry.push(
    respondInvalid({ field: 'email', rule: 'refused' }, { field: 'answers.notes', rule: 'not_allowed' }),
  );
  const form = await fillInHouseMove(await open());
  await form.fillIn('Is there anything else?', 'No');
  await form.send();
  await expectFocus(form.problems());
  await expect.element(form.announcement()).toHaveTextContent('');
  expect(lines(form)).toHaveLength(2);
  await expect.element(form.field('Email address')).toBeInvalid();
  await expect.element(form.field('Is there anything else?')).toBeInvalid();
  expect(events.at(-1)?.detail).toMatchObject({ fields: ['email', 'answers.notes'] });
});

test('only an edit of the field itself takes back what the proxy found', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondInvalid({ field: 'email', rule: 'refused' }));
  const form = await sendHouseMove(await open());
  await expect.element(form.problems()).toBeVisible();
  await form.fillIn('First name', 'Grace');
  await expect.element(form.field('Email address')).toBeInvalid();
  await form.fillIn('Email address', 'grace@example.com');
  await expect.element(form.field('Email address')).not.toBeInvalid();
  await form.complete();
});

test('a problem that the proxy found stays when its question is no longer shown', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondInvalid({ field: 'answers.price', rule: 'refused' }));
  const form = await fillInHouseMove(await open());
  await form.choose('Buying');
  await form.fillIn('How much is the property?', '285000');
  await form.send();
  await expect.element(form.field('How much is the property?')).toBeInvalid();
  await form.choose('Remortgaging');
  expect(lines(form)).toHaveLength(1);
});

test('a problem with something that the form doesn’t show is told without a link', async ({
  open,
  proxy,
}) => {
  proxy.next.enquiry.push(respondInvalid({ field: 'marketing_campaign', rule: 'too_long' }));
  const form = await sendHouseMove(await open());
  await expectFocus(form.problems());
  expect(lines(form)[0]).toMatch(/contact us another way/);
  await expect.element(form.problems().getByRole('link')).not.toBeInTheDocument();
  await expect.element(form.button(textPatterns.send)).toBeVisible();
});

test('the problem with a question that a script has hidden goes with the next edit', async ({ open }) => {
  const form = await fillInHouseMove(await open());
  await form.choose('Buying');
  await form.sendWithProblems();
  form.element.renderRoot.querySelector<HTMLInputElement>('[value=remortgage]')!.checked = true;
  form.element.requestUpdate();
  await form.element.updateComplete;
  await form.fillIn('Is there anything else?', 'No');
  await expect.element(form.problems()).not.toBeInTheDocument();
});

test('the lines of the summary are evenly spaced, also those that wrap', async ({ open, proxy }) => {
  const label = 'I have read the terms and conditions of this firm, and I agree to every one of them';
  proxy.publish({
    ...houseMove,
    questions: [
      ...contactDetails,
      { id: 'terms', type: 'consent', label, required: true },
      { id: 'story', type: 'text', label: 'Story', required: true },
    ],
  });
  const form = await open();
  form.element.style.width = '320px';
  form.element.style.setProperty('--target', '46px');
  await form.send();
  const links = form.problems().getByRole('link');
  await expect.element(links).toHaveLength(4);
  // Chromium and Safari round the height of a line.
  const gaps = links.elements().map(link => {
    const style = getComputedStyle(link);
    return link.getBoundingClientRect().height % Number.parseFloat(style.lineHeight);
  });
  for (const gap of gaps) expect(gap).toBeCloseTo(gaps[0]!, 0);
});

test('a text that stays keeps its place: across the form, and beside its box', async ({ open, proxy }) => {
  const consent = { id: 'terms', type: 'consent', label: 'I have read the terms', required: true } as const;
  const injuries = {
    id: 'injuries',
    type: 'checkboxes',
    label: 'What was injured?',
    help: 'Choose all that apply.',
    required: true,
    options: ['Neck', 'Back'].map(label => ({ value: label.toLowerCase(), label })),
  } as const;
  const day = { id: 'day', type: 'date', entry: 'memorable', label: 'When was it?', required: true } as const;
  proxy.publish({ ...houseMove, questions: [...contactDetails, consent, injuries, day] });
  await page.viewport(360, 740);
  const form = await open();
  const root = form.element.renderRoot;
  /** Where each text begins: across the form, and below the top of its choice. */
  const placesOf = () => {
    const texts = document.createTreeWalker(root.querySelector('form')!, NodeFilter.SHOW_TEXT);
    const places = new Map<string, string>();
    while (texts.nextNode()) {
      const range = new Range();
      range.selectNodeContents(texts.currentNode);
      const [box] = range.getClientRects();
      const choice = texts.currentNode.parentElement!.closest('.choice')?.getBoundingClientRect();
      const text = texts.currentNode.nodeValue!.trim();
      if (text && box)
        places.set(text, `${Math.round(box.left)}, ${choice ? Math.round(box.top - choice.top) : 'below'}`);
    }
    return places;
  };
  const before = placesOf();
  expect(before.size).toBeGreaterThan(10);
  await form.sendWithProblems();
  const changed = () =>
    [...placesOf()].filter(([text, place]) => before.has(text) && before.get(text) !== place);
  expect(placesOf().size).toBeGreaterThan(before.size);
  expect(changed()).toEqual([]);
  await form.choose('I have read the terms');
  expect(changed()).toEqual([]);
});
