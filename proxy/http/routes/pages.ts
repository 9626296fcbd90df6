import type { AppContext, AppDependencies } from '../context.ts';
import type { FormPages } from '../form-pages.ts';
import { openReceipt, type SealedReceipt } from '../receipt-token.ts';
import { Refusal } from '../refusal.ts';
import { createStoreBudget } from '../store-limits.ts';

/** `GET /forms/{case_type}?lang=`: a page with the form, which works without JavaScript, or with the receipt. The page is in
 * the main language if the form isn't available in `lang`. */
export function getFormPage(dependencies: AppDependencies, pages: FormPages) {
  const { definitions } = dependencies;

  /** The receipt after a form was posted. */
  async function showReceipt(context: AppContext, receipt: SealedReceipt) {
    const { case_type: caseType, definition: hash, lang } = receipt;
    const definition =
      definitions.current(caseType, lang) ??
      (await createStoreBudget().run(() => definitions.archived(caseType, hash, lang)));
    if (!definition) throw new Refusal('unknown-case-type');
    return pages.receipt(context, definition, receipt);
  }

  return (context: AppContext) => {
    const caseType = context.req.param('case_type') ?? '';
    const receipt = openReceipt(dependencies, caseType, context.req.query('receipt') ?? '');
    if (receipt === 'expired') return pages.message(context, 'receipt-expired', 410);
    if (receipt) return showReceipt(context, receipt);
    const definition = definitions.current(caseType, context.req.query('lang'));
    if (!definition) throw new Refusal('unknown-case-type');
    return pages.form(context, { definition });
  };
}

/** `GET /forms?case-type=a&case-type=b&lang=`: a list of links to these forms, without unknown case types. If there is only
 * one, the address leads to it. Without case types, the list has all forms if search engines may list them. */
export function getFormList({ config, definitions }: AppDependencies, pages: FormPages) {
  return (context: AppContext) => {
    const named = context.req.queries('case-type');
    if (!named && !config.pages.index) throw new Refusal('not-found');
    const found = [...new Set(named ?? definitions.caseTypes)].flatMap(
      name => definitions.current(name, context.req.query('lang')) ?? [],
    );
    const [first, ...others] = found;
    if (!first) throw new Refusal('unknown-case-type');
    return others.length ? pages.list(context, [first, ...others]) : pages.redirect(context, first);
  };
}
