import { enquiryTexts as ar } from './ar.ts';
import { enquiryTexts as cy } from './cy.ts';
import { enquiryTexts as de } from './de.ts';
import { enquiryTexts as en } from './en.ts';
import { enquiryTexts as es } from './es.ts';
import { enquiryTexts as fr } from './fr.ts';
import type { EnquiryTexts } from './language.ts';
import { closestLanguage } from './locale.ts';
import { enquiryTexts as pl } from './pl.ts';

/** The form and the pages find the files by their names. */
const texts: Record<string, EnquiryTexts> = { ar, cy, de, en, es, fr, pl };

/** The codes of all languages. */
export const languages = Object.keys(texts);

/** What the proxy writes in the closest language to `wanted`, a BCP 47 tag, or in English. */
export function enquiryTextsIn(wanted: string): EnquiryTexts & { language: string } {
  const language = closestLanguage(wanted, languages) ?? 'en';
  return { ...texts[language]!, language };
}
