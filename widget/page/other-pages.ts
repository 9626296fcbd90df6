import type { TemplateResult } from 'lit';
import { html } from '#html';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { AddLater } from '../../proxy/contract/enquiry.ts';
import type { PageMessages } from '../../proxy/contract/languages/en.ts';
import { telAddress } from '../../proxy/contract/normalise.ts';
import type {
  PageContent,
  PageFormList,
  PageMessage,
  PageMessageKind,
  PageReceipt,
  ReceiptOptions,
} from '../../proxy/contract/page-module.ts';
import { fileMessage } from '../attachments/file-rows.ts';
import { newTabLink } from '../form/field-view.ts';
import { card, frame, talkLine } from '../form/form-view.ts';
import { receiptOf } from '../receipt/receipt-panel.ts';
import { type PageLanguage, translatorFor } from './page-language.ts';
import { filesPageTexts } from './render-files-page.ts';
import { toHtml } from './server-html.ts';

/** The receipt of an enquiry that a page has sent. */
export function renderReceipt(
  definition: Definition,
  receipt: PageReceipt,
  { timeZone, formAddress, frame: site, addLater }: ReceiptOptions,
): PageContent {
  const language = translatorFor(definition.lang);
  const { locale, translate } = language;
  const date = new Intl.DateTimeFormat([locale, 'en-GB'], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    timeZone,
    timeZoneName: 'short', // The visitor's clock may show another time.
  }).format(receipt.at);
  const heading = translate('received');
  return contentOf(
    language,
    heading,
    'form receipt',
    receiptOf({
      definition,
      receipt,
      translate,
      heading,
      sentAt: translate('sentOn', { date }),
      to: receipt.to,
      files: filesOf(definition, receipt, language),
      add: addLater && laterLink(receipt, addLater, site, language),
      actions: html`
        <span class="small">${translate('keepReceipt')}</span>
        ${link(formAddress, translate('newEnquiry'))}
      `,
    }),
  );
}

const link = (address: string, text: string) => html`<a class="link" part="link" href=${address}>${text}</a>`;

/** The link that adds files later, from any device. It isn't printed, as in the element. */
function laterLink(
  { reference }: PageReceipt,
  { token, until }: AddLater,
  site: string | undefined,
  { lang, translate }: PageLanguage,
) {
  const query = new URLSearchParams({ lang, ...(site && { frame: site }) });
  // Relative to the form's page, because a web server may serve the proxy below a path.
  const address = `../enquiries/${reference}/files?${query}#${token}`;
  return html`
    <p>${link(address, filesPageTexts(lang).addFiles)}</p>
    <p class="after">${translate('filesUntil', { date: new Date(until) })}</p>
  `;
}

/** How many files were accepted, and why the others weren't. */
function filesOf({ attachments }: Definition, { files, refused }: PageReceipt, { translate }: PageLanguage) {
  if (!files && !refused.length) return undefined;
  const total = files + refused.length;
  const summary = !refused.length
    ? translate('filesSent', { count: files })
    : files
      ? translate('someFilesSent', { count: files, total })
      : translate('noFilesSent', { count: total });
  const reason = (code: string, name: string) =>
    code === 'too-many-attachments'
      ? translate('file_too_many_sent', { count: attachments.max_files })
      : fileMessage({ translate, translatePhotos: undefined }, code, name, attachments);
  const reasons = refused.map(
    ({ name, code }) => html`<li><div><b><bdi>${name}</bdi></b></div> ${reason(code, name)}</li>`,
  );
  return html`<p>${summary}</p>${reasons.length ? html`<ul class="refused">${reasons}</ul>` : ''}`;
}

const texts: Record<PageMessageKind, [heading: keyof PageMessages, help: keyof PageMessages]> = {
  'unknown-case-type': ['unknownForm', 'unknownFormHelp'],
  'receipt-expired': ['receiptExpired', 'receiptExpiredHelp'],
  'not-found': ['pageMissing', 'pageMissingHelp'],
  'method-not-allowed': ['wrongMethod', 'wrongMethodHelp'],
  malformed: ['notReadable', 'notReadableHelp'],
  'too-large': ['tooLarge', 'tooLargeHelp'],
  'origin-not-allowed': ['otherSite', 'otherSiteHelp'],
  'too-many-requests': ['tooMany', 'tooManyHelp'],
  'in-progress': ['inProgress', 'inProgressHelp'],
  unavailable: ['notStored', 'notStoredHelp'],
  'storage-full': ['noRoom', 'noRoomHelp'],
  'internal-error': ['broken', 'brokenHelp'],
};

/** A message in place of the form, and what the visitor can do. */
export function renderMessage({ kind, lang, contactUs, formAddress }: PageMessage): PageContent {
  // The language may be any text from the address.
  const language = translatorFor(translatorFor(lang).locale);
  const { translate } = language;
  const [heading, help] = texts[kind];
  return contentOf(
    language,
    translate(heading),
    'form',
    html`
      <h2 part="heading">${translate(heading)}</h2>
      <p class="lede">${translate(help)}</p>
      ${formAddress && html`<p class="actions">${link(formAddress, translate('openForm'))}</p>`}
      ${contactUs && talkLine(contactUs, translate)}
    `,
  );
}

/** In place of a page that can't be shown in a frame. */
export function renderTabLink(lang: string, address: string, receipt?: string): PageContent {
  const language = translatorFor(translatorFor(lang).locale);
  const { translate } = language;
  const sentence = receipt ?? translate('wrongMethodHelp');
  return contentOf(
    language,
    sentence,
    'form',
    html`
      ${receipt ? '' : html`<p class="lede">${sentence}</p>`}
      <p>${newTabLink(address, receipt ?? translate('openForm'), translate)}</p>
    `,
  );
}

/** The choice between several case types as a list of links. */
export function renderFormList({ lang, chooser, forms, contactUs }: PageFormList): PageContent {
  const language = translatorFor(lang);
  const { translate } = language;
  const { label = translate('aboutWhat'), help } = chooser ?? {};
  const rows = forms.map(
    form => html`<li><a part="link" href=${form.address} lang=${form.lang}>${form.label}</a></li>`,
  );
  return contentOf(
    language,
    label,
    'form',
    html`
      <h2 part="heading">${label}</h2>
      ${help && html`<p class="lede">${help}</p>`}
      <ul class="forms">${rows}</ul>
      ${contactUs && talkLine(contactUs, translate)}
    `,
  );
}

/** A message above the form that was refused. */
export function refusalNote(kind: PageMessageKind, translate: PageLanguage['translate']): TemplateResult {
  const [heading, help] = texts[kind];
  return html`
    <div class="note bad" part="note" role="alert">
      <p><b>${translate(heading)}</b></p>
      <p>${translate(help)}</p>
    </div>
  `;
}

/** The fallback. It is in the page's own tree, so it has no classes and parts, which only the form's style sheet knows. */
export function renderFallback({ lang, label, contact_us }: Definition, address: string): string {
  const { translate } = translatorFor(lang);
  const { text, phone, email, url } = contact_us ?? {};
  const href = phone ? telAddress(phone) : email ? `mailto:${email}` : url;
  const name = phone ? html`<bdi>${phone}</bdi>` : (email ?? translate('contactUs'));
  const way = html`<p>${text} <a href=${href}>${name}</a></p>`;
  return toHtml(html`${contact_us && way}<a href=${address}>${label}</a>`);
}

function contentOf(
  { lang, dir, locale }: PageLanguage,
  title: string,
  part: 'form receipt' | 'form',
  content: TemplateResult,
): PageContent {
  return { lang, dir, title, markup: toHtml(frame(card(content, part, lang, dir), '', locale), 1) };
}
