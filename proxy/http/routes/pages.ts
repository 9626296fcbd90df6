import type { AppContext, AppDependencies } from '../context.ts';
import type { FormPages } from '../form-pages.ts';
import { Refusal } from '../refusal.ts';

/** `GET /forms/{case_type}?lang=`: a page with the form, which works without JavaScript. In a language that the form isn't
 * available in, it is in the main one. */
export function getFormPage({ definitions }: AppDependencies, pages: FormPages) {
  return (context: AppContext) => {
    const caseType = context.req.param('case_type') ?? '';
    const definition = definitions.current(caseType, context.req.query('lang'));
    if (!definition) throw new Refusal('unknown-case-type');
    return pages.form(context, { definition });
  };
}
