/**
 * `node scripts/review-pictures.ts --mermaid MERMAID.min.js -o FOLDER`: the comments of `test/golden/reviews/` in a real browser,
 * unfolded, as wide as on a desktop and as on a telephone. Ends with 1 where Mermaid refuses a diagram or something is wider than
 * the page. Mermaid is no dependency of ours, with its 150 MB: `npm pack mermaid@11` has `dist/mermaid.min.js`.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { marked } from 'marked';
import { startBrowser } from '../test/report/browser.ts';

const COMMENTS = fileURLToPath(new URL('../test/golden/reviews/', import.meta.url));
const WIDTHS = [860, 390];
/** Of the page around a comment. */
const STYLE = 'body { margin: 12px } .markdown-body { font-size: 14px }';

const { values: flags } = parseArgs({
  options: { mermaid: { type: 'string' }, output: { type: 'string', short: 'o' } },
});
const { mermaid, output } = flags;
if (mermaid === undefined || output === undefined) throw new Error('--mermaid FILE and -o FOLDER are missing');
const css = readFileSync(
  createRequire(import.meta.url).resolve('github-markdown-css/github-markdown-light.css'),
  'utf8',
);
const browser = await startBrowser();
if ('missing' in browser) throw new Error(browser.missing);
mkdirSync(output, { recursive: true });
for (const name of readdirSync(COMMENTS).sort()) {
  for (const width of WIDTHS) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.setContent(
      `<!doctype html><meta charset="utf-8"><style>${css}${STYLE}</style><div class="markdown-body">${commentOf(name)}</div>`,
    );
    await page.addScriptTag({ path: mermaid });
    const { diagrams, drawn, beyond, failure } = await page.evaluate(draw);
    if (failure !== null || drawn < diagrams || beyond > 0) process.exitCode = 1;
    const told = failure === null ? '' : `; ${failure}`;
    console.log(`${name}, ${width} px: ${drawn} of ${diagrams} diagrams drawn, ${beyond} px too wide${told}`);
    await page.screenshot({ path: join(output, `${name.replace('.md', '')}-${width}.png`), fullPage: true });
    await page.close();
  }
}
await browser.close();

/** As HTML, unfolded, with the diagrams where Mermaid looks for them. */
function commentOf(name: string): string {
  const text = readFileSync(join(COMMENTS, name), 'utf8').replaceAll('<details>', '<details open>');
  return marked
    .parse(text, { async: false })
    .replace(/<pre><code class="language-mermaid">([\s\S]*?)<\/code><\/pre>/g, '<pre class="mermaid">$1</pre>');
}

/** Runs in the page. */
async function draw() {
  const { mermaid: library } = globalThis as unknown as {
    mermaid: { initialize(options: object): void; run(options: object): Promise<void> };
  };
  library.initialize({ startOnLoad: false });
  const failure = await library.run({ querySelector: '.mermaid' }).then(
    () => null,
    (error: unknown) => String(error),
  );
  return {
    diagrams: document.querySelectorAll('.mermaid').length,
    drawn: document.querySelectorAll('.mermaid svg:not([aria-roledescription=error])').length,
    beyond: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
    failure,
  };
}
