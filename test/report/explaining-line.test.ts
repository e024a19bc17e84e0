/** A finding that the change made without writing an access: every report for people says which line did it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Anchor } from '../../src/model/result.ts';
import { renderHtml } from '../../src/report/html.ts';
import { renderMarkdown } from '../../src/report/markdown.ts';
import { renderText } from '../../src/report/text.ts';
import { context, finding, kernel, result } from './sample-result.ts';

const deleted: Anchor = { file: 'src/t.cu', side: 'base', line: 12, text: '  __syncthreads();', kind: 'deleted-line' };

const reports = (anchor: Anchor) => {
  const shown = result({ kernels: [kernel()], findings: [finding({ status: 'new', anchor })] });
  return {
    text: renderText(shown, context()),
    markdown: renderMarkdown(shown, context()),
    html: renderHtml(shown, context()),
  };
};

test('the deleted line', () => {
  const { text, markdown, html } = reports(deleted);
  assert.match(
    text,
    /^ {2}The change deletes src\/t\.cu:12, which makes these accesses race:\n {4}__syncthreads\(\);\n$/m,
  );
  assert.match(
    markdown,
    /^The change deletes `__syncthreads\(\);` \(`src\/t\.cu:12`\), which makes these accesses race\.$/m,
  );
  assert.match(html, /<p>The change deletes <code>__syncthreads\(\);<\/code> \(<code>src\/t\.cu:12<\/code>\), which/);
});

test('a line that was written elsewhere', () => {
  const { text } = reports({ ...deleted, side: 'head', kind: 'written-line', text: 'k<<<64, 256>>>(p);' });
  assert.match(text, /The change wrote src\/t\.cu:12, which makes these accesses race:\n {4}k<<<64, 256>>>\(p\);/);
});

test('an access that the change wrote explains itself', () => {
  for (const anchor of [
    { ...deleted, kind: 'written-access' as const },
    { ...deleted, kind: 'file' as const, line: null },
  ]) {
    for (const said of Object.values(reports(anchor))) assert.doesNotMatch(said, /which makes these accesses race/);
  }
});

test('its text is as hostile as any', () => {
  const { text, markdown, html } = reports({ ...deleted, text: '<img src=x>`\u001b[2J` @octocat' });
  assert.ok(!text.includes('\u001b') && !markdown.includes('\u001b') && !html.includes('\u001b'));
  assert.ok(html.includes('&lt;img src=x&gt;'));
  assert.match(markdown, /The change deletes ``<img src=x>`␛\[2J` @octocat`` \(/);
});
