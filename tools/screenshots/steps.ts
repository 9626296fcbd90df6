// The steps that bring a page into a state.
import type { Page, Route } from '@playwright/test';
import type { TestFile } from '../../e2e/files/documents.ts';
import type { Stack } from '../../e2e/processes/stack.ts';
import { fillHouseMove as fillHouseMoveOn, formOn } from '../../e2e/visitor/form.ts';
import { formInStepsOn } from '../../e2e/visitor/form-in-steps.ts';

/** A page, and its form as a visitor uses it. */
export interface Scene extends ReturnType<typeof formOn> {
  page: Page;
  stack: Stack;
  inSteps: ReturnType<typeof formInStepsOn>;
}
export type Step = (scene: Scene) => unknown;

/** Takes one step after the other. */
export async function take(steps: Step[], page: Page, stack: Stack): Promise<void> {
  const scene = { page, stack, inSteps: formInStepsOn(page), ...formOn(page) };
  for (const step of steps) await step(scene);
}

/** Opens a page of the demo. */
export const open =
  (path = ''): Step =>
  ({ page, stack }) =>
    page.goto(`${stack.site}${path}`);

/** Opens the main page's form without its prerendered HTML, which shows only what the proxy has rendered. */
export const openTag = open('/?tag');
export const openHouseMove = open('/house-move.html');
export const fillHouseMove: Step = ({ page }) => fillHouseMoveOn(page);
export const send: Step = scene => scene.send();
/** Clicks on Send in any language, or on another element. */
export const press =
  (selector = '.send'): Step =>
  ({ page }) =>
    page.locator(selector).last().click();
export const fill =
  (values: Record<string, string>): Step =>
  async ({ fillIn }) => {
    for (const [label, text] of Object.entries(values)) await fillIn(label, text);
  };
export const choose =
  (group: string | RegExp, option: string): Step =>
  scene =>
    scene.choose(group, option);
export const attach =
  (...files: TestFile[]): Step =>
  scene =>
    scene.attach(...files);
export const summary: Step = scene => scene.summary.waitFor();
export const receipt: Step = scene => scene.receipt.waitFor();
/** Waits for an element. */
export const shows =
  (selector: string, at = 0): Step =>
  ({ page }) =>
    page.locator(selector).nth(at).waitFor();
/** Waits for a text. */
export const says =
  (text: string, at = 0): Step =>
  ({ page }) =>
    page
      .getByText(text === 'Sent' ? / · Sent$/ : text)
      .nth(at)
      .waitFor();
export const ready = (at = 0): Step => shows('enquiry-form[ready]', at);

type Definition = Record<string, unknown>;

/** Changes the definition of the form. It can't be sent if the proxy wouldn't accept the answers. */
export const define =
  (change: (definition: Definition) => Definition): Step =>
  async ({ page, stack }) => {
    // Not continued with another address, which Firefox ignores over WebDriver BiDi.
    await page.route('**/enquiry-form.js*', async route =>
      route.fulfill({ response: await route.fetch({ url: `${stack.proxy}/enquiry-form.js` }) }),
    );
    await page.route('**/case-types/*', async route => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change(await response.json()) });
    });
  };

/** Decides what becomes of the requests with an enquiry. */
export const onEnquiries =
  (decide: (route: Route) => unknown): Step =>
  ({ page }) =>
    page.route('**/enquiries', decide);
export const abort = (route: Route) => route.abort();
export const silence = () => {};

/** Responds to an enquiry with a status that the page's script can read. */
export const respond = (status: number) => (route: Route) =>
  route.fulfill({
    status,
    headers: { 'access-control-allow-origin': '*', 'content-type': 'application/problem+json' },
    body: '',
  });
