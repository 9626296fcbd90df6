// The element takes over a form that the server has rendered, and the visitor notices nothing.
import { html, render } from 'lit/html.js';
import { onTestFinished, vi } from 'vitest';
import { cdp, userEvent } from 'vitest/browser';
import type { Definition, Question } from '../../proxy/contract/definition.ts';
import { accident, houseMove, houseMoveInWelsh } from '../../tools/testing/widget/case-types.ts';
import { kept } from '../../tools/testing/widget/drafts.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import { respondRefusal } from '../../tools/testing/widget/scripted-proxy.ts';
import { isTakenOver, openServerForm, type ServerForm } from '../../tools/testing/widget/server-form.ts';
import { completeHouseMove, eventTypes, expect, test } from '../../tools/testing/widget/test.ts';
import { isMovable, type LitPart } from './adopt.ts';

/** The elements of a form, without the additions for pages without JavaScript. */
const elementsIn = ({ root }: ServerForm) => [...root.querySelectorAll('.frame, .frame *:not([data-plain])')];

/** Puts the text and the caret of a visitor into a field. */
function typeInto(control: HTMLInputElement, text: string, caret = text.length): void {
  control.focus();
  control.value = text;
  if (control.selectionStart !== null) control.setSelectionRange(caret, caret);
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
  test(`a form about ${definition.label} has the same elements after the takeover as before, and as any other form`, async ({
    proxy,
    open,
  }) => {
    proxy.publish(definition);
    const form = await openServerForm(definition);
    const elements = elementsIn(form);
    await form.arrive();
    expect(elementsIn(form)).toEqual(elements);
    expect(elements.filter(({ isConnected }) => !isConnected)).toEqual([]);
    const other = await open({ 'case-type': definition.case_type });
    expect(copyOf(form.root).isEqualNode(copyOf(other.element.shadowRoot!))).toBe(true);
  });
}

test('typed text, ticked boxes, the focus and the caret stay, and the element goes on from there', async ({
  events,
}) => {
  const form = await openServerForm(houseMove);
  const note = form.control('answers.notes');
  form.control('answers.plan', 'buy').click();
  form.control('answers.extras', 'will').click();
  typeInto(form.control('forename'), 'Ada');
  typeInto(note, 'in a hurry, sorry', 4);
  await form.arrive();
  expect(form.root.activeElement).toBe(note);
  expect([note.value, note.selectionStart, note.selectionEnd]).toEqual(['in a hurry, sorry', 4, 4]);
  await expect.element(form.field('How much is the property?')).toBeVisible();
  await expect.element(form.text(/3 characters left/)).toBeVisible();
  expect(form.element.values).toEqual({
    forename: 'Ada',
    answers: { plan: 'buy', extras: ['will'], notes: 'in a hurry, sorry' },
  });
  expect(eventTypes(events)).toEqual(['enquiry-start']);
  await expect.poll(kept).toContain('in a hurry');
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

test('keys that are typed meanwhile arrive in the field', async () => {
  const form = await openServerForm(houseMove);
  const control = form.control('forename');
  control.focus();
  const typing = userEvent.keyboard('a sentence of forty keys is typed, key by');
  await form.arrive();
  await typing;
  expect(control.value).toBe('a sentence of forty keys is typed, key by');
  expect(form.root.activeElement).toBe(control);
});

test('an unfinished date stays', async ({ proxy }) => {
  proxy.publish(accident);
  const form = await openServerForm(accident);
  const date = form.control('answers.day');
  date.focus();
  await userEvent.keyboard('12');
  expect(date.validity.badInput).toBe(true);
  form.element.setAttribute('values', '{"forename":"Ada"}');
  await form.arrive();
  await expect.element(form.field('First name')).toHaveValue('Ada');
  await form.element.updateComplete;
  expect(date.validity.badInput).toBe(true);
  expect(form.root.activeElement).toBe(date);
});

test('a composition goes on, and the element waits for its end', async () => {
  const form = await openServerForm(houseMove);
  const control = form.control('forename');
  control.focus();
  const { send } = cdp() as unknown as { send(method: string, parameters: object): Promise<void> }; // In Chromium.
  const compose = (text: string) =>
    send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await compose('に');
  form.define();
  await vi.waitUntil(() => !!form.element.hasAttribute('ready'));
  await compose('にほ');
  await compose('にほん');
  await send('Input.insertText', { text: '日本' });
  expect(control.value).toBe('日本');
  await vi.waitUntil(() => isTakenOver(form.root));
  expect(control.value).toBe('日本');
  expect(form.root.activeElement).toBe(control);
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
  await expect.poll(kept).toContain('from the draft');
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
  const typed = form.control('answers.notes');
  typeInto(typed, 'in a hurry', 4);
  await form.arrive();
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

test('a release of Lit with other names for its parts replaces the form, and what the visitor has done stays', async ({
  proxy,
}) => {
  const { prototype } = DocumentFragment;
  Object.defineProperty(prototype, '_$litPart$', {
    configurable: true,
    get: () => undefined,
    set(part: object) {
      if (this instanceof ShadowRoot) Object.defineProperty(this, '_$litPart$', { value: part });
    },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(prototype, '_$litPart$');
  });
  const form = await openServerForm(houseMove);
  const replaced = form.control('answers.notes');
  form.control('answers.plan', 'buy').click();
  await form.attach(pdf('a.pdf'));
  typeInto(replaced, 'in a hurry', 4);
  await form.arrive();
  const control = form.control('answers.notes');
  expect(control).not.toBe(replaced);
  expect(form.root.activeElement).toBe(control);
  expect([control.value, control.selectionStart]).toEqual(['in a hurry', 4]);
  await expect.element(form.attachment('a.pdf')).toBeVisible();
  await completeHouseMove(form);
  await expect.poll(() => proxy.uploads.length).toBe(1);
});

test.each(['_$AB', '_$AH', '_$AV', 'element', 'name'])('parts without %s aren’t moved', missing => {
  const content = html`<a href=${'#'} @click=${() => {}}>${[html`<b title=${'a'}>${'b'}</b>`]}</a>`;
  const part = render(content, document.createDocumentFragment()) as unknown as LitPart; // Private names.
  expect(isMovable(part)).toBe(true);
  const without = <Value>(value: Value): Value => {
    if (Array.isArray(value)) return value.map(without) as Value;
    if (typeof value !== 'object' || value === null || value instanceof Node) return value;
    return new Proxy<Value & object>(value, {
      get: (target, name) => (name === missing ? undefined : without(Reflect.get(target, name))),
      has: (target, name) => name !== missing && Reflect.has(target, name),
    });
  };
  expect(isMovable(without(part))).toBe(false);
});

test('a form in another language than the tag’s is translated, and keeps the answers', async ({ proxy }) => {
  proxy.publish(houseMoveInWelsh);
  const form = await openServerForm(houseMove, { lang: 'cy' });
  const control = form.control('forename');
  typeInto(control, 'Ada', 1);
  await form.arrive();
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
    proxy.next.lookup.push(response);
    const form = await openServerForm(houseMove);
    const before = form.root.innerHTML;
    form.define();
    await vi.waitUntil(() => form.element.hasAttribute('ready'));
    await expect.poll(() => proxy.lookups.length).toBeGreaterThan(0);
    await form.element.updateComplete;
    expect(form.root.innerHTML).toBe(before);
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
