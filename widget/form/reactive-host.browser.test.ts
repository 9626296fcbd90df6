// What sites and frameworks rely on in a custom element, whatever it renders.
import { html, render, type TemplateResult } from 'lit/html.js';
import { afterEach, expect, test } from 'vitest';
import { ReactiveHost, type ReactiveProperty } from './reactive-host.ts';

/** Shows its properties as JSON. */
class Shown extends ReactiveHost {
  static override properties: Record<string, ReactiveProperty> = {
    caseType: { attribute: 'case-type' },
    layout: {},
    parts: { attribute: false },
    settings: { type: Object },
  };
  static get observedAttributes(): string[] {
    return ReactiveHost.makeReactive(Shown);
  }
  declare caseType: string | null | undefined;
  declare layout: string | null | undefined;
  declare parts: string | undefined;
  declare settings: unknown;
  changes: string[] = [];
  onShow = () => {};

  protected override willUpdate(changed: Set<string>): void {
    this.changes.push([...changed].join());
  }
  protected override render(): TemplateResult {
    const { caseType, layout, parts, settings } = this;
    return html`${JSON.stringify({ caseType, layout, parts, settings })}`;
  }
  protected override show(view: TemplateResult): void {
    render(view, this.renderRoot);
    this.onShow();
  }
  protected override updated(): void {}

  get shown(): unknown {
    return JSON.parse(this.renderRoot.textContent);
  }
}

/** An element that is upgraded only when it enters the document, because a template's content is inert. */
function createEarly(tag: string): Shown {
  const template = document.createElement('template');
  template.innerHTML = `<${tag} case-type="from-the-tag" layout="steps"></${tag}>`;
  return template.content.firstElementChild as Shown;
}

customElements.define('shown-properties', Shown);
const create = () => document.createElement('shown-properties') as Shown;

afterEach(() => document.body.replaceChildren());

test('nothing is rendered before the element is on the page, and then all changes at once', async () => {
  const element = create();
  element.caseType = 'a';
  await Promise.resolve();
  expect(element.shadowRoot).toBeNull();
  document.body.append(element);
  element.caseType = 'b';
  element.setAttribute('layout', 'steps');
  expect(await element.updateComplete).toBe(true);
  expect(element.shown).toEqual({ caseType: 'b', layout: 'steps' });
  expect(element.changes).toEqual(['caseType,layout']);
  element.caseType = 'b';
  await element.updateComplete;
  expect(element.changes).toHaveLength(1);
});

test('a property that was set before the element was defined overrides its attribute, and not what is set afterwards', async () => {
  const element = createEarly('shown-properties');
  Object.assign(element, { caseType: 'early', parts: 'early' });
  document.body.append(element);
  expect(element.caseType).toBe('early');
  element.parts = 'late';
  await element.updateComplete;
  expect(element.shown).toEqual({ caseType: 'early', layout: 'steps', parts: 'late' });
});

test('the last of an attribute and a property wins, and removing the attribute removes its value', async () => {
  const element = create();
  document.body.append(element);
  element.setAttribute('case-type', 'a');
  element.caseType = 'b';
  await element.updateComplete;
  expect(element.shown).toEqual({ caseType: 'b' });
  element.setAttribute('case-type', 'c');
  element.setAttribute('settings', '{"malformed"');
  element.setAttribute('parts', 'of the style sheet');
  await element.updateComplete;
  expect(element.shown).toEqual({ caseType: 'c', settings: null });
  element.removeAttribute('case-type');
  element.setAttribute('settings', '{"a":1}');
  await element.updateComplete;
  expect(element.shown).toEqual({ caseType: null, settings: { a: 1 } });
});

test('a copy has the attributes of the original, and a life of its own', async () => {
  const element = create();
  element.setAttribute('case-type', 'a');
  element.layout = 'steps';
  document.body.append(element);
  await element.updateComplete;
  const copy = element.cloneNode(true) as Shown;
  document.body.append(copy);
  copy.caseType = 'b';
  await copy.updateComplete;
  expect(copy.shown).toEqual({ caseType: 'b' });
  expect(element.shown).toEqual({ caseType: 'a', layout: 'steps' });
});

test('an error in an update is reported, and the next update works', async () => {
  const reported: unknown[] = [];
  const report = (event: PromiseRejectionEvent) => {
    event.stopImmediatePropagation(); // The test runner listens, too.
    reported.push(event.reason);
  };
  addEventListener('unhandledrejection', report, true);
  const element = create();
  document.body.append(element);
  const bug = new Error('bug');
  element.onShow = () => {
    element.onShow = () => {};
    element.caseType = 'b';
    throw bug;
  };
  await expect(element.updateComplete).rejects.toBe(bug);
  expect(await element.updateComplete).toBe(true);
  expect(element.shown).toEqual({ caseType: 'b' });
  await expect.poll(() => reported).toEqual([bug]);
  removeEventListener('unhandledrejection', report, true);
});

test('an update during which another is requested isn’t complete', async () => {
  const element = create();
  document.body.append(element);
  element.onShow = () => {
    element.onShow = () => {};
    element.caseType = 'b';
  };
  expect(await element.updateComplete).toBe(false);
  expect(await element.updateComplete).toBe(true);
  expect(element.shown).toEqual({ caseType: 'b' });
});

test('an element that is removed before its first update is rendered, and moves between shadow roots with its style', async () => {
  const element = create();
  document.body.append(element);
  element.remove();
  element.caseType = 'a';
  expect(await element.updateComplete).toBe(true);
  const place = document.createElement('section');
  document.body.append(place);
  place.attachShadow({ mode: 'closed' }).append(element);
  expect(element.shown).toEqual({ caseType: 'a' });
  expect(element.shadowRoot?.adoptedStyleSheets).toHaveLength(1);
});

test('controllers are told when the element comes and goes, and no longer once they are removed', async () => {
  const element = create();
  const calls: string[] = [];
  const controller = Object.fromEntries(
    ['hostConnected', 'hostUpdate', 'hostUpdated', 'hostDisconnected'].map(name => [
      name,
      () => calls.push(name),
    ]),
  );
  element.addController(controller);
  document.body.append(element);
  await element.updateComplete;
  element.remove();
  expect(calls).toEqual(['hostConnected', 'hostUpdate', 'hostUpdated', 'hostDisconnected']);
  element.removeController(controller);
  document.body.append(element);
  element.addController(controller);
  expect(calls.slice(4)).toEqual(['hostConnected']);
});

test('a site’s own class has the properties of ours', async () => {
  class Own extends Shown {
    static override get observedAttributes(): string[] {
      return [...Shown.observedAttributes, 'own'];
    }
    own = '';
    override attributeChangedCallback(name: string, before: string | null, text: string | null): void {
      if (name === 'own') this.own = text ?? '';
      else super.attributeChangedCallback(name, before, text);
    }
  }
  customElements.define('own-class', Own);
  document.body.innerHTML = '<own-class case-type="a" own="b"></own-class>';
  const element = document.body.firstElementChild as Own;
  await element.updateComplete;
  expect([element.own, element.shown]).toEqual(['b', { caseType: 'a' }]);
});

test('what a script of the page has added to all objects doesn’t replace a property', async () => {
  const added = { layout: () => {}, parts: () => {}, type: () => {} };
  Object.assign(Object.prototype, added);
  try {
    class OnOldPage extends Shown {
      static override get observedAttributes(): string[] {
        return ReactiveHost.makeReactive(OnOldPage);
      }
    }
    customElements.define('on-old-page', OnOldPage);
    document.body.innerHTML = '<on-old-page layout="steps"></on-old-page>';
    const element = document.body.firstElementChild as OnOldPage;
    await element.updateComplete;
    element.parts = 'late';
    await element.updateComplete;
    expect(element.shown).toEqual({ layout: 'steps', parts: 'late' });
  } finally {
    for (const name of Object.keys(added)) Reflect.deleteProperty(Object.prototype, name);
  }
});
