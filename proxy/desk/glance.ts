// The first page: whether everything is being delivered, and what needs a person.
import { html } from 'hono/html';
import { type HeldCause, heldCauses } from '../database/tables.ts';
import { describeCause } from '../outbox/failure.ts';
import { type Finding, type Inspection, verdictOf } from '../outbox/inspection.ts';
import { formatCount, type Html, type Viewer } from './layout.ts';

export function drawGlance(viewer: Viewer, inspection: Inspection): { title: string; body: Html } {
  const { texts, user } = viewer;
  const { findings } = inspection;
  return {
    title: verdictOf(inspection, texts),
    body: html`${findings.map(each => drawFinding(viewer, each))}
      ${user === undefined ? html`<p class="help">${texts.figuresOnly}</p>` : ''}`,
  };
}

/** A finding, with the link to where a person decides, or else with its command. */
function drawFinding(
  viewer: Viewer,
  { subject, which, level, count, problem, action, command }: Finding,
): Html {
  const { texts, user, root } = viewer;
  const kind = level === 'failed' ? 'bad' : 'waiting';
  const cause = heldCauses.find(each => each === which);
  if (subject !== 'held' || !cause)
    return html`<div class="note ${kind}" lang="en"><p>${problem}</p><p>${action}: <code>${command}</code></p></div>`;
  const words = texts.heldEnquiries(formatCount(viewer, count ?? 0), describeCause(cause, texts));
  return html`<div class="note ${kind}"><p>${words}</p>
    ${user === undefined ? '' : html`<p><a href="${root}held?cause=${cause satisfies HeldCause}">${texts.decide}</a></p>`}</div>`;
}
