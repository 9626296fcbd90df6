// The first page: whether everything is being delivered, what needs a person, and the counts of each hour.
import { html } from 'hono/html';
import { formatNumber } from '../outbox/formats.ts';
import { deliveryLimits, type Hour, hourSteps, type Selection } from '../outbox/hourly-counts.ts';
import { type Finding, type Inspection, verdictOf } from '../outbox/inspection.ts';
import type { Html, Viewer } from './layout.ts';

/** Both plots are drawn in these units. */
const size = { width: 720, height: 160 };

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
  const counted = (['served', 'accepted', 'delivered', 'refused'] as const).map(name => ({
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
  // Each label is centred below its day, or below its sixth of the 90 days.
  const isWeek = hours.length === 7 * 24;
  const part = hours.length / (isWeek ? 7 : 6);
  const marks = hours
    .filter((_, index) => index % part === Math.floor(part / 2))
    .map(({ hour }) => formatDay(viewer, hour, isWeek ? { weekday: 'short' } : { month: 'short' }));
  return html`<figure><figcaption class="tabs">${names}</figcaption><p class="help">${label}</p>
    <svg class="plot" viewBox="0 -2 ${width} ${height + 4}" preserveAspectRatio="none" role="img"
      aria-label="${series.map(({ name }) => name).join(', ')}">${lines}</svg>
    <p class="help ends">${marks.map(each => html`<span>${each}</span>`)}</p>
  </figure>`;
}

/** How a row of the table names its hour. */
const hourStyle = { weekday: 'short', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
const formatDay = ({ texts, timeZone }: Viewer, at: number, style: Intl.DateTimeFormatOptions) =>
  new Date(at).toLocaleString(texts.lang, { ...style, day: 'numeric', timeZone });

/** The hours in which something was counted, the latest first. */
function drawTable(viewer: Viewer, hours: Hour[]): Html {
  const { plots } = viewer.texts;
  const rows = hours.filter(each => hourSteps.some(step => each[step] > 0)).reverse();
  const limit = (each: Hour, at: number) => (each.delivered > 0 ? plots.limits[at] : '–');
  const cell = (hour: Hour) => (step: (typeof hourSteps)[number]) =>
    html`<td>${formatNumber(hour[step], viewer.texts)}</td>`;
  const columns = [plots.hour, ...hourSteps.map(each => plots.steps[each]), plots.half, plots.most];
  return html`<table><thead><tr>${columns.map(each => html`<th scope="col">${each}</th>`)}</tr></thead><tbody>${rows.map(
    each => html`<tr><th scope="row">${formatDay(viewer, each.hour, hourStyle)}</th>${hourSteps.map(cell(each))}
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
