import type { Page } from '@playwright/test';
import { formOn } from './form.ts';
import type { BrowserDriver } from './visitor.ts';

/** Drives Chromium and Firefox. */
export function playwrightDriver(page: Page): BrowserDriver {
  return {
    open: async address => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    // Playwright's type unwraps handles in the argument; these are plain values.
    run: (script, input) => page.evaluate(script as (input: unknown) => never, input),
    fillIn: (form, label, text) => formOn(page, form).fillIn(label, text),
    choose: (form, group, option) => formOn(page, form).choose(group, option),
    tick: (form, label) => formOn(page, form).form.getByLabel(label).check(),
    attach: (form, files) => formOn(page, form).attach(...files),
    send: form => formOn(page, form).send(),
    press: (form, name) => formOn(page, form).form.getByRole('button', { name, exact: true }).click(),
    type: text => page.keyboard.type(text),
    tab: () => page.keyboard.press('Tab'),
    loadAxe: async source => void (await page.evaluate(source)),
  };
}
