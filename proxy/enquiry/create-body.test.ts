import { expect, test } from 'vitest';
import type { Definition, Question } from '../contract/definition.ts';
import { buildCreateBody } from './create-body.ts';

const definition: Definition = {
  case_type: 'injury',
  definition: 'sha256-x',
  lang: 'en',
  label: 'Injury',
  draft: true,
  contact: { surname: 'optional', telephone_mobile: 'optional', email: 'optional' },
  attachments: { max_files: 5, max_bytes: 1000, strip_metadata: 'location' },
  receipt: { identifier: 'reference', show_number: false },
  questions: [
    {
      id: 'injuries',
      type: 'checkboxes',
      label: 'What was injured?',
      options: ['neck', 'back', 'arm'].map(value => ({ value, label: value })),
    },
    { id: 'arm', type: 'text', label: 'Which arm?', shown_when: { question: 'injuries', is: 'arm' } },
    { id: 'hurt', type: 'yes_no', label: 'Does it hurt?' },
    { id: 'call', type: 'consent', label: 'You may call me at work.' },
    { id: 'story', type: 'textarea', label: 'What happened?' },
  ],
};
const ada = { case_type: 'injury', forename: ' Ada ' };

test('labels come from the definition, several values in the order of the options', () => {
  const answers = {
    injuries: ['arm', 'neck'],
    arm: 'left',
    hurt: 'no',
    call: 'yes',
    story: ' One.\r\nTwo. ',
  };
  expect(buildCreateBody(definition, { ...ada, answers }, { reference: '7K2PQ-2M9XD' }).meta).toEqual([
    { id: 'injuries', label: 'What was injured?', value: 'neck, arm' },
    { id: 'arm', label: 'Which arm?', value: 'left' },
    { id: 'hurt', label: 'Does it hurt?', value: 'no' },
    { id: 'call', label: 'You may call me at work.', value: 'yes' },
    { id: 'story', label: 'What happened?', value: 'One.\nTwo.' },
    { id: 'enquiry_reference', label: 'Reference', value: '7K2PQ-2M9XD' },
  ]);
});

test('an added entry is left out if a question that an earlier release published has its id', () => {
  const questions: Question[] = [
    { id: 'attribution_site', type: 'text', label: 'Where did you hear of us?' },
  ];
  const entry = (id: string) => ({ id, label: id, value: 'x' });
  const answers = { attribution_site: 'On the radio' };
  const { meta } = buildCreateBody(
    { ...definition, questions },
    { ...ada, answers },
    {
      reference: '7K2PQ-2M9XD',
      more: [entry('attribution_site'), entry('attribution_gclid')],
    },
  );
  expect(meta.map(({ id, value }) => [id, value])).toEqual([
    ['attribution_site', 'On the radio'],
    ['enquiry_reference', '7K2PQ-2M9XD'],
    ['attribution_gclid', 'x'],
  ]);
});

test('typed answers are sent as they were checked: trimmed, with their lines', () => {
  const questions: Question[] = [
    { id: 'home', type: 'address', label: 'Where do you live?' },
    { id: 'postcode', type: 'postcode', label: 'What is your postcode?' },
    { id: 'month', type: 'date', label: 'When was it?', entry: 'memorable', day_optional: true },
    {
      id: 'illness',
      type: 'checkboxes',
      label: 'Do you have one of these?',
      options: [
        { value: 'asthma', label: 'Asthma' },
        { value: 'none', label: 'None of these', exclusive: true },
      ],
    },
  ];
  const answers = {
    home: ' 1 High Street\r\nLeeds ',
    postcode: ' LS1 1AA ',
    month: '2026-02',
    illness: ['none'],
  };
  const { meta } = buildCreateBody({ ...definition, questions }, { ...ada, answers });
  expect(meta.map(({ id, value }) => [id, value])).toEqual([
    ['home', '1 High Street\nLeeds'],
    ['postcode', 'LS1 1AA'],
    ['month', '2026-02'],
    ['illness', 'none'],
  ]);
});

test('hidden questions, empty answers and unticked consents are omitted', () => {
  const answers = { injuries: ['neck'], arm: 'left', call: 'no', story: ' \n ' };
  expect(buildCreateBody(definition, { ...ada, answers }).meta).toEqual([
    { id: 'injuries', label: 'What was injured?', value: 'neck' },
  ]);
});

test('empty fields are omitted, except meta and marketing_keywords', () => {
  expect(buildCreateBody(definition, { ...ada, surname: ' ', marketing_detail: '' })).toEqual({
    forename: 'Ada',
    case_type: 'injury',
    meta: [],
    marketing_keywords: '',
  });
});

test('an invalid marketing field never makes an enquiry fail', () => {
  const { marketing_campaign } = buildCreateBody(definition, {
    ...ada,
    marketing_campaign: `a\0b\ud800${'x'.repeat(600)}`,
  });
  expect(marketing_campaign).toMatch(/^a b\ufffdx+$/);
  expect(marketing_campaign).toHaveLength(500);
});
