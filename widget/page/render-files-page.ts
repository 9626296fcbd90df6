import type { ContactUs } from '../../proxy/contract/definition.ts';
import { escapeHtml } from '../../proxy/contract/html.ts';
import type { FilesPageMessages } from '../../proxy/contract/languages/en.ts';
import type { PageContent } from '../../proxy/contract/page-module.ts';
import { talkLine } from '../form/form-view.ts';
import { byLanguage, translationOf, translatorFor } from './page-language.ts';
import { toHtml } from './server-html.ts';

const messages = byLanguage(
  import.meta.glob<FilesPageMessages>('../../proxy/contract/languages/{??,???}.ts', {
    eager: true,
    import: 'filesPageMessages',
  }),
);

/** The texts of the page that adds files, in the closest language to `wanted`. */
export function filesPageTexts(wanted: string): FilesPageMessages {
  return messages[translationOf(wanted)]!;
}

/** The page on which a visitor adds files to an enquiry, in the closest language to `wanted`. The element shows the ways to
 * reach the site's owner if no files can be added. */
export function renderFilesPage(wanted: string, contactUs?: ContactUs): PageContent {
  const { lang, dir, translate } = translatorFor(translationOf(wanted));
  const texts = filesPageTexts(lang);
  // The script has the English texts.
  const attribute = lang === 'en' ? '' : ` messages="${escapeHtml(JSON.stringify(texts))}"`;
  return {
    lang,
    dir,
    title: texts.addFiles,
    markup:
      `<enquiry-files lang="${lang}"${attribute}><noscript><div class="frame"><div class="form">` +
      `<h2 aria-level="1">${texts.addFiles}</h2><p class="lede">${texts.needsScript}</p></div></div></noscript>` +
      `${contactUs ? toHtml(talkLine(contactUs, translate)) : ''}</enquiry-files>`,
  };
}
