// The first page: whether everything is being delivered, what needs a person, and the counts of each hour.
import { html } from 'hono/html';
import { hourMs } from '../contract/durations.ts';
import { formatNumber, formatTime } from '../outbox/formats.ts';
import { deliveryLimits, type HourlyCount } from '../outbox/hourly-counts.ts';
import { type Finding, type Inspection, verdictOf } from '../outbox/inspection.ts';
import type { Html, Viewer } from './layout.ts';

const steps = ['served', 'challenged', 'refused', 'accepted', 'delivered'] as const;
/** Both plots are drawn in these units. */
const size = { width: 720, height: 160 };

/** The counts of an hour, or of several from this one on. `half` and `most` are indexes of limits: half and 95 % of the
 * deliveries took at most that long. */
export type Hour = Record<(typeof steps)[number], number> & { hour: number; half: number; most: number };

/** What of the counts is shown. */
export interface Selection {
  days: 7 | 90;
  case_type?: string;
  site?: string;
}

/** Adds up the counts of the last hours, also of those without any: of each, or of each `step`. */
export function sumUp(counts: HourlyCount[], { days }: Selection, now: number, step = 1): Hour[] {
  const stepMs = step * hourMs;
  const end = now - (now % hourMs) + hourMs;
  const byStep = Map.groupBy(counts, ({ hour }) => Math.ceil((end - hour) / stepMs));
  const length = (days * 24) / step;
  return Array.from({ length }, (_, index) => {
    const hour = end - (length - index) * stepMs;
    const own = byStep.get(length - index) ?? [];
    const sum = (step: string) =>
      own.reduce((total, each) => total + (each.step === step ? each.count : 0), 0);
    const times = deliveryLimits.map(limit => sum(`delivered ${limit}`));
    const delivered = times.reduce((total, count) => total + count, 0);
    const within = (share: number) =>
      times.findIndex((_, at) => times.slice(0, at + 1).reduce((a, b) => a + b, 0) >= share * delivered);
    const counted = { served: sum('served'), challenged: sum('challenged'), refused: sum('refused') };
    return { hour, ...counted, accepted: sum('accepted'), delivered, half: within(0.5), most: within(0.95) };
  });
}

/** The same as CSV. */
export const toCsv = (hours: Hour[]) =>
  [
    ['hour', ...steps, 'half_within_s', '95_percent_within_s'],
    ...hours.map(each => [
      new Date(each.hour).toISOString(),
      ...steps.map(step => each[step]),
      ...[each.half, each.most].map(at => (each.delivered > 0 ? deliveryLimits[at] : '')),
    ]),
  ]
    .map(row => `${row.join(',')}\r\n`)
    .join('');

export function drawGlance(
  viewer: Viewer,
  inspection: Inspection,
  shown: { hours: Hour[]; selection: Selection; caseTypes: string[]; sites: string[] },
): { title: string; body: Html } {
  const { hours, selection, caseTypes, sites } = shown;
  const { texts, user, root } = viewer;
  const { plots } = texts;
  const choose = (name: 'case_type' | 'site', values: string[]) =>
    html`<label>${plots[name]} <select name="${name}"><option value="">${texts.all}</option>${values.map(
      each => html`<option ${each === selection[name] ? 'selected' : ''}>${each}</option>`,
    )}</select></label>`;
  const query = new URLSearchParams({ case_type: selection.case_type ?? '', site: selection.site ?? '' });
  const counted = (['served', 'accepted', 'delivered'] as const).map(name => ({
    name: plots.steps[name],
    values: hours.map(each => each[name]),
  }));
  const top = Math.max(1, ...counted.flatMap(({ values }) => values));
  const times = (['half', 'most'] as const).map(name => ({
    name: plots[name],
    values: hours.map(each => (each.delivered > 0 ? each[name] + 1 : undefined)),
  }));
  return {
    title: verdictOf(inspection, texts),
    body: html`${inspection.findings.map(each => drawFinding(viewer, each))}
      ${user === undefined ? html`<p class="help">${texts.figuresOnly}</p>` : ''}
      <h2>${plots.title(selection.days)}</h2>
      <form method="get" action="${root}" class="tabs">${choose('case_type', caseTypes)}${choose('site', sites)}
        <label>${plots.days}
          <select name="days"><option>7</option><option ${selection.days === 90 ? 'selected' : ''}>90</option></select></label>
        <button class="quiet">${plots.show}</button></form>
      ${drawPlot(viewer, hours, counted, { top, label: formatNumber(top, texts) })}
      <h2>${plots.times}</h2>
      ${drawPlot(viewer, hours, times, { top: deliveryLimits.length, label: plots.limits.at(-1)! })}
      <details><summary>${plots.table}</summary><div class="scroll" tabindex="0" role="region" aria-label="${plots.table}">
        ${drawTable(viewer, hours)}</div></details>
      <p><a href="${root}counts.csv?days=90&amp;${query}">${plots.csv}</a></p>`,
  };
}

function drawPlot(
  viewer: Viewer,
  hours: Hour[],
  series: { name: string; values: (number | undefined)[] }[],
  { top, label }: { top: number; label: string },
): Html {
  const { width, height } = size;
  const lines = series.map(({ values }, index) => {
    const x = (at: number) => ((at * width) / (values.length - 1)).toFixed(1);
    const points = values.flatMap((value, at) =>
      value === undefined ? [] : `${x(at)},${(height - (value * height) / top).toFixed(1)}`,
    );
    return html`<polyline class="line${index}" points="${points.join(' ')}"/>`;
  });
  const names = series.map(({ name }, index) => html`<span><i class="line${index}"></i>${name}</span>`);
  return html`<figure><figcaption class="tabs">${names}</figcaption><p class="help">${label}</p>
    <svg class="plot" viewBox="0 -2 ${width} ${height + 4}" preserveAspectRatio="none" role="img"
      aria-label="${series.map(({ name }) => name).join(', ')}">${lines}</svg>
    <p class="help ends">${[hours[0]!, hours.at(-1)!].map(({ hour }) => html`<span>${formatTime(hour, viewer)}</span>`)}</p>
  </figure>`;
}

/** The hours in which something was counted, the latest first. */
function drawTable(viewer: Viewer, hours: Hour[]): Html {
  const { plots } = viewer.texts;
  const rows = hours.filter(each => steps.some(step => each[step] > 0)).reverse();
  const limit = (each: Hour, at: number) => (each.delivered > 0 ? plots.limits[at] : '–');
  const cell = (hour: Hour) => (step: (typeof steps)[number]) =>
    html`<td>${formatNumber(hour[step], viewer.texts)}</td>`;
  const columns = [plots.hour, ...steps.map(each => plots.steps[each]), plots.half, plots.most];
  return html`<table><thead><tr>${columns.map(each => html`<th scope="col">${each}</th>`)}</tr></thead><tbody>${rows.map(
    each => html`<tr><th scope="row">${formatTime(each.hour, viewer)}</th>${steps.map(cell(each))}
        <td>${limit(each, each.half)}</td><td>${limit(each, each.most)}</td></tr>`,
  )}</tbody></table>`;
}

/** A finding, with the link to where a person decides, or else with its command. */
function drawFinding({ texts, user, root }: Viewer, finding: Finding): Html {
  const { subject, which, level, problem, action, command } = finding;
  const link = html`<p><a href="${root}held?cause=${which}">${texts.decide}</a></p>`;
  const isDecision = subject === 'held' && user !== undefined;
  return html`<div class="note ${level === 'failed' ? 'bad' : 'waiting'}"><p>${problem}</p>
    ${isDecision ? link : html`<p>${action}: <code>${command}</code></p>`}</div>`;
}
