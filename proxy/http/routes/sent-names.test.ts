// The back office has its own names: the enquiry API gets them, and nobody else does.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { json, origin, proxyForEachTest } from '../../../tools/testing/proxy/proxy.ts';
import { png } from '../../../tools/testing/proxy/sample-files.ts';
import { respondMissingField } from '../../../tools/testing/proxy/scripted-enquiry-api.ts';
import type { Definition } from '../../contract/definition.ts';
import type { Receipt } from '../../contract/enquiry.ts';

/** A config whose sent names end with this sign. */
const config = (sign: string) => ({
  origins: [origin],
  contact: [{ field: 'forename' }, { field: 'telephone_mobile' }],
  attachments: { max_files: 1 },
  case_types: {
    injury: {
      label: { en: 'Injury', cy: 'Anaf' },
      send_as: `Personal Injury ${sign}`,
      meta: [{ id: `Office ${sign}`, label: `Office ${sign}`, value: `Leeds ${sign}` }],
      questions: [
        {
          id: 'when',
          type: 'date',
          label: { en: 'When did it happen?', cy: 'Pryd?' },
          send_as: `AccidentDate ${sign}`,
          label_as: `Date ${sign}`,
        },
        { id: 'hurt', type: 'yes_no', label: 'Were you hurt?', send: { yes: `Y ${sign}`, no: `N ${sign}` } },
        {
          id: 'parts',
          type: 'checkboxes',
          label: 'Where?',
          separator: ` ${sign} `,
          options: [
            { value: 'neck', label: 'Neck', send_as: `Neck,${sign}` },
            { value: 'arm', label: 'Arm', send_as: `Arm,${sign}` },
          ],
        },
        {
          id: 'terms',
          type: 'consent',
          label: { en: 'I agree', cy: 'Cytuno' },
          send_as: `Terms ${sign}`,
          send: { yes: `Agreed ${sign}`, no: `Refused ${sign}` },
        },
      ],
    },
  },
});
const enquiry = {
  case_type: 'injury',
  forename: 'Ada',
  telephone_mobile: '07700 900123',
  answers: { when: '2026-02-01', hurt: 'yes', parts: ['arm', 'neck'] },
};
/** What the enquiry API gets under the names of the config with this sign. */
const body = (sign: string, reference: string, more: object[] = []) => ({
  forename: 'Ada',
  telephone_mobile: '07700 900123',
  case_type: `Personal Injury ${sign}`,
  marketing_keywords: '',
  meta: [
    { id: `AccidentDate ${sign}`, label: `Date ${sign}`, value: '2026-02-01' },
    { id: 'hurt', label: 'Were you hurt?', value: `Y ${sign}` },
    { id: 'parts', label: 'Where?', value: `Neck,${sign} ${sign} Arm,${sign}` },
    { id: `Terms ${sign}`, label: 'I agree', value: `Refused ${sign}` },
    { id: `Office ${sign}`, label: `Office ${sign}`, value: `Leeds ${sign}` },
    { id: 'enquiry_reference', label: 'Reference', value: reference },
    ...more,
  ],
});

const [first, second] = ['#A#', '#B#'];
const proxy = proxyForEachTest(config(first));

const define = () => json<Definition>(proxy.app.request('/case-types/injury'));
/** The bodies that were sent, without what the proxy adds in any config. */
const sentBodies = () =>
  proxy.enquiryApi.requests.map(({ body }) => ({
    ...body,
    meta: (body.meta as { id: string }[]).filter(
      ({ id }) =>
        !/^(?:enquiry_form_version|attribution_site|enquiry_received|contact_promised|preferred_channel)$/.test(
          id,
        ),
    ),
  }));

test('browsers get none of them, in any language', async () => {
  const current = await define();
  const paths = [
    '/case-types/injury',
    '/case-types/injury?lang=cy',
    `/case-types/injury?definition=${current.definition}`,
    '/enquiry-form.js?case-type=injury',
  ];
  for (const path of paths) {
    const text = await (await proxy.app.request(path)).text();
    expect(text).toContain('"id":"parts"');
    expect(text).not.toMatch(/#A#|send_as|label_as|"send"|separator|"meta"|"sent"/);
  }
});

describe('when the names change while a tab is open', () => {
  test('its enquiry arrives under those that were current when it was loaded, and others under the new ones', async () => {
    const { definition } = await define();
    await proxy.restart(config(second));
    const open = await json<Receipt>(proxy.postEnquiry({ ...enquiry, definition }));
    const other = { ...enquiry, forename: 'Ada', answers: { ...enquiry.answers, when: '2026-02-02' } };
    const unversioned = await json<Receipt>(proxy.postEnquiry(other));
    const { definition: current } = await define();
    expect(current).not.toBe(definition);
    expect(sentBodies()[0]).toEqual(body(first, open.reference));
    expect(sentBodies()[1]).toEqual(
      JSON.parse(JSON.stringify(body(second, unversioned.reference)).replace('2026-02-01', '2026-02-02')),
    );
  });

  test('the same enquiry from a new tab is still recognised as the same', async () => {
    const { definition } = await define();
    const { reference } = await json<Receipt>(proxy.postEnquiry({ ...enquiry, definition }));
    await proxy.reload({ config: config(second) });
    const again = await json<Receipt>(proxy.postEnquiry(enquiry));
    const mark = { id: 'possible_duplicate_of', label: 'Possible duplicate of', value: reference };
    expect(sentBodies()[1]).toEqual(body(second, again.reference, [mark]));
  });
});

describe('a field that the enquiry API refuses by its own name', () => {
  test('is the visitor’s question, also when the request is repeated under other names', async () => {
    proxy.enquiryApi.script.push(respondMissingField(`AccidentDate ${first}`));
    const key = randomUUID();
    const refused = await proxy.postEnquiry(enquiry, key);
    expect(refused.status).toBe(422);
    const problems = [{ field: 'answers.when', rule: 'refused' }];
    expect(await refused.json()).toMatchObject({ problems });
    await proxy.restart(config(second));
    expect(await json<object>(proxy.postEnquiry(enquiry, key))).toMatchObject({ problems });
  });

  test.each(['when', `Office ${first}`])(
    'holds the enquiry if it is "%s", which no question is sent as',
    async name => {
      proxy.enquiryApi.script.push(respondMissingField(name));
      const { reference } = await json<Receipt>(proxy.postEnquiry(enquiry));
      const row = await proxy.outbox.intake.enquiry(reference);
      expect(row).toMatchObject({
        state: 'held',
        case_type: 'injury',
        last_message: expect.stringContaining(`\`${name}\``),
      });
    },
  );
});

test('the outbox, the metrics, the log and uploads have our own name of the case type', async () => {
  const receipt = await json<Receipt>(proxy.postEnquiry(enquiry));
  const file = await proxy.postAttachment(receipt, new Uint8Array(png()), {
    headers: { 'content-type': 'image/png' },
  });
  expect(file.status).toBe(201);
  const metrics = await proxy.metrics();
  expect(metrics).toContain('case_type="injury"');
  expect(metrics).not.toContain(first);
  expect(proxy.log()).not.toContain(first);
});
