/**
 * A page that looks like a forge's review thread: the hunk, and under it the comment that the action wrote. The comment is the
 * golden file that a test compares with what the action sends.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { marked } from 'marked';
import { PATCH } from '../../test/action/deleted-barrier.ts';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const COMMENT = new URL('../../test/golden/action/review-comment.md', import.meta.url);
const FILE = 'src/shift.cu';

/** Of the page around the comment; the comment itself has the forge's own style. */
const COLOURS: Readonly<Record<Theme, Record<string, string>>> = {
  light: { page: '#ffffff', line: '#d1d9e0', bar: '#f6f8fa', text: '#1f2328', soft: '#59636e', gone: '#ffebe9' },
  dark: { page: '#0d1117', line: '#3d444d', bar: '#151b23', text: '#f0f6fc', soft: '#9198a1', gone: '#3c1618' },
};

/** @returns the whole page; the picture is of its element `main` */
export function reviewPage(theme: Theme): string {
  const { page, line, bar, text, soft, gone } = COLOURS[theme];
  const style = `
    body { margin: 0; background: ${page}; color: ${text}; font: 14px/1.5 "Open Sans", "Noto Sans", sans-serif; }
    main { width: 780px; padding: 12px; }
    .file { border: 1px solid ${line}; border-radius: 6px; overflow: hidden; }
    .name { background: ${bar}; border-bottom: 1px solid ${line}; padding: 8px 14px; font: 12px monospace; }
    .hunk { margin: 0; font: 12px/20px "DejaVu Sans Mono", monospace; }
    .hunk div { padding: 0 14px; white-space: pre; }
    .hunk .at { color: ${soft}; background: ${bar}; }
    .hunk .gone { background: ${gone}; }
    .comment { margin: 14px; border: 1px solid ${line}; border-radius: 6px; }
    .who { padding: 8px 14px; background: ${bar}; border-bottom: 1px solid ${line}; border-radius: 6px 6px 0 0; color: ${soft}; }
    .who b { color: ${text}; }
    .markdown-body { padding: 14px; font-size: 14px; border-radius: 6px; }
    .markdown-body pre { font-size: 12px; }`;
  return `<!doctype html><meta charset="utf-8"><style>${themeStyle(theme)}${style}</style>
<main><div class="file"><div class="name">${FILE}</div><div class="hunk">${hunk()}</div>
<div class="comment"><div class="who"><b>github-actions</b> bot · on the deleted line</div>
<div class="markdown-body">${marked.parse(comment(), { async: false })}</div></div></div></main>`;
}

function themeStyle(theme: Theme): string {
  const { resolve } = createRequire(import.meta.url);
  return readFileSync(resolve(`github-markdown-css/github-markdown-${theme}.css`), 'utf8');
}

/** The stop sign as a drawing: the browser of the tests has no letters for it. */
const STOP =
  '<svg width="20" height="20" viewBox="0 0 20 20"><path fill="#cf222e" d="M6 0h8l6 6v8l-6 6H6l-6-6V6z"/></svg>';

/** Without the mark by which the action knows its comment again. */
function comment(): string {
  return readFileSync(COMMENT, 'utf8')
    .replace(/^<!--.*?-->\n/, '')
    .replace('🛑', STOP);
}

function hunk(): string {
  const lines = PATCH.trimEnd().split('\n');
  const kept = lines.slice(0, lines.findIndex((one) => one.startsWith('-')) + 1);
  const kind = (one: string) => (one.startsWith('@') ? 'at' : one.startsWith('-') ? 'gone' : '');
  const escaped = (one: string) => one.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return kept.map((one) => `<div class="${kind(one)}">${escaped(one)}</div>`).join('');
}
