// What visitors get from pages whose tag or link was changed on its way: a form wherever a script may run and something is
// left of the tag or the link, and otherwise what is between the tags, or the link, which opens the form's own page.
import type { Page } from '@playwright/test';
import { mangledPage, mangledPageNames } from '../pages/mangled-page.ts';
import type { Stack } from '../processes/stack.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

/** Checks what a visitor gets. */
type Check = (page: Page, stack: Stack) => Promise<void>;

/** The link between the tags. The form has one of its own. */
/** The page's own link, not the form's. */
const phoneNumber = (page: Page) => page.locator('[href="tel:+441632960001"]:not([part])');
const link = (page: Page) => page.getByRole('link', { name: 'Send us an enquiry' });

const sendsItsForm: Check = async (page, stack) => {
  await fillHouseMove(page);
  await formOn(page).send();
  await expect(formOn(page).receipt).toContainText('Grace');
  expect(await stack.listEnquiries()).toEqual([expect.objectContaining({ body: enquiryOfCampaign })]);
};
const enquiryOfCampaign = expect.objectContaining({ forename: 'Grace', marketing_campaign: 'spring' });

const sendsItsOnlyForm: Check = async (page, stack) => {
  await sendsItsForm(page, stack);
  await expect(link(page)).not.toBeVisible();
  await expect(phoneNumber(page)).not.toBeVisible();
};

const showsThePhoneNumber: Check = async page => {
  await expect(phoneNumber(page)).toBeVisible();
  await expect(formOn(page).field('First name')).toHaveCount(0);
};

const showsALinkThatOpensTheForm: Check = async (page, stack) => {
  await expect(formOn(page).field('First name')).toHaveCount(0);
  await link(page).click();
  await expect(page).toHaveURL(`${stack.proxy}/forms/house-move?utm_campaign=spring`);
  await sendsItsForm(page, stack);
};

/** What a visitor gets from each page. */
const outcomes: Record<string, Check> = {
  'element-closes-itself': sendsItsForm,
  'element-cut-in-two': async (page, stack) => {
    await expect(formOn(page).field('Last name')).toHaveValue('Hopper');
    await expect(phoneNumber(page)).toBeVisible(); // It is below the form, because it isn't in the tag any more.
    await sendsItsForm(page, stack);
  },
  'element-removed': showsThePhoneNumber,
  'element-without-case-type': showsThePhoneNumber,
  'inserted-as-html': showsThePhoneNumber,
  'inserted-twice-after-load': sendsItsOnlyForm,
  'link-alone': showsALinkThatOpensTheForm,
  'link-in-cut-element': async (page, stack) => {
    await expect(link(page)).toBeVisible();
    await sendsItsForm(page, stack);
  },
  'link-inserted-after-load': async (page, stack) => {
    await expect(link(page)).toBeVisible();
    await page.evaluate(async address => {
      const { mount } = await import(address);
      mount();
    }, `${stack.proxy}/enquiry-form.js?case-type=house-move`);
    await sendsItsOnlyForm(page, stack);
  },
  'link-inserted-with-script': sendsItsOnlyForm,
  'link-policy-without-proxy': showsALinkThatOpensTheForm,
  'link-policy-without-sending': showsALinkThatOpensTheForm,
  'link-script-waits-for-consent': showsALinkThatOpensTheForm,
  'link-script-without-type': showsALinkThatOpensTheForm,
  'link-with-script': sendsItsOnlyForm,
  'link-with-script-async': sendsItsOnlyForm,
  'link-without-attribute': showsALinkThatOpensTheForm,
  'only-text-left': showsThePhoneNumber,
  'page-right-to-left': async page => {
    await expect(formOn(page).form.getByText('احصل على عرض سعر ثابت').first()).toBeVisible();
    await expect(formOn(page).form.locator('form')).toHaveCSS('direction', 'rtl');
  },
  'paragraphs-and-breaks-added': sendsItsOnlyForm,
  'policy-with-trusted-types': sendsItsOnlyForm,
  'policy-without-proxy': showsThePhoneNumber,
  'policy-without-sending': async page => {
    await fillHouseMove(page);
    await formOn(page).send();
    await expect(page.getByText(/couldn’t send/)).toBeVisible();
    await expect(page.getByRole('button', { name: /secure page/ })).toBeVisible();
  },
  'quotes-and-spaces-removed': async (page, stack) => {
    await sendsItsForm(page, stack);
    await expect(page.getByText('We’re “open”.')).toBeVisible();
  },
  'script-async-with-version': sendsItsOnlyForm,
  'script-combined-with-others': showsThePhoneNumber,
  'script-moved-to-the-end': sendsItsOnlyForm,
  'script-restored-after-load': sendsItsOnlyForm,
  'script-waits-for-a-click': async (page, stack) => {
    await showsThePhoneNumber(page, stack);
    await page.getByRole('heading', { name: 'Page' }).click();
    await sendsItsOnlyForm(page, stack);
  },
  'script-waits-for-consent': showsThePhoneNumber,
  'script-without-type': showsThePhoneNumber,
  'source-shown-as-text': async page => {
    await expect(page.getByText('<enquiry-form case-type')).toBeVisible();
  },
};

test('every page is tested', () => {
  expect(Object.keys(outcomes)).toEqual(mangledPageNames.toSorted());
});

/** The pages that `npm test` opens, too: a form, a link and neither of them. */
const samples = ['element-cut-in-two', 'link-script-without-type', 'script-without-type'];

for (const [name, check] of Object.entries(outcomes)) {
  test(name.replaceAll('-', ' '), samples.includes(name) ? {} : beforeRelease, async ({ page, stack }) => {
    const { html, policy } = mangledPage(name, stack.proxy);
    await page.goto(stack.servePage(html, policy, { '/combined.js': 'export default import.meta.url;' }));
    await check(page, stack);
  });
}
