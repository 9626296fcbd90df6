// The pages that the benchmark of the widget compares. All have the same form, the same style and the same policy, and
// are compressed in advance. The widget brings its own style; the other pages have it in them.
import type { Browser } from '@playwright/test';
import type { Stack } from '../../e2e/processes/stack.ts';
import { buildPeer, type Peer, peers } from './peers/build-peers.ts';

/** Reads the form that a page of the demo shows: its style and its HTML, and how many controls can be seen. */
export async function readForm(browser: Browser, url: string) {
  const page = await browser.newPage();
  await page.goto(url);
  await page.locator('enquiry-form[ready]').getByLabel('First name').waitFor();
  const form = await page.locator('enquiry-form').evaluate(({ shadowRoot }) => {
    const rules = shadowRoot!.adoptedStyleSheets.flatMap(sheet =>
      [...sheet.cssRules].map(({ cssText }) => cssText),
    );
    const elements = [...shadowRoot!.querySelector('form')!.elements];
    return {
      style: rules.join('').replaceAll(':host', '.host'),
      html: shadowRoot!.innerHTML.replaceAll(/<!--.*?-->/g, ''),
      controls: elements.filter(each => each.matches('input, select, textarea') && each.checkVisibility())
        .length,
    };
  });
  await page.close();
  return form;
}
type Form = Awaited<ReturnType<typeof readForm>>;

/** Builds the baseline: plain HTML. Its inline script has a submit listener, which cancels the event, and one input
 * listener for the whole form, which stores the value of the field and shows the questions that depend on it. */
export const buildPlainPage = ({ html, style }: Form) =>
  page(
    `<style>${style}</style>`,
    `<div class="host">${html}</div><script>
    const form = document.querySelector('form');
    const values = {};
    const conditions = [
      ['answers.vehicle', 'answers.accident-place', 'road'],
      ['answers.injuries', 'answers.injured', 'yes'],
      ['answers.other-injury', 'answers.injuries', 'other'],
    ];
    form.addEventListener('submit', event => {
      event.preventDefault();
      window.submitted = [...form.elements].map(({ files, value }) => files?.[0]?.name ?? value);
    });
    form.addEventListener('input', ({ target }) => {
      values[target.name] = target.value;
      for (const [shown, question, answer] of conditions)
        if (question === target.name)
          document.getElementById(shown).closest('.field').hidden = !new FormData(form).getAll(question).includes(answer);
    });
    window.usableAt = performance.now();
  </script>`,
  );

/** Builds a page whose script draws the form of a peer. */
export const buildPeerPage = ({ style }: Form, script: string) =>
  page(
    `<style>${style}</style><script type="module" src="${script}"></script>`,
    '<div class="host"><div class="frame"><div class="form"></div></div></div>',
  );

/** Builds a page with the element of a proxy and nothing else. */
export const buildWidgetPage = (proxy: string, caseType: string) =>
  page(
    `<script type="module" src="${proxy}/enquiry-form.js?case-type=${caseType}"></script>`,
    `<enquiry-form case-type="${caseType}"></enquiry-form>`,
  );

/** Builds a page with the prerendered form and nothing else. Its fields and Send need no script, so it is usable when
 * they are there. */
export async function buildPrerenderedPage(stack: Stack, caseType: string): Promise<string> {
  const response = await fetch(`${stack.proxy}/forms/${caseType}/prerendered`);
  return page('', `${await response.text()}<script>window.usableAt = performance.now();</script>`);
}

const page = (head: string, body: string) =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Enquiry</title>${head}${body}</html>`;

/** Builds the script of each peer. */
export async function buildPeers(): Promise<[Peer, string][]> {
  const scripts: [Peer, string][] = [];
  for (const peer of Object.keys(peers) as Peer[]) scripts.push([peer, await buildPeer(peer)]);
  return scripts;
}
