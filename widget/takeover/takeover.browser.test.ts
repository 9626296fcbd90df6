// The element takes over a form that the server has rendered, and the visitor notices nothing.
import { cdp, userEvent } from 'vitest/browser';
import type { Definition, Question } from '../../proxy/contract/definition.ts';
import {
  accident,
  contact,
  contactDetails,
  houseMove,
  houseMoveInWelsh,
} from '../../tools/testing/widget/case-types.ts';
import { keep, kept } from '../../tools/testing/widget/drafts.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import { proxyUrl, respondRefusal } from '../../tools/testing/widget/scripted-proxy.ts';
import { isTakenOver, openServerForm, type ServerForm } from '../../tools/testing/widget/server-form.ts';
import { completeHouseMove, eventTypes, expect, test } from '../../tools/testing/widget/test.ts';
import { EnquiryForm } from '../enquiry-form.ts';

/** Puts the text and the caret of a visitor into a field. */
function typeInto(control: HTMLInputElement, text: string, caret = text.length): void {
  control.focus();
  control.value = text;
  if (control.selectionStart !== null) control.setSelectionRange(caret, caret);
}

let provided = 0;

/** Puts a server's form on the page whose definition comes with the script. */
async function openProvided(definition: Definition): Promise<ServerForm> {
  const own = { ...definition, case_type: `provided-${++provided}` };
  EnquiryForm.provide(`${proxyUrl}enquiry-form.js`, [own]);
  return openServerForm(own);
}

/** Defines the element of a provided form, which then waits for nothing but the visitor. */
async function whenWaiting({ define }: ServerForm): Promise<void> {
  define();
  await import('./takeover.ts');
  await new Promise(resolve => setTimeout(resolve));
}

/** A copy of a form without the comments that only Lit needs. */
function copyOf(root: ShadowRoot): Node {
  const copy = root.querySelector('.frame')!.cloneNode(true);
  const comments = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
  const found: Comment[] = [];
  while (comments.nextNode()) found.push(comments.currentNode as Comment); // It shows no others.
  for (const comment of found) comment.remove();
  copy.normalize();
  return copy;
}

for (const definition of [houseMove, accident]) {
  test(`a form about ${definition.label} is like any other form after the takeover, in the same place`, async ({
    proxy,
    open,
  }) => {
    proxy.publish(definition);
    const form = await openServerForm(definition);
    const places = () =>
      [...form.root.querySelectorAll('.frame *')].flatMap(element => {
        const { top, left, width, height } = element.getBoundingClientRect();
        return width && height ? [[element.localName, top, left, width, height]] : [];
      });
    const before = places();
    await form.arrive();
    expect(places()).toEqual(before);
    const other = await open({ 'case-type': definition.case_type });
    expect(copyOf(form.root).isEqualNode(copyOf(other.element.shadowRoot!))).toBe(true);
  });
}

test('typed text, ticked boxes, the focus and the caret stay, and the element goes on from there', async ({
  events,
}) => {
  const form = await openServerForm(houseMove);
  form.control('answers.plan', 'buy').click();
  form.control('answers.extras', 'will').click();
  typeInto(form.control('forename'), 'Ada');
  typeInto(form.control('answers.notes'), 'in a hurry, sorry', 4);
  await form.arrive();
  const note = form.control('answers.notes');
  expect(form.root.activeElement).toBe(note);
  expect([note.value, note.selectionStart, note.selectionEnd]).toEqual(['in a hurry, sorry', 4, 4]);
  await expect.element(form.field('How much is the property?')).toBeVisible();
  await expect.element(form.text(/3 characters left/)).toBeVisible();
  expect(form.element.values).toEqual({
    forename: 'Ada',
    answers: { plan: 'buy', extras: ['will'], notes: 'in a hurry, sorry' },
  });
  expect(eventTypes(events)).toEqual(['enquiry-start']);
  await keep('in a hurry');
  expect(kept()).not.toContain('key-of-the-page');
});

test('afterwards, Send is the element’s own', async ({ proxy }) => {
  const form = await openServerForm(houseMove);
  typeInto(form.control('forename'), 'Ada');
  await form.arrive();
  await completeHouseMove(form);
  expect(proxy.enquiries).toHaveLength(1);
  expect(proxy.enquiries[0]?.key).not.toBe('key-of-the-page');
  expect(proxy.enquiries[0]?.body).not.toContain('key-of-the-page');
});

test('the form waits while a control has the focus, and the next control gets it', async () => {
  const form = await openProvided(houseMove);
  const control = form.control('forename');
  control.focus();
  await whenWaiting(form);
  await userEvent.keyboard('Ada');
  expect(control.isConnected).toBe(true);
  await userEvent.keyboard('{Tab}Lovelace');
  expect(isTakenOver(form.root)).toBe(true);
  expect(form.root.activeElement).toBe(form.control('surname'));
  expect(form.element.values).toMatchObject({ forename: 'Ada', surname: 'Lovelace' });
});

test('the form doesn’t wait while a chosen option has the focus, because questions may depend on it', async () => {
  const form = await openProvided(houseMove);
  await userEvent.click(form.control('answers.plan', 'buy'));
  await whenWaiting(form);
  await expect.element(form.field('How much is the property?')).toBeVisible();
  expect(form.root.activeElement).toBe(form.control('answers.plan', 'buy'));
});

test('a form with a chosen option that has the focus waits for the end of a press of the space bar', async () => {
  const form = await openProvided(houseMove);
  const box = form.control('answers.extras', 'will');
  box.focus();
  await whenWaiting(form);
  await userEvent.keyboard('{ >}');
  form.element.requestUpdate();
  await form.element.updateComplete;
  expect(isTakenOver(form.root)).toBe(false);
  await userEvent.keyboard('{/ }');
  await expect.poll(() => isTakenOver(form.root)).toBe(true);
  expect(form.control('answers.extras', 'will').checked).toBe(true);
});

test('the form waits for the end of a press, so that no click is lost', async () => {
  const form = await openProvided(houseMove);
  typeInto(form.control('forename'), 'Ada');
  await whenWaiting(form);
  const option = form.control('answers.extras', 'will');
  await userEvent.click(option);
  await expect.poll(() => isTakenOver(form.root)).toBe(true);
  expect(option.isConnected).toBe(false);
  expect(form.control('answers.extras', 'will').checked).toBe(true);
  expect(form.root.activeElement).toBe(form.control('answers.extras', 'will'));
});

test('a click on the text of a choice takes the form over, too', async () => {
  const form = await openProvided(houseMove);
  typeInto(form.control('forename'), 'Ada');
  await whenWaiting(form);
  await userEvent.click(form.control('answers.plan', 'buy').closest('.choice')!.querySelector('span')!);
  await expect.poll(() => isTakenOver(form.root)).toBe(true);
  await expect.element(form.field('How much is the property?')).toBeVisible();
});

for (const anchoring of ['auto', 'none'] as const)
  for (const [what, name] of [
    ['with the focus in a field', 'answers.notes'],
    ['without focus', ''],
  ] as const)
    test(`the page doesn’t scroll, ${what}, with overflow-anchor: ${anchoring}`, async () => {
      document.documentElement.style.overflowAnchor = anchoring;
      document.body.style.padding = '1500px 0 3000px';
      const form = await openProvided(houseMove);
      const before = form.control('answers.notes');
      before.scrollIntoView({ block: 'center', behavior: 'instant' });
      if (name) form.control('email').focus({ preventScroll: true });
      const top = before.getBoundingClientRect().top;
      await whenWaiting(form);
      if (name) before.focus({ preventScroll: true });
      await expect.poll(() => isTakenOver(form.root)).toBe(true);
      await new Promise(requestAnimationFrame);
      expect(form.control('answers.notes').getBoundingClientRect().top).toBeCloseTo(top, 0);
      document.documentElement.removeAttribute('style');
      document.body.removeAttribute('style');
    });

test('a form that was posted before the element’s part arrived is left alone', async () => {
  const form = await openProvided(houseMove);
  const served = form.root.querySelector('form')!;
  served.target = 'nowhere'; // The page of the test stays.
  served.action = 'about:blank';
  typeInto(form.control('forename'), 'Ada');
  form.define();
  served.addEventListener('submit', event => setTimeout(() => event.preventDefault()));
  served.dispatchEvent(new SubmitEvent('submit', { bubbles: true, composed: true, cancelable: true }));
  await whenWaiting(form);
  form.control('forename').blur();
  await new Promise(resolve => setTimeout(resolve));
  expect(isTakenOver(form.root)).toBe(false);
  dispatchEvent(new PageTransitionEvent('pageshow'));
  await expect.poll(() => isTakenOver(form.root)).toBe(true);
});

test('a choice between a call and an email stays, with the focus', async ({ proxy }) => {
  const options = ['phone', 'email'].map(value => ({ value, label: `By ${value}` }));
  const definition: Definition = {
    ...houseMove,
    questions: [
      contact.forename,
      { id: 'by', type: 'radio', label: 'How?', options },
      { ...contact.telephone_mobile, shown_when: { question: 'by', is: 'phone' } },
      { ...contact.email, shown_when: { question: 'by', is: 'email' } },
    ],
  };
  proxy.publish(definition);
  const form = await openServerForm(definition);
  const radio = form.root.querySelector<HTMLInputElement>('[type=radio][name="answers.by"][value=email]')!;
  radio.checked = true;
  radio.focus();
  await form.arrive();
  await expect.element(form.field('Email address')).toBeVisible();
  await expect.element(form.field('By email')).toBeChecked();
  expect((form.root.activeElement as HTMLInputElement).value).toBe('email');
});

test('what a script fills in later, into the controls that it has found before, is taken over', async () => {
  const form = await openProvided(houseMove);
  const controls = ['forename', 'surname', 'email'].map(name => form.control(name));
  await whenWaiting(form);
  for (const [at, control] of controls.entries()) {
    control.focus();
    control.value = ['Ada', 'Byron', 'ada@example.com'][at]!;
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
    await new Promise(resolve => setTimeout(resolve));
  }
  expect(isTakenOver(form.root)).toBe(true);
  expect(form.element.values).toMatchObject({ forename: 'Ada', surname: 'Byron', email: 'ada@example.com' });
});

test('the form waits while the browser shows a list or a window for files', async () => {
  const form = await openProvided(houseMove);
  const input = form.root.querySelector<HTMLInputElement>('[type=file]')!;
  input.addEventListener('click', event => event.preventDefault()); // A test can't close the window.
  typeInto(form.control('forename'), 'Ada');
  await whenWaiting(form);
  input.click();
  form.control('forename').blur();
  await new Promise(resolve => setTimeout(resolve));
  expect(isTakenOver(form.root)).toBe(false);
  input.dispatchEvent(new Event('cancel', { bubbles: true }));
  await expect.poll(() => isTakenOver(form.root)).toBe(true);
});

test('a form with an unfinished date waits until it is complete', async () => {
  const form = await openProvided(accident);
  form.control('answers.day').focus();
  await userEvent.keyboard('12');
  expect(form.control('answers.day').validity.badInput).toBe(true);
  await whenWaiting(form);
  form.control('forename').focus();
  await form.element.updateComplete;
  expect(isTakenOver(form.root)).toBe(false);
  form.control('answers.day').value = '2026-02-01';
  await form.arrive();
  expect(form.element.values.answers).toMatchObject({ day: '2026-02-01' });
});

test('dates and addresses in parts stay, also where a password manager has wrapped their inputs', async ({
  proxy,
}) => {
  const questions: Question[] = [
    { id: 'born', type: 'date', label: 'Born', entry: 'memorable' },
    { id: 'home', type: 'address', label: 'Home', entry: 'lines' },
  ];
  const definition = { ...houseMove, questions };
  proxy.publish(definition);
  const form = await openServerForm(definition);
  for (const [name, value] of Object.entries({ 'born.1': '5', 'born.2': '11', 'home.1': '1 Long Lane' }))
    typeInto(form.control(`answers.${name}`), value);
  for (const input of form.root.querySelectorAll('.parts input')) {
    const wrapper = document.createElement('com-manager');
    input.replaceWith(wrapper);
    wrapper.append(input);
  }
  await form.arrive();
  await expect.element(form.field('Month')).toHaveValue('11');
  await expect.element(form.field('Address line 1')).toHaveValue('1 Long Lane');
  await form.fillIn('Year', '1970');
  await expect.poll(() => form.element.values.answers).toEqual({ born: '1970-11-05', home: '1 Long Lane' });
});

test('a composition goes on, and the element waits for its end', async () => {
  const form = await openProvided(houseMove);
  const control = form.control('forename');
  control.focus();
  const { send } = cdp() as unknown as { send(method: string, parameters: object): Promise<void> }; // In Chromium.
  const compose = (text: string) =>
    send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await compose('に');
  await whenWaiting(form);
  await compose('にほ');
  await compose('にほん');
  await send('Input.insertText', { text: '日本' });
  expect(control.isConnected).toBe(true);
  await userEvent.keyboard('{Tab}');
  expect(isTakenOver(form.root)).toBe(true);
  expect(form.control('forename').value).toBe('日本');
});

test('chosen files are the element’s, and are uploaded once', async ({ proxy }) => {
  const form = await openServerForm(houseMove);
  await form.attach(pdf('a.pdf'), pdf('b.pdf', 200));
  await form.arrive();
  await expect.element(form.attachment('a.pdf')).toBeVisible();
  await expect.element(form.attachment('b.pdf')).toBeVisible();
  expect((form.fileInput().element() as HTMLInputElement).files).toHaveLength(0);
  await completeHouseMove(form);
  await expect.poll(() => proxy.uploads.length).toBe(2);
});

test('values and a draft fill in only the fields that the visitor has not changed', async ({ open }) => {
  const values = '{"surname":"King","email":"site@example.com"}';
  const earlier = await open({ values });
  await earlier.fillIn('First name', 'from the draft');
  await earlier.fillIn('Is there anything else?', 'from the draft');
  await keep('from the draft');
  earlier.element.remove();
  const form = await openServerForm(houseMove, { values });
  typeInto(form.control('forename'), 'Ada');
  typeInto(form.control('email'), 'ada@example.com');
  await form.arrive();
  await expect.element(form.field('Is there anything else?')).toHaveValue('from the draft');
  await expect.element(form.field('First name')).toHaveValue('Ada');
  await expect.element(form.field('Last name')).toHaveValue('King');
  await expect.element(form.field('Email address')).toHaveValue('ada@example.com');
});

test('values from the server give way to the site’s values, unless the visitor has changed them', async () => {
  const posted: [string, string][] = [
    ['forename', 'Posted'],
    ['surname', 'Posted'],
    ['email', 'posted@example.com'],
    ['answers.plan', 'remortgage'],
    ['answers.extras', 'survey'],
    ['answers.notes', 'posted'],
  ];
  const form = await openServerForm(
    houseMove,
    { values: '{"forename":"Site","surname":"Site","answers":{"plan":"buy"}}' },
    { fields: posted },
  );
  typeInto(form.control('surname'), 'Typed');
  form.control('answers.extras', 'survey').click();
  await form.arrive();
  const values = { forename: 'Site', surname: 'Typed', email: 'posted@example.com' };
  expect(form.element.values).toEqual({ ...values, answers: { plan: 'buy', notes: 'posted' } });
  form.element.values = { email: 'late@example.com', surname: 'Late' };
  await form.element.updateComplete;
  expect(form.element.values).toMatchObject({ email: 'late@example.com', surname: 'Typed' });
});

test('another definition replaces the form, and answers whose questions still exist stay', async ({
  proxy,
}) => {
  const question = (id: string): Question => houseMove.questions.find(each => each.id === id)!; // There is one.
  const current: Definition = {
    ...houseMove,
    definition: 'sha256-later',
    questions: [
      ...contactDetails,
      { id: 'new', type: 'text', label: 'A new question' },
      question('notes'),
      { ...question('plan'), type: 'select' },
      question('price'),
      { ...question('extras'), label: 'Anything else?', options: [{ value: 'will', label: 'Your will' }] },
    ],
  };
  const form = await openServerForm(houseMove);
  proxy.publish(current);
  typeInto(form.control('forename'), 'Ada');
  form.control('answers.plan', 'buy').click();
  form.control('answers.extras', 'survey').click();
  form.control('answers.extras', 'will').click();
  typeInto(form.control('answers.notes'), 'in a hurry', 4);
  await form.arrive();
  const typed = form.control('answers.notes');
  expect(form.root.activeElement).toBe(typed);
  expect(typed.selectionStart).toBe(4);
  await expect.element(form.field('How much is the property?')).toBeVisible();
  expect(form.element.values).toEqual({
    forename: 'Ada',
    answers: { notes: 'in a hurry', plan: 'buy', extras: ['will'] },
  });
});

test('a control of another kind gets the focus, the text and the selection of the one before it', async ({
  proxy,
}) => {
  const question = { id: 'notes', type: 'text', label: 'Anything else?' } as const;
  const form = await openServerForm({ ...houseMove, questions: [question] });
  proxy.publish({ ...houseMove, definition: 'later', questions: [{ ...question, type: 'textarea' }] });
  const typed = form.control('answers.notes');
  typed.focus();
  typed.value = 'in a hurry';
  typed.setSelectionRange(3, 4, 'backward');
  await form.arrive();
  const control = form.control('answers.notes');
  expect(control.localName).toBe('textarea');
  expect(form.root.activeElement).toBe(control);
  expect(control.value).toBe('in a hurry');
  expect([control.selectionStart, control.selectionEnd, control.selectionDirection]).toEqual([
    3,
    4,
    'backward',
  ]);
});

test('a form in another language than the tag’s is translated, and keeps the answers', async ({ proxy }) => {
  proxy.publish(houseMoveInWelsh);
  const form = await openServerForm(houseMove, { lang: 'cy' });
  typeInto(form.control('forename'), 'Ada', 1);
  await form.arrive();
  const control = form.control('forename');
  await expect.element(form.heading('Symud tŷ')).toBeVisible();
  expect(form.root.activeElement).toBe(control);
  expect([control.value, control.selectionStart]).toEqual(['Ada', 1]);
});

test('a page with errors becomes a form without them', async () => {
  const form = await openServerForm(houseMove, {}, { fields: [['forename', 'Ada']] });
  const summary = document.createElement('div');
  summary.className = 'summary';
  form.root.querySelector('form')?.prepend(summary);
  form.control('email').closest('.field')?.classList.add('problem');
  await form.arrive();
  expect(form.root.querySelector('.summary, .problem')).toBeNull();
  expect(form.element.values).toMatchObject({ forename: 'Ada' });
});

test('a form that the visitor uses stays on one page, also where the tag asks for steps', async ({
  proxy,
}) => {
  proxy.publish(accident);
  const form = await openServerForm(accident, { layout: 'steps' });
  typeInto(form.control('answers.witness'), '07700 900123');
  await form.arrive();
  await expect.element(form.field('First name')).toBeVisible();
  expect(form.root.activeElement).toBe(form.control('answers.witness'));
});

test('a form that nobody has used yet is shown in steps where the tag asks for them', async ({ proxy }) => {
  proxy.publish(accident);
  const form = await openServerForm(accident, { layout: 'steps' });
  await form.arrive();
  await expect.element(form.heading(/Step 1 of/)).toBeVisible();
});

test('the server’s form stays as it is where the proxy has no such form, or can’t be reached', async ({
  proxy,
}) => {
  for (const response of [respondRefusal(404, 'unknown-case-type'), 'lost'] as const) {
    proxy.lookups.length = 0;
    proxy.next.lookup.push('held');
    const form = await openServerForm(houseMove);
    const before = copyOf(form.root);
    form.define();
    await expect.poll(() => proxy.lookups.length).toBe(1);
    proxy.lookups[0]?.respond(response);
    await new Promise(requestAnimationFrame);
    expect(form.element.hasAttribute('ready')).toBe(true);
    expect(copyOf(form.root).isEqualNode(before)).toBe(true);
    form.element.remove();
  }
});

test('a form that is being sent without the element is left alone until the visitor comes back', async ({
  proxy,
}) => {
  proxy.next.lookup.push('held');
  const form = await openServerForm(houseMove);
  form.define();
  await expect.poll(() => proxy.lookups.length).toBe(1);
  await import('./takeover.ts');
  await form.element.updateComplete;
  form.root.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true }));
  proxy.lookups[0]?.respond({ status: 200, body: houseMove });
  await expect.poll(() => 'ready' in form.element.attributes).toBe(true);
  form.element.requestUpdate();
  await form.element.updateComplete;
  expect(isTakenOver(form.root)).toBe(false);
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.poll(() => isTakenOver(form.root)).toBe(true);
});

test('two forms on a page are taken over one by one', async () => {
  const first = await openServerForm(houseMove);
  const second = await openServerForm(houseMove);
  typeInto(first.control('forename'), 'Ada');
  typeInto(second.control('forename'), 'Grace');
  await first.arrive();
  expect(isTakenOver(second.root)).toBe(false);
  await second.arrive();
  expect(first.element.values).toMatchObject({ forename: 'Ada' });
  expect(second.element.values).toMatchObject({ forename: 'Grace' });
});
