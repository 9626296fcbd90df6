// States of a form that asks about the problem first, and then how to reach the visitor.
import { choose, define, drag, openTag, press, type Step, shows } from './steps.ts';

interface Texts {
  label: string;
  introduction: string;
  place: string;
  places: string[];
  story: string;
  heading: string;
  name: string;
  contactBy: string;
  channels: string[];
  phone: string;
  email: string;
  bestTime: string;
  times: string[];
  talk: string;
}
const texts: Record<'en' | 'de' | 'ar', Texts> = {
  en: {
    label: 'Tell us what happened',
    introduction: 'About 3 minutes. A solicitor reads every enquiry, and it’s free to ask.',
    place: 'Where did it happen?',
    places: ['On the road', 'At work', 'In a public place', 'Somewhere else'],
    story: 'What happened?',
    heading: 'How can we reach you?',
    name: 'First name',
    contactBy: 'How should we contact you?',
    channels: ['By phone', 'By email'],
    phone: 'Mobile number',
    email: 'Email address',
    bestTime: 'When is the best time to call?',
    times: ['As soon as possible', 'Morning', 'Evening'],
    talk: 'Rather talk?',
  },
  de: {
    label: 'Erzählen Sie uns, was passiert ist',
    introduction: 'Etwa 3 Minuten. Eine Anwältin liest jede Anfrage, und fragen kostet nichts.',
    place: 'Wo ist es passiert?',
    places: ['Auf der Straße', 'Bei der Arbeit', 'An einem öffentlichen Ort', 'Woanders'],
    story: 'Was ist passiert?',
    heading: 'Wie erreichen wir Sie?',
    name: 'Vorname',
    contactBy: 'Wie sollen wir Sie kontaktieren?',
    channels: ['Per Telefon', 'Per E-Mail'],
    phone: 'Handynummer',
    email: 'E-Mail-Adresse',
    bestTime: 'Wann passt Ihnen ein Anruf am besten?',
    times: ['So bald wie möglich', 'Vormittags', 'Abends'],
    talk: 'Lieber sprechen?',
  },
  ar: {
    label: 'أخبرنا بما حدث',
    introduction: 'نحو 3 دقائق. يقرأ محامٍ كل طلب، والسؤال مجاني.',
    place: 'أين حدث ذلك؟',
    places: ['على الطريق', 'في العمل', 'في مكان عام', 'في مكان آخر'],
    story: 'ماذا حدث؟',
    heading: 'كيف نتواصل معك؟',
    name: 'الاسم الأول',
    contactBy: 'كيف تفضل أن نتواصل معك؟',
    channels: ['عبر الهاتف', 'عبر البريد الإلكتروني'],
    phone: 'رقم الهاتف المحمول',
    email: 'البريد الإلكتروني',
    bestTime: 'ما أفضل وقت للاتصال بك؟',
    times: ['في أقرب وقت', 'صباحًا', 'مساءً'],
    talk: 'تفضل التحدث؟',
  },
};

/** Opens the demo's page with the tag alone, and a case type that asks for a call or an email last, and has a row for files. */
function openContact(lang: keyof typeof texts): Step[] {
  const { bestTime, heading, introduction, label, place, places, story, talk, times } = texts[lang];
  const { channels, contactBy, email, name, phone } = texts[lang];
  const radio = { type: 'radio', max_length: 500 };
  const optionsOf = (labels: string[]) => labels.map(text => ({ value: text, label: text }));
  const shown_when = { question: 'contact-by', is: channels[0] };
  const questions = [
    { ...radio, id: 'place', label: place, required: true, options: optionsOf(places) },
    { id: 'story', type: 'textarea', label: story, required: true, max_length: 500 },
    { id: 'forename', type: 'text', label: name, required: true, heading, autocomplete: 'given-name' },
    { ...radio, id: 'contact-by', label: contactBy, required: true, options: optionsOf(channels) },
    { id: 'telephone_mobile', type: 'tel', label: phone, required: true, autocomplete: 'tel', shown_when },
    { ...radio, id: 'best-time', label: bestTime, required: false, options: optionsOf(times), shown_when },
    {
      id: 'email',
      type: 'email',
      label: email,
      required: true,
      autocomplete: 'email',
      shown_when: { question: 'contact-by', is: channels[1] },
    },
  ];
  const contact_us = { phone: '01632 960001', text: talk };
  const shown = { lang, label, introduction, questions, contact_us, needs: ['rare'] };
  return [
    define(({ steps, privacy, ...definition }) => ({
      ...definition,
      attachments: { ...(definition.attachments as object), look: 'row' },
      ...shown,
    })),
    openTag,
    shows('enquiry-form[ready] [type=radio][name="answers.contact-by"]'),
  ];
}

const answer = (lang: keyof typeof texts): Step[] => [
  ...openContact(lang),
  async ({ form }) => {
    const { bestTime, contactBy, place } = texts[lang];
    await form.getByRole('group', { name: place }).getByRole('radio').nth(1).check();
    await form.locator('[name="answers.story"]').fill('A pallet fell on my foot.');
    await form.locator('#forename').fill('Grace');
    await form.getByRole('group', { name: contactBy }).getByRole('radio').first().check();
    await form.locator('#telephone_mobile').fill('07700 900123');
    await form.getByRole('group', { name: bestTime }).getByRole('radio').first().check();
  },
];

export const contactStates: Record<string, Step[]> = {
  'contact-start': openContact('en'),
  contact: answer('en'),
  'contact-german': answer('de'),
  'contact-arabic': answer('ar'),
  'contact-email': [...openContact('en'), choose('How should we contact you?', 'By email'), press('.add')],
  'contact-problems': [...openContact('en'), press(), shows('.summary')],
  'contact-dragging': [
    ...openContact('en'),
    ({ form }) => form.locator('#forename').focus(),
    drag('.drop.over'),
  ],
};
