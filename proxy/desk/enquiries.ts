// The lists of enquiries, and one enquiry as the back office would read it.
import { html } from 'hono/html';
import { type DeliveryRow, type HeldCause, heldCauses } from '../database/tables.ts';
import { siteOf } from '../enquiry/attribution-entries.ts';
import type { CreateBody } from '../enquiry/create-body.ts';
import type { AttachmentContent } from '../outbox/deliveries.ts';
import { describeCause, describeStoredFailure } from '../outbox/failure.ts';
import { formatBytes } from '../outbox/formats.ts';
import type { HeldEnquiry } from '../outbox/held-enquiries.ts';
import { describeSeen } from './decisions.ts';
import { formatAgo, formatCount, formatTime, type Html, shown, type Viewer } from './layout.ts';

/** How many enquiries a page has. */
export const pageSize = 50;

/** The value of a query or a form that is a cause. */
export const toCause = (text: string | undefined) => heldCauses.find(each => each === text);

const contentOf = ({ content }: DeliveryRow) =>
  content === null ? undefined : (JSON.parse(content) as CreateBody); // Enquiries only.

/** One enquiry in a list: without answers, which are shown one enquiry at a time. */
function drawRow(viewer: Viewer, enquiry: DeliveryRow, held: DeliveryRow): Html {
  const { texts, root } = viewer;
  const { state, held_cause, kind } = held;
  const facts = [
    kind === 'attachment' && texts.kinds.attachment,
    enquiry.case_type,
    siteOf(contentOf(enquiry)?.meta ?? []),
    held_cause === null ? texts.states[state] : describeCause(held_cause, texts),
    held_cause === 'suspect'
      ? held.suspicion?.replaceAll(' ', ', ')
      : describeStoredFailure(held.last_failure),
  ].filter(each => each);
  return html`<li><a href="${root}enquiries/${enquiry.reference}">${enquiry.reference}</a>
    <span>${formatAgo(viewer, enquiry.created_at)}</span>
    <p>${facts.map((each, index) => html`${index > 0 ? ' · ' : ''}${shown(`${each}`)}`)}</p></li>`;
}

/** The cursor of a list in an address. */
export const toCursor = ({ created_at, id }: DeliveryRow) => `${created_at}.${id}`;

export function readCursor(text: string | undefined) {
  const [, created_at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text ?? '') ?? [];
  return id === undefined ? undefined : { created_at: Number(created_at), id: Number(id) };
}

export const listOfRows = (viewer: Viewer, rows: HeldEnquiry[]): Html =>
  html`<ul class="forms">${rows.map(({ enquiry, held }) => drawRow(viewer, enquiry, held))}</ul>`;

/** The decisions of a form, by the names in its address. */
export type Decision = 'release' | 'drop' | 'settle' | 'export';

/** A decision about one or many, which opens, says what will happen, and has the button. */
function drawDecision(
  { texts, token, root }: Viewer,
  shownAs: { decision: Decision; to: string; title: string; says: string; fields: unknown },
): Html {
  const { decision, to, title, says, fields } = shownAs;
  return html`<details><summary>${title}</summary>
    <p>${says}</p>
    <form method="post" action="${root}${to}/${decision}"><input type="hidden" name="token" value="${token}">${fields}
    <p><button class="send ${decision === 'drop' ? 'danger' : ''}">${texts[decision].button}</button></p></form></details>`;
}

const copyBox = ({ texts }: Viewer) =>
  html`<p><label class="check"><input type="checkbox" name="copy" value="1" checked> ${texts.drop.copy}</label></p>`;

interface HeldList {
  /** One more than a page has, if there are more. */
  rows: HeldEnquiry[];
  counts: { cause: HeldCause; count: number }[];
  cause: HeldCause | undefined;
  isOlder: boolean;
}

/** The page of all held enquiries. */
export function drawHeld(viewer: Viewer, { rows, counts, cause, isOlder }: HeldList): Html {
  const { texts, root } = viewer;
  if (counts.length === 0) return html`<p>${texts.nothingHeld}</p>`;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const tabs = [{ cause: undefined, count: total }, ...counts].map(each => {
    const label = `${each.cause ? describeCause(each.cause, texts) : texts.all} (${formatCount(viewer, each.count)})`;
    const address = each.cause ? `${root}held?cause=${each.cause}` : `${root}held`;
    return html`<li><a href="${address}" ${each.cause === cause ? html`aria-current="page"` : ''}>${label}</a></li>`;
  });
  const page = rows.slice(0, pageSize);
  const query = cause ? `cause=${cause}&` : '';
  const older = rows.length > pageSize && `${root}held?${query}before=${toCursor(page.at(-1)!.held)}`;
  const count = formatCount(viewer, counts.find(each => each.cause === cause)?.count ?? 0);
  const hidden =
    page[0] &&
    html`<input type="hidden" name="cause" value="${cause}">
    <input type="hidden" name="until" value="${toCursor(page[0].held)}">`;
  const forAll = (decision: 'release' | 'drop', fields: unknown) =>
    drawDecision(viewer, {
      ...{ decision, to: 'held', fields },
      title: texts[decision].all(count),
      says: texts[decision].saysAll(count, describeCause(cause!, texts)),
    });
  return html`<ul class="tabs">${tabs}</ul>
    ${cause && hidden && !isOlder ? html`${forAll('release', hidden)}${forAll('drop', html`${hidden}${copyBox(viewer)}`)}` : ''}
    ${page.length > 0 ? listOfRows(viewer, page) : html`<p>${texts.nothingHeld}</p>`}
    <p>${isOlder ? html`<a href="${root}held${cause ? `?cause=${cause}` : ''}">${texts.newest}</a> ` : ''}
    ${older ? html`<a href="${older}">${texts.older}</a>` : ''}</p>`;
}

/** The page of one enquiry, with its answers. */
export function drawEnquiry(viewer: Viewer, enquiry: DeliveryRow, rows: DeliveryRow[]): Html {
  const { texts } = viewer;
  const held = rows.find(({ state }) => state === 'held') ?? enquiry;
  const content = contentOf(enquiry);
  const { row } = texts;
  const files = rows.filter(({ kind }) => kind === 'attachment');
  const facts: [string, unknown][] = [
    [row.state, texts.states[held.state]],
    [row.held, held.held_cause && describeCause(held.held_cause, texts)],
    [row.arrived, `${formatTime(viewer, enquiry.created_at)}, ${formatAgo(viewer, enquiry.created_at)}`],
    [row.attempts, held.unknown_outcomes > 0 ? texts.unknownOutcomes(held.attempts) : held.attempts],
    [row.failure, describeStoredFailure(held.last_failure)],
    [row.message, held.last_message && shown(held.last_message)],
    [row.suspicion, enquiry.suspicion && describeSuspicion(enquiry)],
    [row.number, enquiry.enquiry_api_id],
    [row.files, files.length > 0 && html`${files.map(each => drawFile(viewer, each))}`],
  ];
  const contact = [
    [row.name, `${content?.forename} ${content?.surname ?? ''}`.trim()],
    [row.mobile, content?.telephone_mobile],
    [row.email, content?.email],
    [row.caseType, content?.case_type],
  ] as const;
  const pairs = (each: [string, unknown][]) =>
    each.flatMap(([label, value]) => (value ? [html`<dt>${shown(label)}</dt><dd>${value}</dd>`] : []));
  const labelled = contact.map(([label, value]): [string, unknown] => [label, value && shown(value)]);
  const answers = content?.meta.map(({ label, value }): [string, unknown] => [label, shown(value)]) ?? [];
  return html`<dl class="facts">${pairs(facts)}</dl>
    <h2>${texts.answers}</h2>
    ${content ? html`<dl class="facts">${pairs(labelled)}</dl><dl class="answers">${pairs(answers)}</dl>` : html`<p>${texts.erased}</p>`}
    <h2>${texts.decide}</h2>${drawDecisions(viewer, enquiry, rows)}`;
}

const describeSuspicion = ({ suspicion, suspicion_score }: DeliveryRow) =>
  `${suspicion?.replaceAll(' ', ', ')} (${suspicion_score})`;

function drawFile({ texts }: Viewer, { content, state, held_cause }: DeliveryRow): Html {
  const sent = content === null ? undefined : (JSON.parse(content) as AttachmentContent); // As its kind says.
  const why = held_cause ? describeCause(held_cause, texts) : texts.states[state];
  return html`<p>${sent ? html`${shown(sent.file.name)}, ${formatBytes(sent.bytes)}, ` : ''}${why}</p>`;
}

/** Draws the buttons for an enquiry in its present state. The one that deletes it works only while it is in this state. */
function drawDecisions(viewer: Viewer, enquiry: DeliveryRow, rows: DeliveryRow[]): Html {
  const { texts } = viewer;
  const { reference, state, content } = enquiry;
  const fields = html`<input type="hidden" name="seen" value="${describeSeen(rows)}">`;
  const draw = (decision: Decision, more: unknown = '') =>
    drawDecision(viewer, {
      ...{ decision, to: `enquiries/${reference}`, fields: html`${fields}${more}` },
      ...{ title: texts[decision].title, says: texts[decision].says },
    });
  const isHeld = rows.some(each => each.state === 'held');
  const number = html`<p><label for="number">${texts.settle.label}</label>
    <input id="number" name="number" inputmode="numeric" pattern="[1-9][0-9]{0,14}" required autocomplete="off"></p>`;
  return html`${isHeld ? draw('release') : state === 'waiting' ? html`<p>${texts.noDecision}</p>` : ''}
    ${state === 'held' || state === 'waiting' ? draw('settle', number) : ''}
    ${content === null ? '' : draw('export')}
    ${state === 'dropped' ? '' : draw('drop', copyBox(viewer))}`;
}

/** The page that finds the enquiries of a person. `rows`: those found, the newest first; undefined if there was nothing to
 * search for. */
export function drawFind(viewer: Viewer, term: string | undefined, rows: DeliveryRow[] | undefined): Html {
  const { texts, root, token } = viewer;
  const { search } = texts;
  const found = rows?.slice(0, pageSize).map(each => ({ enquiry: each, held: each })) ?? [];
  const none = rows?.length === 0 ? search.none : rows === undefined && term !== undefined && search.tooShort;
  return html`<form method="post" action="${root}find"><input type="hidden" name="token" value="${token}">
      <label for="term">${search.label}</label>
      <input id="term" name="term" value="${term ?? ''}" required maxlength="200" autocomplete="off">
      <p><button class="send">${search.button}</button></p></form>
    ${none ? html`<p role="status">${none}</p>` : ''}
    ${found.length > 0 ? html`<p role="status">${search.times(formatCount(viewer, rows!.length))}</p>${listOfRows(viewer, found)}` : ''}
    <h2>${search.steps}</h2><p>${search.copy}</p><p>${search.erase}</p>`;
}
