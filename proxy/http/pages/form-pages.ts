import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { permitAddingLater } from '../../acceptance/accept-enquiry.ts';
import { createStoreBudget, Refusal } from '../../acceptance/refusal.ts';
import { toFieldName } from '../../contract/asked.ts';
import type { Definition } from '../../contract/definition.ts';
import { primaryLanguage } from '../../contract/languages/locale.ts';
import {
  type PageForm,
  type PageMessageKind,
  type PostedFields,
  pageMessageKinds,
} from '../../contract/page-module.ts';
import { uuidOfPageKey } from '../../enquiry/identifiers.ts';
import { settingsOf } from '../../settings/config.ts';
import type { AppContext, AppDependencies } from '../context.ts';
import { refusals } from '../refusals.ts';
import { createFrameFinder, type FrameSite } from './frame-site.ts';
import { createPages } from './page-document.ts';
import { moduleTag, scriptTag } from './page-tags.ts';
import { elementWith, keptQuery } from './prerendered-form.ts';
import { openReceipt, type SealedReceipt } from './receipt-token.ts';

/** A form to show. */
interface ShownForm extends Pick<PageForm, 'definition' | 'fields' | 'problems' | 'notes' | 'refusal'> {
  /** Default: 422 with problems, otherwise 200. */
  status?: ContentfulStatusCode | undefined;
}

/** The pages of forms. Each method responds with one. */
export class FormPages {
  readonly #dependencies: AppDependencies;
  readonly #respond: ReturnType<typeof createPages>;
  readonly #findFrame: ReturnType<typeof createFrameFinder>;

  constructor(dependencies: AppDependencies) {
    this.#dependencies = dependencies;
    this.#respond = createPages(dependencies);
    this.#findFrame = createFrameFinder(dependencies);
  }

  /** `GET /forms/{case_type}?lang=`: the form, which works without JavaScript, or the receipt. The page is in the main
   * language if the form isn't available in `lang`. */
  getForm(context: AppContext): Response | Promise<Response> {
    const { definitions } = this.#dependencies;
    const caseType = context.req.param('case_type') ?? '';
    const receipt = openReceipt(this.#dependencies, caseType, context.req.query('receipt') ?? '');
    if (receipt === 'expired') return this.#message(context, 'receipt-expired', 410);
    if (receipt) return this.#receipt(context, receipt);
    const definition = definitions.current(caseType, context.req.query('lang'));
    if (!definition) throw new Refusal('unknown-case-type');
    this.#dependencies.countStep('served', caseType, '');
    return this.form(context, { definition });
  }

  /** `GET /forms?case-type=a&case-type=b&lang=`: a list of links to these forms, without unknown case types. If there is only
   * one, the address leads to it. The list is in the language asked for if one of the forms is. */
  getList(context: AppContext): Response {
    const { config, definitions, widget } = this.#dependencies;
    const named = context.req.queries('case-type') ?? [];
    const { lang: wanted } = context.req.query();
    const found = [...new Set(named)].flatMap(name => definitions.current(name, wanted) ?? []);
    const [first, ...others] = found;
    if (!first) throw new Refusal('unknown-case-type');
    // Relative, because a web server in front may remove a prefix.
    const toAddress = (definition: Definition) =>
      `forms/${encodeURIComponent(definition.case_type)}${this.#addressOf(context, definition)}`;
    if (others.length === 0) return context.redirect(toAddress(first));
    const asked = primaryLanguage(wanted ?? config.language);
    const { lang, chooser } = found.find(each => primaryLanguage(each.lang) === asked) ?? first;
    return this.#respond(context, {
      ...widget.page.renderFormList({
        lang,
        ...(chooser && { chooser }),
        forms: found.map(definition => ({
          label: definition.choice_label ?? definition.label,
          lang: definition.lang,
          address: toAddress(definition),
        })),
        contactUs: definitions.contactUs(lang),
      }),
    });
  }

  /** `GET /enquiries/{reference}/files?lang=`: the page on which a visitor adds files to an enquiry, perhaps from another
   * device. It is the same for every reference, so that it reveals none. The token that permits the uploads is in the
   * fragment of its address, which browsers don't send. */
  getFiles(context: AppContext): Response {
    const { config, definitions, widget } = this.#dependencies;
    const lang = context.req.query('lang') ?? config.language;
    const content = widget.page.renderFilesPage(lang, definitions.contactUs(lang));
    // Relative to the page, because a web server may serve the proxy below a path.
    const head = `${moduleTag(`../../assets/${widget.filesScript}`)}\n`;
    // Search engines don't know the token, so the page would be of no use in their results.
    context.header('x-robots-tag', 'noindex');
    return this.#respond(context, { ...content, head });
  }

  /** A form. One that was posted keeps its key, and isn't in the element, so that links lead to its fields. */
  form(context: AppContext, { status, ...shown }: ShownForm): Response {
    const { widget, signer, shared } = this.#dependencies;
    const { page } = widget;
    const { definition, fields, problems } = shown;
    const key = fields?.find(([name]) => name === 'key')?.[1];
    const { case_type, lang, label } = definition;
    const address = this.#addressOf(context, definition);
    const form: PageForm = {
      ...shown,
      action: address,
      hidden: {
        ...hiddenFields(definition, fields),
        key: key && signer.isPageKey(key) ? key : this.#newKey(key),
        definition: definition.definition,
      },
      today: this.#today(case_type),
      headingLevel: 1,
      matches: shared.matchesPattern,
    };
    if (fields) {
      return this.#respond(context, {
        ...page.renderFormPage(form),
        // The first tab still has the answers.
        isPostForgotten: fields.some(([name]) => name === 'visit'),
        status: status ?? (problems?.length ? 422 : 200),
      });
    }
    return this.#respond(context, {
      lang,
      dir: page.dirOf(lang),
      title: label,
      markup: elementWith(page, form, address),
      styles: [page.styles(definition)],
      // Relative, because a web server in front may remove a prefix.
      head: `${scriptTag('../', [case_type], lang)}\n`,
      ...(status && { status }),
    });
  }

  /** A refusal. A posted form is shown again if its visitor has to send it again; after other refusals, a reload of the page
   * does. */
  refusal(context: AppContext, { code }: Refusal): Response {
    const [status] = refusals[code];
    const known = pageMessageKinds.find(each => each === code);
    const kind = known ?? (status < 500 ? 'malformed' : 'internal-error');
    const posted = context.get('formToShow');
    const isShownAgain = posted && [400, 413, 415, 429].includes(status);
    return isShownAgain
      ? this.form(context, { ...posted, refusal: kind, status })
      : this.#message(context, kind, status);
  }

  /** The receipt of an enquiry that a page has sent. */
  async #receipt(context: AppContext, receipt: SealedReceipt): Promise<Response> {
    const { config, definitions, intake, widget } = this.#dependencies;
    const { case_type: caseType, definition: hash, lang, reference, at } = receipt;
    const definition =
      definitions.current(caseType, lang) ??
      (await createStoreBudget().run(() => definitions.archived(caseType, hash, lang)));
    if (!definition) throw new Refusal('unknown-case-type');
    const { max_files } = settingsOf(config, caseType).attachments;
    // Without the store, the receipt is worth more than what the scanner has found.
    const { infected } = await intake.attachments(reference, max_files).catch(() => ({ infected: [] }));
    const late = infected
      .slice(0, receipt.files)
      .map(({ name }) => ({ name, code: 'unsupported-media-type' as const }));
    const files = receipt.files - late.length;
    const hasRoom = files < max_files;
    // Made here: the address of the receipt contains everything else, but ends up in access logs.
    const addLater = hasRoom && permitAddingLater(this.#dependencies, { reference, caseType }, at);
    return this.#respond(context, {
      ...widget.page.renderReceipt(
        definition,
        { ...receipt, files, refused: [...receipt.refused, ...late] },
        {
          timeZone: this.#timeZoneOf(caseType),
          formAddress: this.#addressOf(context, definition),
          frame: this.#siteAround(context)?.origin,
          ...(addLater && { addLater }),
        },
      ),
      hasTokenInAddress: true,
    });
  }

  /** A message in place of the form. */
  #message(context: AppContext, kind: PageMessageKind, status: ContentfulStatusCode): Response {
    const { config, definitions, widget } = this.#dependencies;
    const { lang: asked } = context.req.query();
    const definition = definitions.current(context.req.param('case_type') ?? '', asked);
    const lang = definition?.lang ?? asked ?? config.language;
    const formAddress = definition && this.#addressOf(context, definition);
    return this.#respond(context, {
      ...widget.page.renderMessage({
        kind,
        lang,
        contactUs: definition ? definition.contact_us : definitions.contactUs(lang),
        formAddress,
      }),
      status,
    });
  }

  /** The query that the addresses of a form's pages have: what `keptQuery` keeps, and the site around the frame. */
  queryOf(context: AppContext, definition: Definition): URLSearchParams {
    const query = keptQuery(context, definition, this.#dependencies.config);
    const frame = this.#siteAround(context);
    if (frame) query.append('frame', frame.origin);
    return query;
  }

  #siteAround(context: AppContext): FrameSite | undefined {
    const frame = this.#findFrame(context);
    return frame === 'hidden' ? undefined : frame;
  }

  #addressOf(context: AppContext, definition: Definition): string {
    return `?${this.queryOf(context, definition)}`;
  }

  #timeZoneOf(caseType: string): string {
    return settingsOf(this.#dependencies.config, caseType).hours?.time_zone ?? 'UTC';
  }

  #today(caseType: string): string {
    // Swedish dates have the format of ISO 8601.
    const format = new Intl.DateTimeFormat('sv', { timeZone: this.#timeZoneOf(caseType) });
    return format.format(this.#dependencies.clock());
  }

  /** Signs a key again whose secret was removed, so that a repeat is still recognised. Default: creates a key. */
  #newKey(key = ''): string {
    return this.#dependencies.signer.pageKey(uuidOfPageKey(key) ?? crypto.randomUUID());
  }
}

/** What the post of an enquiry that another page couldn't send has in hidden controls, besides the key: where it comes from,
 * and the answers to hidden questions. */
function hiddenFields({ questions }: Definition, fields: PostedFields = []): Record<string, string> {
  const hidden = questions.filter(({ type }) => type === 'hidden').map(({ id }) => toFieldName(id));
  return Object.fromEntries(fields.filter(([name]) => name === 'visit' || hidden.includes(name)));
}
