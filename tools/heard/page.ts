// A page with the journey's form in any language, without anything else to hear.
import type { Stack } from '../../e2e/processes/stack.ts';

/** Serves the page on the stack's second site. Returns its address. Chromium doesn't offer to translate it: the offer is a
 * window, which may take the keyboard. */
export function servePage(
  stack: Stack,
  { caseType, lang, layout }: { caseType: string; lang: string; layout: 'steps' | 'page' },
): string {
  const html = `<!doctype html>
<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">
  <title>Enquiry</title>
  <meta name="google" content="notranslate">
  <style>header { padding-top: 350px } main { max-width: 40em; margin: auto }</style>
  <script type="module" src="${stack.proxy}/enquiry-form.js?case-type=${caseType.replaceAll(' ', '&case-type=')}&lang=${lang}"></script>
  <header><a href="#">Before the form</a></header>
  <main><enquiry-form case-type="${caseType}" layout="${layout}"></enquiry-form></main>
  <footer><a href="#">After the form</a></footer>
</html>`;
  const policy = `default-src 'none'; script-src ${stack.proxy}; connect-src ${stack.proxy}; style-src 'unsafe-inline'; img-src blob:`;
  return stack.servePage(html, policy);
}
