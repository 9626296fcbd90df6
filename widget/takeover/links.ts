import { marketingParameters } from '../../proxy/contract/attribution.ts';
import { marketingAttributes } from '../attribution/precedence.ts';
import type { FormHost } from '../form/form-context.ts';

/** The links whose forms are being loaded. */
const pending = new WeakSet<Element>();

/** Puts forms in the place of the links below `root` that lead to a form of the proxy with the address `home`; empty: of
 * any proxy. Each link stays in the page, and works, until its form can be shown, and for good if there is no such form. */
export function takeOverLinks(root: ParentNode, home: string): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-enquiry-form]')) {
    const attributes = readAddress(link, home);
    // Inside a form, it is a fallback.
    if (attributes && !pending.has(link) && !link.closest('enquiry-form')) void takeOver(link, attributes);
  }
}

/** The attributes of the form that a link leads to; undefined: it leads to something else. */
function readAddress(link: HTMLAnchorElement, home: string): [name: string, value: string][] | undefined {
  const [, proxy, caseType] = /^(https?:.+\/)forms\/([\w.-]+)$/.exec(link.origin + link.pathname) ?? [];
  if (!proxy || !caseType || (home && proxy !== home)) return undefined;
  const parameters = new URLSearchParams(link.search);
  const named = marketingAttributes.map(([field, name]) => [name, marketingParameters[field]] as const);
  const given = [['lang', 'lang'] as const, ...named].map(([name, parameter]): [string, string] => [
    name,
    parameters.get(parameter) ?? '',
  ]);
  return [['case-type', caseType], ['proxy', proxy], ...given.filter(([, value]) => value)];
}

async function takeOver(link: HTMLAnchorElement, attributes: [name: string, value: string][]): Promise<void> {
  pending.add(link);
  await customElements.whenDefined('enquiry-form');
  const form = document.createElement('enquiry-form') as FormHost; // It is defined.
  for (const [name, value] of attributes) form.setAttribute(name, value);
  form.hidden = true;
  link.after(form);
  await untilReady(form);
  pending.delete(link);
  // The element shows its content as long as it has no form. The page may have changed meanwhile.
  if (form.renderRoot.querySelector('slot') || form.parentNode !== link.parentNode) {
    form.remove();
    return;
  }
  const hadFocus = link.matches(':focus-within');
  form.append(link); // It is shown if an enquiry can't be sent.
  form.hidden = false;
  if (hadFocus) form.focus();
}

/** Resolves when the element shows a form, or has found out that it can't. */
function untilReady(form: FormHost): Promise<void> {
  return new Promise(resolve => {
    const controller = {
      async hostUpdated() {
        await form.updateComplete;
        if (!form.hasAttribute('ready')) return;
        form.removeController(controller);
        resolve();
      },
    };
    form.addController(controller);
  });
}
