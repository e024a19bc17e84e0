import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '../../src/model/result.ts';
import { BARE_CONTEXT } from '../../src/report/index.ts';
import { interleaving } from '../../src/report/interleaving.ts';
import { renderReviewComment } from '../../src/report/review-comment.ts';
import { causeOf, finding } from './sample-result.ts';

const race = finding();

test('two threads, their accesses in order, and what lies between', () => {
  const lines = interleaving(race) ?? [];
  assert.match(lines[0] ?? '', /^%%\{init: \{"sequence": \{.*\}\}\}%%$/);
  assert.equal(lines[1], 'sequenceDiagram');
  assert.equal(lines.filter((line) => /participant/.test(line)).length, 3);
  assert.equal(lines.filter((line) => /->>/.test(line)).length, 2);
});

test('no text of the repository is syntax of the diagram', () => {
  const [first, second] = race.accesses;
  assert.ok(first !== undefined && second !== undefined);
  const text = 'a;\nNote over A: <b>x</b> # %% "` end';
  const lines = interleaving({ ...race, accesses: [{ ...first, text }, second] }) ?? [];
  assert.equal(lines.length, (interleaving(race) ?? []).length);
  const [, ...diagram] = lines;
  assert.doesNotMatch(diagram.join('\n').replaceAll('<br/>', ''), /;\n|<|`|"|%%|: Note/);
});

test('labels are broken into short lines, so that a diagram can be read on a telephone', () => {
  const [first, second] = race.accesses;
  assert.ok(first !== undefined && second !== undefined);
  const file = 'src/kernels/of_a_very_long_name/normalize_rows_of_a_matrix.cuh';
  const calls = [{ file, line: 7, function: 'normalize' }];
  const text = 'values[(blockIdx.x * blockDim.x + threadIdx.x) * stride + offset]';
  const lines = interleaving({ ...race, accesses: [{ ...first, text, calls }, second] }) ?? [];
  const ofOne = lines.slice(2).filter((line) => !line.includes('Note over A,B'));
  const labels = ofOne.flatMap((line) => line.replace(/^ .*?(?:: | as )/, '').split('<br/>'));
  const shown = labels.map((one) => one.replaceAll(/#\d+;/g, '.'));
  assert.ok(shown.length > 12);
  for (const one of shown) assert.ok(one.length <= 24, one);
  // Nothing is lost, and a path is broken behind its folders.
  assert.match(
    shown.join('|'),
    /called in\|src\/kernels\/\|of_a_very_long_name\/\|normalize_rows_of_a_\|matrix\.cuh\.7/,
  );
});

test('a comment is cut below the limit, and its fences cannot be closed', () => {
  const hostile: Finding = { ...race, evidence: 'possible', message: `${'x'.repeat(80_000)}` };
  const body = renderReviewComment(causeOf(hostile), undefined, BARE_CONTEXT, 'line');
  assert.ok(Buffer.byteLength(body) <= 61_000);
  assert.match(body, /The result file has the rest\./);
  const source = () => '```\n</details>@octocat'.repeat(40);
  const shown = renderReviewComment(causeOf(race), undefined, { ...BARE_CONTEXT, source }, 'line');
  assert.match(shown, /````\n/);
});

test('a verified fix of the line itself is a suggestion; any other fix is a diff', () => {
  const [access] = race.accesses;
  assert.ok(access !== undefined);
  const { file, line } = access;
  const source = () => Array.from({ length: line }, () => '  atomicAdd_block(&x, 1);').join('\n');
  const edit = { file, startLine: line, startColumn: 3, endLine: line, endColumn: 18, text: 'atomicAdd' };
  const fix = { kind: 'widen-scope', edits: [edit], diff: '-a\n+b\n', verified: true } as const;
  const anchor = { file, side: 'head', line, text: '', kind: 'written-access' } as const;
  const context = { ...BARE_CONTEXT, source };
  const comment = (finding: Finding) => renderReviewComment(causeOf(finding), undefined, context, 'line');
  const fixable = { ...race, anchor, fixes: [{ ...fix, edits: [edit] }] };
  assert.match(comment(fixable), /```suggestion\n {2}atomicAdd\(&x, 1\);\n```/);
  assert.doesNotMatch(comment({ ...fixable, anchor: { ...anchor, side: 'base' } }), /suggestion/);
  assert.match(comment({ ...fixable, anchor: { ...anchor, line: line + 1 } }), /```diff\n-a\n\+b/);

  // A barrier behind the line: the line with it.
  const gap = {
    file,
    startLine: line + 1,
    startColumn: 1,
    endLine: line + 1,
    endColumn: 1,
    text: '  __syncthreads();\n',
  };
  const behind = (more: Partial<typeof gap>) =>
    comment({ ...fixable, fixes: [{ ...fix, edits: [{ ...gap, ...more }] }] });
  assert.match(behind({}), /```suggestion\n {2}atomicAdd_block\(&x, 1\);\n {2}__syncthreads\(\);\n```/);
  // These change the next line too, which a suggestion at this one cannot.
  assert.match(behind({ text: '  __syncthreads();' }), /```diff/);
  assert.match(behind({ endColumn: 2 }), /```diff/);
  // Both at once are of this line.
  const both = comment({ ...fixable, fixes: [{ ...fix, edits: [gap, edit] }] });
  assert.match(both, /```suggestion\n {2}atomicAdd\(&x, 1\);\n {2}__syncthreads\(\);\n```/);
  // Code that holds a fence cannot end the block.
  assert.match(behind({ text: '// ```\n' }), /````suggestion\n[^`]*```\n````/);
});
