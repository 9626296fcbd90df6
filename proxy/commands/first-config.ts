import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emailAddress } from '../settings/case-type-settings.ts';
import type { ConfigAsWritten } from '../settings/config.ts';
import { isPackaged, packageRoot } from '../settings/read-settings.ts';
import type { LocalisedText } from '../settings/texts.ts';

/** A form to begin with, and the texts beside what a site says about itself. */
interface Form {
  contact: unknown;
  case_types: unknown;
  hours?: unknown;
  attachments?: unknown;
  texts: { phone: LocalisedText; email?: LocalisedText; privacy: LocalisedText };
}

/** Editors complete and check a config in this folder with its schema. */
export function findSchema(folder: string): { $schema?: string } {
  const path = 'node_modules/enquiry-form/proxy/settings/config.schema.json';
  return existsSync(join(folder, path)) ? { $schema: `./${path}` } : {};
}

/** Questions that fit any firm. The optional ones say who should answer first, and what the firm knows already. */
const firstQuestions = [
  { id: 'message', type: 'textarea', label: 'How can we help?', required: true },
  {
    id: 'how-soon',
    type: 'radio',
    label: 'How soon do you need help?',
    options: ['This week', 'This month', 'Later'],
  },
  { id: 'in-touch-before', type: 'yes_no', label: 'Have you been in touch with us before?' },
];

export const createForm = (label: string): Form => ({
  contact: [
    { field: 'forename', required: true, heading: 'How can we reach you?' },
    { field: 'surname', required: true },
    { field: 'telephone_mobile' },
    { field: 'email', required: true },
  ],
  case_types: { [toCaseType(label)]: { label, questions: firstQuestions } },
  texts: {
    phone: 'Rather talk?',
    email: 'Rather email us?',
    privacy: 'Our privacy notice explains how we use your details.',
  },
});

/** The case types of the demo's config that have all their texts in several languages, so that a site can begin with one. */
export const presetNames = [
  'personal-injury',
  'house-move',
  'employment',
  'boiler-repair',
  'callback',
] as const;

/** One of the demo's case types, in its languages. */
export function readPreset(name: (typeof presetNames)[number]): Form {
  const path = new URL(`${isPackaged ? 'dist/' : ''}demo/enquiry.config.json`, packageRoot);
  // The demo's config has the keys that are read here.
  const { case_types, ...all } = JSON.parse(readFileSync(path, 'utf8')) as Required<ConfigAsWritten>;
  const caseType = case_types[name]!;
  const inItsLanguages = <Value>(value: Value): Value =>
    JSON.parse(JSON.stringify(value), function (this: object, key, each: unknown) {
      // Every text in several languages is in the main one.
      return 'en' in this && !Object.hasOwn(caseType.label as object, key) ? undefined : each;
    });
  const { contact, hours, attachments, contact_us, privacy } = inItsLanguages(all);
  return {
    contact,
    hours,
    attachments,
    case_types: { [name]: inItsLanguages(caseType) },
    texts: { phone: contact_us.text!, privacy: privacy.text },
  };
}

/** What the owner of a site says about it: the origin of its pages, a phone number or an email address, and the privacy
 * notice or its address. The last two may be empty. */
type Site = Record<'page' | 'contact' | 'privacy', string>;

/** The config of a site with this form. */
export const createConfig = ({ texts, contact: questions, ...form }: Form, site: Site): object => ({
  origins: [site.page],
  contact: questions,
  ...(site.contact && {
    contact_us: isEmailAddress(site.contact)
      ? { email: site.contact, text: texts.email }
      : { phone: site.contact, text: texts.phone },
  }),
  ...form,
  ...(site.privacy && {
    privacy: /^(https?:\/\/|www\.)\S+$/i.test(site.privacy)
      ? { text: texts.privacy, url: site.privacy.replace(/^www\./i, 'https://$&') }
      : { text: site.privacy },
  }),
});

export const isEmailAddress = (text: string) => emailAddress.safeParse(text).success;

/** A name for addresses: "Book a boiler repair" becomes `book-a-boiler-repair`. */
export function toCaseType(label: string): string {
  const words = label.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 60) || 'enquiry';
}
