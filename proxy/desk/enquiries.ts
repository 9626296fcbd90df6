// The lists of enquiries, and one enquiry as the back office would read it.
import { html } from 'hono/html';
import type { DeliveryRow, HeldCause } from '../database/tables.ts';
import { siteOf } from '../enquiry/attribution-entries.ts';
import type { CreateBody } from '../enquiry/create-body.ts';
import { describeSeen } from '../outbox/decisions.ts';
import { type Fact, listFacts, listSignals } from '../outbox/delivery-description.ts';
import { describeCause, describeStoredFailure } from '../outbox/failure.ts';
import { formatAge, formatNumber } from '../outbox/formats.ts';
import { enquiryOf, type HeldCounts, heldOf, toCursor } from '../outbox/held-enquiries.ts';
import { type Html, shown, type Viewer } from './layout.ts';

/** How many enquiries a page has. */
export const pageSize = 50;

/** Enquiries in a list: without answers, which are shown one enquiry at a time. */
const drawRows = (viewer: Viewer, enquiries: DeliveryRow[][], cause?: HeldCause): Html =>
  html`<ul class="forms">${enquiries.map(rows => drawRow(viewer, rows, cause))}</ul>`;

function drawRow({ texts, root, now }: Viewer, rows: DeliveryRow[], cause?: HeldCause): Html {
  const { reference, created_at, case_type, content, ...enquiry } = enquiryOf(rows);
  const held = heldOf(rows, cause);
  const body = content === null ? undefined : (JSON.parse(content) as CreateBody); // Of an enquiry.
  const facts = [
    held?.kind === 'attachment' && texts.kinds.attachment,
    case_type,
    siteOf(body?.meta ?? []),
    held?.held_cause ? describeCause(held.held_cause, texts) : texts.states[enquiry.state],
    held?.held_cause === 'suspect'
      ? listSignals(held, texts)
      : describeStoredFailure((held ?? enquiry).last_failure, texts),
  ].filter(each => each);
  return html`<li><a href="${root}enquiries/${reference}">${reference}</a>
    <span>${formatAge(now - created_at, texts)}</span>
    <p>${facts.map((each, index) => html`${index > 0 ? ' · ' : ''}${shown(`${each}`)}`)}</p></li>`;
}

/** The decisions of a form, by the names in its address. */
export type Decision = 'release' | 'drop' | 'settle' | 'export';

/** A decision about one or many, which opens, says what will happen, and has the button. */
function drawDecision(
  { texts, token, root }: Viewer,
  shownAs: { decision: Decision; to: string; title: string; says: string; fields: unknown },
): Html {
  const { decision, to, title, says, fields } = shownAs;
  const copyBox = html`<p><label class="check"><input type="checkbox" name="copy" value="1" checked> ${texts.drop.copy}</label></p>`;
  return html`<details><summary>${title}</summary>
    <p>${says}</p>
    <form method="post" action="${root}${to}/${decision}"><input type="hidden" name="token" value="${token}">${fields}
    ${decision === 'drop' ? copyBox : ''}
    <p><button class="send ${decision === 'drop' ? 'danger' : ''}">${texts[decision].button}</button></p></form></details>`;
}

/** The page of held enquiries. `enquiries`: one more than a page has, if there are more. */
export function drawHeld(
  viewer: Viewer,
  enquiries: DeliveryRow[][],
  { counts, cause, isOlder }: { counts: HeldCounts; cause: HeldCause | undefined; isOlder: boolean },
): Html {
  const { texts, root } = viewer;
  if (counts.total === 0) return html`<p>${texts.nothingHeld}</p>`;
  const addressOf = (own?: HeldCause) => `${root}held?${own ? `cause=${own}` : ''}`;
  const tabs = [{ cause: undefined, count: counts.total }, ...counts.causes].map(each => {
    const label = `${each.cause ? describeCause(each.cause, texts) : texts.all} (${formatNumber(each.count, texts)})`;
    return html`<li><a href="${addressOf(each.cause)}" ${each.cause === cause ? html`aria-current="page"` : ''}>${label}</a></li>`;
  });
  const page = enquiries.slice(0, pageSize);
  const older = enquiries.length > pageSize && `${addressOf(cause)}&before=${toCursor(page.at(-1)!, cause)}`;
  const ofCause = counts.causes.find(each => each.cause === cause);
  const forAll = (decision: 'release' | 'drop') => {
    if (!ofCause || !page[0] || isOlder) return '';
    const count = formatNumber(ofCause.count, texts);
    return drawDecision(viewer, {
      ...{ decision, to: 'held', title: texts[decision].all(count) },
      says: texts[decision].saysAll(count, describeCause(ofCause.cause, texts)),
      fields: html`<input type="hidden" name="cause" value="${cause}">
        <input type="hidden" name="held_by" value="${viewer.now}">
        <input type="hidden" name="until" value="${toCursor(page[0], cause)}">`,
    });
  };
  return html`<ul class="tabs">${tabs}</ul>
    ${cause ? '' : html`<p class="help">${texts.chooseCause}</p>`}
    ${forAll('release')}${forAll('drop')}
    ${page.length > 0 ? drawRows(viewer, page, cause) : html`<p>${texts.nothingHeld}</p>`}
    <p>${isOlder ? html`<a href="${addressOf(cause)}">${texts.newest}</a> ` : ''}
    ${older ? html`<a href="${older}">${texts.older}</a>` : ''}</p>`;
}

const drawFacts = (look: 'facts' | 'answers', facts: Fact[]): Html =>
  html`<dl class="${look}">${facts.map(([label, text]) => html`<dt>${shown(label)}</dt><dd>${shown(text)}</dd>`)}</dl>`;

/** The page of one enquiry, with its answers. */
export function drawEnquiry(viewer: Viewer, rows: DeliveryRow[]): Html {
  const { texts } = viewer;
  const [enquiry, ...files] = [enquiryOf(rows), ...rows.filter(({ kind }) => kind === 'attachment')];
  const draw = (row: DeliveryRow) => {
    const { facts, sent, answers } = listFacts(row, viewer);
    const state: Fact = [texts.row.state, texts.states[row.state]];
    return { facts: [state, ...facts], sent: sent ?? [], answers };
  };
  const { facts, sent, answers } = draw(enquiry);
  return html`${drawFacts('facts', facts)}
    <h2>${texts.answers}</h2>
    ${answers ? html`${drawFacts('facts', sent)}${drawFacts('answers', answers)}` : html`<p>${texts.erased}</p>`}
    ${files.length > 0 ? html`<h2>${texts.files}</h2>` : ''}
    ${files.map(draw).map(each => drawFacts('facts', [...each.sent, ...each.facts]))}
    <h2>${texts.decide}</h2>${drawDecisions(viewer, enquiry, rows)}`;
}

/** Draws the buttons for an enquiry in its present state. Those that change it work only while it is in this state. */
function drawDecisions(
  viewer: Viewer,
  { reference, state, content }: DeliveryRow,
  rows: DeliveryRow[],
): Html {
  const { texts } = viewer;
  const draw = (decision: Decision, more: unknown = '') =>
    drawDecision(viewer, {
      ...{ decision, to: `enquiries/${reference}`, title: texts[decision].title, says: texts[decision].says },
      fields: html`<input type="hidden" name="seen" value="${describeSeen(rows)}">${more}`,
    });
  const number = html`<p><label for="number">${texts.settle.label}</label>
    <input id="number" name="number" inputmode="numeric" pattern="[1-9][0-9]{0,14}" required autocomplete="off"></p>`;
  return html`${heldOf(rows) ? draw('release') : state === 'waiting' ? html`<p>${texts.noDecision}</p>` : ''}
    ${state === 'held' || state === 'waiting' ? draw('settle', number) : ''}
    ${content === null ? '' : draw('export')}
    ${state === 'dropped' ? '' : draw('drop')}`;
}

/** The page that finds the enquiries of a person. `found`: the newest first; undefined if there was nothing to search for. */
export function drawFind(viewer: Viewer, term: string | undefined, found: DeliveryRow[] | undefined): Html {
  const { texts, root, token } = viewer;
  const { search } = texts;
  const rows = found?.slice(0, pageSize).map(each => [each]) ?? [];
  const none =
    found?.length === 0 ? search.none : found === undefined && term !== undefined && search.tooShort;
  return html`<form method="post" action="${root}find"><input type="hidden" name="token" value="${token}">
      <label for="term">${search.label}</label>
      <input id="term" name="term" value="${term ?? ''}" required maxlength="200" autocomplete="off">
      <p><button class="send">${search.button}</button></p></form>
    ${none ? html`<p role="status">${none}</p>` : ''}
    ${rows.length > 0 ? html`<p role="status">${search.times(formatNumber(found!.length, texts))}</p>${drawRows(viewer, rows)}` : ''}
    <h2>${search.steps}</h2><p>${search.copy}</p><p>${search.erase}</p>`;
}
