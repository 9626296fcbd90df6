import { expect, test } from '../test.ts';

test("the page's own history entries don't change the step, and its base element doesn't cause navigation", async ({
  page,
  stack,
}) => {
  const policy = `default-src 'none'; script-src ${stack.proxy}; connect-src ${stack.proxy}; require-trusted-types-for 'script'; trusted-types lit-html 'allow-duplicates'`;
  const address = stack.servePage(
    `<!doctype html><html lang="en"><base href="https://elsewhere.example/deep/"><title>Two</title><script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move"></script>
    <div id="a"><enquiry-form layout="steps" case-type="house-move"></enquiry-form></div><div id="b"><enquiry-form layout="steps" case-type="house-move"></enquiry-form></div>`,
    policy,
  );
  await page.goto(address);
  const [a, b] = ['#a', '#b'].map(id => ({
    heading: (name: RegExp) => page.locator(id).getByRole('heading', { name }),
    async answerQuestions() {
      const form = page.locator(id);
      await form.getByLabel('Remortgaging', { exact: true }).check();
      await form.getByLabel('Roughly how much is the property?').fill('285000');
      await form.getByLabel(/I have read the terms/).check();
      await form.getByRole('button', { name: 'Continue' }).click();
    },
  }));
  await a!.answerQuestions();
  await expect(a!.heading(/Step 2 of 4/)).toBeFocused();
  await b!.answerQuestions();
  await expect(b!.heading(/Step 2 of 4/)).toBeFocused();
  await page.evaluate(() => history.pushState(null, ''));
  await page.goBack();
  await expect(b!.heading(/Step 2 of 4/)).toBeVisible();
  await page.goBack();
  await expect(b!.heading(/Step 1 of 4/)).toBeFocused();
  await expect(a!.heading(/Step 2 of 4/)).toBeVisible();
  await page.goBack();
  await expect(a!.heading(/Step 1 of 4/)).toBeFocused();
  expect(page.url()).toBe(address);
});
