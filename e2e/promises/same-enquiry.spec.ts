import { randomUUID } from 'node:crypto';
import { referenceIn } from '../processes/meta-entries.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

test('an enquiry that is sent again from another tab arrives with the earlier reference', async ({
  page,
  context,
  stack,
}) => {
  const visitor = `Grace ${randomUUID()}`;
  const campaigns = { first: `first-${visitor.slice(-12)}`, second: `second-${visitor.slice(-12)}` };
  const sendFrom = async (tab: typeof page, campaign: string) => {
    await tab.goto(`${stack.site}/house-move.html?utm_campaign=${campaign}`);
    await fillHouseMove(tab, visitor);
    const { send, receipt } = formOn(tab);
    await send();
    await expect(receipt).toBeVisible();
  };
  await sendFrom(page, campaigns.first);
  await sendFrom(await context.newPage(), campaigns.second);

  const enquiries = await stack.listEnquiries();
  const marks = enquiries.map(({ meta }) => meta.find(({ id }) => id === 'possible_duplicate_of')?.value);
  const first = enquiries.find(({ body }) => body.marketing_campaign === campaigns.first);
  const expected = enquiries.map(enquiry => (enquiry === first ? undefined : referenceIn(first!)));
  expect(marks).toHaveLength(2);
  expect(marks).toEqual(expected);
});
