/** The style sheet of the page. No rule loads anything; what filters, filters without a script. */

const LIGHT = `
  --page: #ffffff; --panel: #f6f8fa; --ink: #1f2328; --muted: #59636e; --edge: #d1d9e0; --link: #0550ae; --focus: #0969da;
  --error: #b3161d; --warning: #7d4e00; --note: #0550ae; --good: #116329; --open: #6e4400;
  --one: #0a4a8f; --one-fill: #dbeafe; --two: #713800; --two-fill: #fdebd2; --meet: #ffdedb;
  --comment: #57606a; --string: #0a3069; --number: #0550ae; --keyword: #8b1a2b; --gpu: #6639ba; --directive: #7d4e00;`;

const DARK = `
  --page: #0d1117; --panel: #151b23; --ink: #e6edf3; --muted: #9aa5b1; --edge: #3d444d; --link: #79c0ff; --focus: #79c0ff;
  --error: #ff9a94; --warning: #e3b341; --note: #79c0ff; --good: #5fd47a; --open: #e3b341;
  --one: #b6d7ff; --one-fill: #12305a; --two: #ffd9a8; --two-fill: #4a2d0c; --meet: #5c1a1b;
  --comment: #9aa5b1; --string: #a5d6ff; --number: #79c0ff; --keyword: #ff9a94; --gpu: #d2a8ff; --directive: #e3b341;`;

const PAGE = `
* { box-sizing: border-box; }
html { color-scheme: light dark; scroll-padding-top: 1rem; }
body { background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; margin: 0; }
main { margin: 0 auto; max-width: 84rem; padding: 1rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; } h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; } h3 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; } h4 { font-size: 1.05rem; margin: 0 0 .5rem; }
h1, h2, h3, h4, p, li, dd, dt, td, figcaption, summary { overflow-wrap: anywhere; }
a { color: var(--link); } a:focus-visible, button:focus-visible, input[type=search]:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
code, pre, .mono { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, "Liberation Mono", monospace; font-size: .9em; }
code { overflow-wrap: anywhere; }
ul { margin: .25rem 0; padding-left: 1.25rem; }
.lead { color: var(--muted); margin: 0 0 .5rem; }
.about { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 1rem; color: var(--muted); }
.about div { align-items: baseline; display: flex; gap: .4rem; min-width: 0; }
.about dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.alarm-box { border: 1px solid var(--open); border-left-width: .35rem; padding: .5rem .75rem; }
.tiles { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); list-style: none; margin: 1rem 0; padding: 0; }
.tiles li { background: var(--panel); border: 1px solid var(--edge); border-radius: 6px; padding: .5rem .75rem; }
.tiles strong { display: block; font-size: 1.5rem; line-height: 1.2; }
.error { --tone: var(--error); } .warning { --tone: var(--warning); } .note { --tone: var(--note); }
.racy { --tone: var(--error); } .inconclusive { --tone: var(--open); } .race-free { --tone: var(--good); }
.badge { color: var(--tone); font-weight: 600; white-space: nowrap; }
.scroll { margin-bottom: 1rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid var(--edge); padding: .3rem .6rem; text-align: left; vertical-align: top; }
th { background: var(--panel); white-space: nowrap; }
caption { color: var(--muted); padding: .25rem 0; text-align: left; }
.kernels td { min-width: 6rem; } .kernels td:nth-child(5) { text-align: right; }
.threads td:nth-child(-n + 3) { white-space: nowrap; } .threads td:nth-child(4) { min-width: 9rem; } .threads td:last-child { min-width: 6rem; }
@media screen and (max-width: 40rem) {
  thead { display: none; } table, tbody, tr, td { display: block; } tr { border: 1px solid var(--edge); margin-bottom: .5rem; }
  td { border: 0; display: grid; gap: .6rem; grid-template-columns: 6rem minmax(0, 1fr); padding: .15rem .6rem; }
  td::before { color: var(--muted); content: attr(data-name); } .kernels td:nth-child(5) { text-align: left; }
}
.filter { border: 0; display: flex; flex-wrap: wrap; gap: .4rem; margin: 0 0 .75rem; padding: 0; }
.filter legend { color: var(--muted); float: left; margin-right: .5rem; padding: .15rem 0; }
.filter label { border: 1px solid var(--edge); border-radius: 1rem; cursor: pointer; padding: .1rem .7rem; }
.filter input { height: 1px; margin: 0; opacity: 0; position: absolute; width: 1px; }
.filter input:checked + span { font-weight: 600; text-decoration: underline; text-underline-offset: .2em; }
.filter label:has(:checked) { border-color: var(--focus); } .filter label:has(:focus-visible) { outline: 2px solid var(--focus); outline-offset: 2px; }
[hidden] { display: none !important; }
.search { align-items: center; display: flex; flex-wrap: wrap; gap: .4rem .6rem; margin: 0 0 .75rem; }
.search input { background: var(--page); border: 1px solid var(--edge); border-radius: 6px; color: var(--ink); flex: 1 1 14rem; font: inherit; max-width: 32rem; min-width: 0; padding: .2rem .6rem; }
.search button { background: var(--panel); border: 1px solid var(--edge); border-radius: 6px; color: var(--ink); cursor: pointer; font: inherit; padding: .15rem .7rem; }
.search .help, .search output, .count, .at { color: var(--muted); font-size: .9em; font-weight: 400; }
kbd { border: 1px solid var(--edge); border-radius: 4px; padding: 0 .3rem; }
.group { border-top: 1px solid var(--edge); margin-top: 1.5rem; } .group > h3 { margin-top: .75rem; }
article { border: 1px solid var(--edge); border-left: .35rem solid var(--tone); border-radius: 6px; margin: 1rem 0; padding: .75rem 1rem; }
article:target { box-shadow: 0 0 0 2px var(--focus); }
article > p { margin: .25rem 0 .5rem; }
summary { cursor: pointer; padding: .15rem 0; }
.self { color: inherit; }
.status { border: 1px solid var(--edge); border-radius: 1rem; color: var(--muted); font-size: .85em; font-weight: 400; padding: 0 .5rem; }
.side { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); } .side > * { min-width: 0; } .side p { margin-top: 0; }
@media (min-width: 64rem) { .side { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
pre { background: var(--panel); border: 1px solid var(--edge); border-radius: 6px; margin: .25rem 0 .75rem; overflow-x: auto; padding: .6rem; }
pre:focus-visible { outline: 2px solid var(--focus); }
pre .carets { color: var(--error); font-weight: 600; } pre .gap, pre .no { color: var(--muted); }
.hc { color: var(--comment); font-style: italic; } .hs { color: var(--string); } .hn { color: var(--number); } .hk { color: var(--keyword); } .hg { color: var(--gpu); font-weight: 600; } .hd { color: var(--directive); }
figure { margin: 0 0 1rem; } figcaption { color: var(--muted); font-size: .9em; margin-bottom: .35rem; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem 2rem; }
.figures figure { max-width: 100%; min-width: 0; }
dt { margin-top: .5rem; } dd { margin-left: 1rem; }`;

const DRAWINGS = `
svg { display: block; height: auto; max-width: 100%; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; } svg .mid { text-anchor: middle; }
svg .small { fill: var(--muted); font-size: 11px; } svg .strong { font-weight: 600; } svg .alarm { fill: var(--error); font-weight: 600; }
svg .mono { font: 11px ui-monospace, Menlo, Consolas, "Liberation Mono", monospace; }
svg text.one { fill: var(--one); } svg text.two { fill: var(--two); }
svg .lane, svg .access { stroke-width: 1.5; } svg rect.one { fill: var(--one-fill); stroke: var(--one); } svg rect.two { fill: var(--two-fill); stroke: var(--two); }
svg .band { fill: var(--panel); stroke: var(--edge); } svg .now { fill: none; }
svg .absent { fill: none; stroke: var(--error); stroke-dasharray: 5 4; stroke-width: 1.5; }
svg .barrier { stroke: var(--ink); stroke-width: 3; } svg .later { stroke: var(--muted); stroke-dasharray: 6 4; stroke-width: 2; }
svg .conflict { marker-end: url(#tip); marker-start: url(#tip); stroke: var(--error); stroke-width: 2.5; } #tip path { fill: var(--error); }
svg .cell { fill: var(--page); stroke: var(--muted); } svg .meet { fill: var(--meet); stroke: var(--error); stroke-width: 2; }
svg .hatch { fill: url(#hatch); } #hatch path { stroke: var(--error); stroke-width: 2; }
.defs { height: 0; position: absolute; width: 0; }`;

const PRINT = `
@media print {
  :root { color-scheme: light;${LIGHT} }
  body { font-size: 11pt; } main { max-width: none; padding: 0; } .filter, .search { display: none; }
  pre { white-space: pre-wrap; } .scroll, pre { overflow: visible; }
  figure, tr, dt, .tiles li { break-inside: avoid; } h2, h3, h4 { break-after: avoid; } article { break-inside: auto; }
  details::details-content { content-visibility: visible; display: block; block-size: auto; }
}`;

/** What the radio buttons of the filters hide: everything that has not the class of the button that is chosen. */
function hidden(group: string, classes: readonly string[], things: string): string {
  return classes
    .map((name) => `main:has(#${group}-${name}:checked) ${things}:not(.${name}) { display: none; }`)
    .join('\n');
}

/** The same for kernels of which no cause is left to see. */
function emptied(chosen: readonly (readonly [string, string])[]): string {
  const when = chosen.map(([group, name]) => `:has(#${group}-${name}:checked)`).join('');
  return `main${when} .group:not(:has(article${chosen.map(([, name]) => `.${name}`).join('')})) { display: none; }`;
}

const LEVELS = ['error', 'warning', 'note'];
const STATUSES = ['new', 'unchanged', 'fixed'];

export const STYLE = [
  `:root {${LIGHT} }`,
  `@media (prefers-color-scheme: dark) { :root {${DARK} } }`,
  PAGE.trim(),
  DRAWINGS.trim(),
  hidden('verdict', ['racy', 'inconclusive', 'conditional', 'race-free'], '.kernels tbody tr'),
  hidden('level', LEVELS, 'article'),
  hidden('status', STATUSES, 'article'),
  ...LEVELS.map((level) => emptied([['level', level]])),
  ...STATUSES.map((status) => emptied([['status', status]])),
  ...LEVELS.flatMap((level) =>
    STATUSES.map((status) =>
      emptied([
        ['level', level],
        ['status', status],
      ]),
    ),
  ),
  PRINT.trim(),
].join('\n');

/** What all drawings share. */
export const DEFINITIONS = `<svg class="defs" aria-hidden="true" focusable="false"><defs>
<marker id="tip" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto-start-reverse"><path d="M0 0 10 5 0 10z"/></marker>
<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V6"/></pattern>
</defs></svg>`;
