import type { AppContext, AppDependencies } from '../context.ts';
import { escapeHtml, sendPage } from '../page-document.ts';
import { Refusal } from '../refusal.ts';

/** `GET /forms/{case_type}?lang=`: a page with the form, which works without JavaScript. */
export function getFormPage({ definitions, widget, clock }: AppDependencies) {
  return (context: AppContext) => {
    const caseType = context.req.param('case_type') ?? '';
    const definition = definitions.current(caseType, context.req.query('lang'));
    if (!definition) throw new Refusal('unknown-case-type', { case_types: definitions.caseTypes });
    const { lang, label } = definition;
    const { page } = widget;
    const styles = page.styles(lang);
    const form = page.renderForm({
      definition,
      action: `?lang=${encodeURIComponent(lang)}`,
      today: new Date(clock()).toISOString().slice(0, 10),
      isTakenOver: true,
    });
    const script = `/enquiry-form.js?case-type=${encodeURIComponent(caseType)}&lang=${encodeURIComponent(lang)}`;
    return sendPage(context, {
      lang,
      dir: 'ltr',
      title: label,
      styles: [styles],
      body: `<script type="module" src="${escapeHtml(script)}"></script><enquiry-form case-type="${caseType}"><template shadowrootmode="open"><style>${styles}</style>${form}</template></enquiry-form>`,
    });
  };
}
