/** The page before anything was checked, as its file has it. */
import { DEFINITIONS, PROJECT, STYLE } from '../report/index.ts';

/**
 * What the page may do: its own scripts, WebAssembly, files from beside it, and workers of its own text, which are under the
 * same policy. It may ask no other server, send no form, and make no markup and start no script but by `gpurace` (`trusted.ts`).
 */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types gpurace',
].join('; ');

const OWN_STYLE = `
.bar { align-items: end; display: flex; flex-wrap: wrap; gap: .6rem .9rem; margin: .6rem 0; }
.field { display: grid; gap: .15rem; } .field > span, .text > span { color: var(--muted); font-size: .9em; }
.field input { width: 9rem; } .text { display: grid; gap: .15rem; }
input, select, textarea, button { background: var(--page); border: 1px solid var(--muted); border-radius: 6px; color: var(--ink); font: inherit; min-height: 2.25rem; padding: .25rem .6rem; }
select { max-width: 100%; } .field { max-width: 100%; }
textarea { font: .9rem/1.45 ui-monospace, "SFMono-Regular", Menlo, Consolas, "Liberation Mono", monospace; min-height: 16rem; overflow: auto; resize: vertical; tab-size: 2; white-space: pre; width: 100%; }
button { background: var(--panel); cursor: pointer; font-weight: 600; } button:disabled { color: var(--muted); cursor: default; font-weight: 400; }
button.main { background: var(--link); border-color: var(--link); color: var(--page); } button.main:disabled { background: var(--panel); border-color: var(--muted); color: var(--muted); }
input:focus-visible, select:focus-visible, textarea:focus-visible, button:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
[role=status] { min-height: 1.5em; overflow-wrap: anywhere; }
.verdicts { list-style: none; padding: 0; } .verdicts .badge { font-size: 1.15rem; }
footer { border-top: 1px solid var(--edge); color: var(--muted); margin-top: 3rem; padding-top: .5rem; }
`;

/** `style.css`: that of the report, and what only this page has. */
export const PAGE_STYLE = `${STYLE}\n${OWN_STYLE}`;

export const TITLE = 'gpurace: try it';

interface PageFacts {
  /** The address of its script. */
  readonly script: string;
  /** What the script loads. */
  readonly megabytes: number;
}

/** `index.html`. */
export function indexPage({ script, megabytes }: PageFacts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Finds data races in CUDA, HIP and OpenCL kernels, in the browser.">
<title>${TITLE}</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="style.css">
<script src="${script}" defer></script>
</head>
<body>
${DEFINITIONS}
<main>
<h1>${TITLE}</h1>
<p class="lead">Paste a GPU kernel to see whether its threads can race, how, and how to fix it. Clang and Z3 run in your browser as
WebAssembly (${megabytes} MB, loaded once). Nothing that you paste leaves this page.</p>
<noscript><p class="alarm-box">The checker needs JavaScript. Without it, use the
<a href="${PROJECT}#readme">command line</a>.</p></noscript>
<form id="form">
<div class="bar">
<label class="field"><span>Example</span><select id="example"><option value="">your own</option></select></label>
<label class="field"><span>Language</span><select id="language"><option value="cuda">CUDA</option><option value="hip">HIP</option><option value="opencl">OpenCL</option></select></label>
<label class="field"><span>Grid (x,y,z)</span><input id="grid" placeholder="any" maxlength="40" autocomplete="off"></label>
<label class="field"><span>Block (x,y,z)</span><input id="block" placeholder="any" maxlength="40" autocomplete="off"></label>
<label class="field"><span>Time limit per kernel</span><select id="seconds"><option value="10">10 s</option><option value="30" selected>30 s</option><option value="60">60 s</option></select></label>
</div>
<label class="text"><span>Kernel</span><textarea id="text" spellcheck="false" autocapitalize="off" autocomplete="off" rows="16"></textarea></label>
<div class="bar">
<button id="check" class="main" type="submit" aria-keyshortcuts="Control+Enter">Check</button>
<button id="stop" type="button" disabled>Stop</button>
<button id="link" type="button">Copy a link</button>
<button id="fix" type="button" disabled>Apply the fix</button>
</div>
</form>
<p role="status" id="status"></p>
<div id="report"></div>
<footer><p>A link contains the text after <code>#</code>, which browsers do not send to servers. <a href="${PROJECT}">gpurace</a> checks
whole repositories and pull requests. <a href="${PROJECT}/tree/main/docs/rules">Rules</a>, <a href="licenses.txt">licences</a>.</p></footer>
</main>
</body>
</html>
`;
}
