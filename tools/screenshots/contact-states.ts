// States of a form that asks about the problem first, and then how to reach the visitor.
import { expect, type Page } from '@playwright/test';
import type { Stack } from '../../e2e/processes/stack.ts';
import { dispatchDrag } from '../../e2e/visitor/visitor.ts';
import type { OpenState } from './open-state.ts';

type Lang = 'en' | 'de' | 'ar';
interface Texts {
  label: string;
  introduction: string;
  places: string[];
  place: string;
  story: string;
  heading: string;
  bestTime: string;
  times: string[];
  talk: string;
}
const texts: Record<Lang, Texts> = {
  en: {
    label: 'Tell us what happened',
    introduction: 'About 3 minutes. A solicitor reads every enquiry, and it’s free to ask.',
    place: 'Where did it happen?',
    places: ['On the road', 'At work', 'In a public place', 'Somewhere else'],
    story: 'What happened?',
    heading: 'How can we reach you?',
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
    bestTime: 'ما أفضل وقت للاتصال بك؟',
    times: ['في أقرب وقت', 'صباحًا', 'مساءً'],
    talk: 'تفضل التحدث؟',
  },
};

/** Opens the demo's landing page with a case type that asks for contact details last, for one of two, and has a row for
 * files. It can't be sent, because the proxy doesn't know it. */
async function openContact(page: Page, stack: Stack, lang: Lang): Promise<void> {
  const { bestTime, heading, introduction, label, place, places, story, talk, times } = texts[lang];
  const radio = { type: 'radio', max_length: 500 };
  const optionsOf = (labels: string[]) => labels.map(text => ({ value: text, label: text }));
  await page.route('**/enquiry-form.js*', route => route.continue({ url: `${stack.proxy}/enquiry-form.js` }));
  await page.route('**/case-types/*', async route => {
    const response = await route.fetch();
    const { steps, privacy, ...definition } = await response.json();
    const contact = {
      surname: 'hidden',
      telephone_mobile: 'optional',
      email: 'optional',
      one_of: ['telephone_mobile', 'email'],
      position: 'last',
      heading,
      ask: 'channel',
    };
    const questions = [
      { ...radio, id: 'place', label: place, required: true, options: optionsOf(places) },
      { id: 'story', type: 'textarea', label: story, required: true, max_length: 500 },
      { ...radio, id: 'best_time', label: bestTime, required: false, options: optionsOf(times) },
    ];
    const attachments = { ...definition.attachments, look: 'row' };
    const contact_us = { phone: '01632 960001', text: talk };
    const shown = { lang, label, introduction, questions, contact, attachments, contact_us, needs: ['rare'] };
    await route.fulfill({ response, json: { ...definition, ...shown } });
  });
  await page.goto(stack.site);
  await page.locator('enquiry-form[ready] [type=radio][name=channel]').first().waitFor();
}

/** The states by name. */
export const contactStates: Record<string, OpenState> = {
  'contact-start': async (page, stack) => openContact(page, stack, 'en'),
  contact: async (page, stack) => {
    await openContact(page, stack, 'en');
    await answer(page, 'en');
  },
  'contact-german': async (page, stack) => {
    await openContact(page, stack, 'de');
    await answer(page, 'de');
  },
  'contact-arabic': async (page, stack) => {
    await openContact(page, stack, 'ar');
    await answer(page, 'ar');
  },
  'contact-email': async (page, stack) => {
    await openContact(page, stack, 'en');
    await page.locator('.choice:has([name=channel])').last().click();
    await page.locator('.add').click();
  },
  'contact-both': async (page, stack) => {
    await openContact(page, stack, 'en');
    await page.locator('.add-other').click();
  },
  'contact-problems': async (page, stack) => {
    await openContact(page, stack, 'en');
    await page.locator('.send').click();
    await page.locator('.summary').waitFor();
  },
  'contact-dragging': async (page, stack) => {
    await openContact(page, stack, 'en');
    await page.locator('#forename').focus();
    await expect(async () => {
      await page.evaluate(dispatchDrag, { type: 'dragover', isFile: true } as const);
      await expect(page.locator('.drop.over')).toBeAttached({ timeout: 100 });
    }).toPass();
  },
};

async function answer(page: Page, lang: Lang): Promise<void> {
  const { bestTime, place } = texts[lang];
  const form = page.locator('enquiry-form');
  await form.getByRole('group', { name: place }).getByRole('radio').nth(1).check();
  await form.locator('[name="answers.story"]').fill('A pallet fell on my foot.');
  await form.locator('#forename').fill('Grace');
  await form.locator('#telephone_mobile').fill('07700 900123');
  await form.getByRole('group', { name: bestTime }).getByRole('radio').first().check();
}
