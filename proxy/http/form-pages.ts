import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { toFieldName } from '../contract/asked.ts';
import { marketingParameters, maxAttributionLength } from '../contract/attribution.ts';
import type { Definition } from '../contract/definition.ts';
import { escapeHtml } from '../contract/html.ts';
import { primaryLanguage } from '../contract/languages/locale.ts';
import {
  type PageForm,
  type PageMessageKind,
  type PageReceipt,
  type PostedFields,
  pageMessageKinds,
} from '../contract/page-module.ts';
import { uuidOfPageKey } from '../enquiry/identifiers.ts';
import { type Config, settingsOf } from '../settings/config.ts';
import { permitAddingLater } from './add-later.ts';
import type { AppContext, AppDependencies } from './context.ts';
import { createPages } from './page-document.ts';
import { elementWith } from './prerendered-form.ts';
import type { Refusal } from './refusal.ts';

/** A form to show. */
interface ShownForm extends Pick<PageForm, 'definition' | 'fields' | 'problems' | 'notes' | 'refusal'> {
  /** Default: 422 with problems, otherwise 200. */
  status?: ContentfulStatusCode;
}

export type FormPages = ReturnType<typeof createFormPages>;

/** Creates the pages of forms: with the form, with the receipt, and with a message. Each function responds with a page. */
export function createFormPages(dependencies: AppDependencies) {
  const { config, definitions, widget, signer, shared, clock } = dependencies;
  const { page } = widget;
  const respond = createPages(config, widget.pageScript);
  const timeZoneOf = (caseType: string) => settingsOf(config, caseType).hours?.time_zone ?? 'UTC';
  // Swedish dates have the format of ISO 8601.
  const todayIn = (timeZone: string) => new Intl.DateTimeFormat('sv', { timeZone }).format(clock());
  const addressOf = (context: AppContext, definition: Definition) =>
    `?${keptQuery(context, definition, config)}`;

  /** Signs a key again whose secret was removed, so that a repeat is still recognised. Default: creates a key. */
  const newKey = (key = '') => signer.pageKey(uuidOfPageKey(key) ?? crypto.randomUUID(), clock());

  return {
    /** A form. One that was posted keeps its key, and isn't in the element, so that links lead to its fields. */
    form(context: AppContext, { status, ...shown }: ShownForm): Response {
      const { definition, fields, problems } = shown;
      const key = fields?.find(([name]) => name === 'key')?.[1];
      const { case_type, lang, label } = definition;
      const address = addressOf(context, definition);
      const form: PageForm = {
        ...shown,
        action: address,
        hidden: {
          ...hiddenFields(definition, fields),
          key: key && signer.readPageKey(key) ? key : newKey(key),
          definition: definition.definition,
        },
        today: todayIn(timeZoneOf(case_type)),
        matches: shared.matchesPattern,
      };
      if (fields) {
        return respond(context, {
          ...page.renderFormPage(form),
          contentStyle: page.pageStyles,
          // The first tab still has the answers.
          isPostForgotten: fields.some(([name]) => name === 'visit'),
          status: status ?? (problems?.length ? 422 : 200),
        });
      }
      // Relative, because a web server in front may remove a prefix.
      const script = `../enquiry-form.js?${new URLSearchParams({ 'case-type': case_type, lang })}`;
      return respond(context, {
        lang,
        dir: page.dirOf(lang),
        title: label,
        markup: elementWith(page, form, address),
        styles: [page.styles(definition)],
        head: `<script type="module" src="${escapeHtml(script)}"></script>\n`,
        ...(status && { status }),
      });
    },

    /** The receipt of an enquiry that a page has sent. */
    receipt(context: AppContext, definition: Definition, receipt: PageReceipt): Response {
      const { case_type } = definition;
      const formAddress = addressOf(context, definition);
      const { reference, at, files } = receipt;
      const hasRoom = files < settingsOf(config, case_type).attachments.max_files;
      // Made here: the address of the receipt contains everything else, but ends up in access logs.
      const addLater = hasRoom && permitAddingLater(dependencies, { reference, caseType: case_type }, at);
      return respond(context, {
        ...page.renderReceipt(definition, receipt, {
          timeZone: timeZoneOf(case_type),
          formAddress,
          ...(addLater && { addLater }),
        }),
        contentStyle: page.pageStyles,
        hasTokenInAddress: true,
      });
    },

    /** A list of links to forms, in the language asked for if one of them is available in it. */
    list(context: AppContext, found: [Definition, ...Definition[]]): Response {
      const asked = primaryLanguage(context.req.query('lang') ?? config.language);
      const { lang, chooser } = found.find(each => primaryLanguage(each.lang) === asked) ?? found[0];
      return respond(context, {
        ...page.renderFormList({
          lang,
          ...(chooser && { chooser }),
          forms: found.map(definition => ({
            label: definition.choice_label ?? definition.label,
            lang: definition.lang,
            address: `${formPath(definition)}${addressOf(context, definition)}`,
          })),
          contactUs: definitions.contactUs(lang),
        }),
        contentStyle: page.pageStyles,
      });
    },

    /** Leads to the page of a form. */
    redirect: (context: AppContext, definition: Definition) =>
      context.redirect(`${formPath(definition)}${addressOf(context, definition)}`),

    /** A message in place of the form. */
    message(context: AppContext, kind: PageMessageKind, status: ContentfulStatusCode): Response {
      const { lang: asked } = context.req.query();
      const definition = definitions.current(context.req.param('case_type') ?? '', asked);
      const lang = definition?.lang ?? asked ?? config.language;
      const formAddress = definition && addressOf(context, definition);
      return respond(context, {
        ...page.renderMessage({
          kind,
          lang,
          contactUs: definition ? definition.contact_us : definitions.contactUs(lang),
          formAddress,
        }),
        contentStyle: page.pageStyles,
        status,
      });
    },

    /** A refusal as a page. A posted form is shown again if its visitor has to send it again; after other refusals, a reload
     * of the page does. */
    refusal(context: AppContext, { status, document: { code } }: Refusal): Response {
      const known = pageMessageKinds.find(each => each === code);
      const kind = known ?? (status < 500 ? 'malformed' : 'internal-error');
      const posted = context.get('postedForm');
      const isShownAgain = posted && [400, 413, 415, 429].includes(status);
      return isShownAgain
        ? this.form(context, { ...posted, refusal: kind, status })
        : this.message(context, kind, status);
    },
  };
}

/** The path of a form's page, relative to `/forms`, because a web server in front may remove a prefix. */
const formPath = ({ case_type }: Definition) => `forms/${encodeURIComponent(case_type)}`;

/** What the post of an enquiry that another page couldn't send has in hidden controls, besides the key: where it comes from,
 * and the answers to hidden questions. */
function hiddenFields({ questions }: Definition, fields: PostedFields = []): Record<string, string> {
  const hidden = questions.filter(({ type }) => type === 'hidden').map(({ id }) => toFieldName(id));
  return Object.fromEntries(fields.filter(([name]) => name === 'visit' || hidden.includes(name)));
}

/** The part of the query that a form's page keeps in its address: the language, whether it is in a frame, where the visit
 * comes from, and the answers to hidden questions; of each, the first value, cut to 500 characters. Other parameters may
 * come from trackers or attackers. */
export function keptQuery(context: AppContext, definition: Definition, config: Config): URLSearchParams {
  const answers = definition.questions.flatMap(({ type, from }) =>
    type === 'hidden' && from?.startsWith('address:') ? [from.slice('address:'.length)] : [],
  );
  const names = new Set(
    ['frame', ...Object.values(marketingParameters), ...config.attribution.parameters, ...answers].map(name =>
      name.toLowerCase(),
    ),
  );
  const kept = new URLSearchParams({ lang: definition.lang });
  for (const [name, value] of new URL(context.req.url).searchParams) {
    // Each name is kept once.
    if (value && names.delete(name.toLowerCase()))
      kept.append(name, [...value].slice(0, maxAttributionLength).join(''));
  }
  return kept;
}
