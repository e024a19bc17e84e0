/** What a check run says, at the edges of what GitHub takes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryOf } from '../../src/action/category.ts';
import { type CheckFacts, checkRunOf } from '../../src/action/check-run.ts';
import { judge } from '../../src/action/outcome.ts';
import type { Annotation } from '../../src/action/runner.ts';
import {
  MAX_CHECK_ANNOTATIONS,
  MAX_CHECK_MESSAGE_BYTES,
  MAX_CHECK_TEXT,
  MAX_CHECK_TITLE,
} from '../../src/model/platform-limits.ts';
import { BARE_CONTEXT } from '../../src/report/index.ts';
import { alone, result as resultWith } from '../report/sample-result.ts';

function annotation(more: Partial<Annotation> = {}): Annotation {
  return {
    level: 'notice',
    title: 'a race',
    message: 'text',
    place: { file: 'a.cu', line: 3, endLine: 3, column: 2, endColumn: 9 },
    ...more,
  };
}

function check(annotations: readonly Annotation[], findings = 0, more: Partial<CheckFacts> = {}) {
  const result = resultWith({
    findings: Array.from({ length: findings }, (_, index) =>
      alone(`r${index}`, { message: 'é'.repeat(400), status: 'new' }),
    ),
  });
  return checkRunOf({
    summary: {
      result,
      outcome: judge(result, [], [], { failOn: 'new', minEvidence: 'predicted' }),
      range: { selection: { units: [], missing: [] }, words: 'Everything.', compared: {}, comparison: 'Compared' },
      context: BARE_CONTEXT,
    },
    annotations,
    commit: '6dcb09b5b57875f334f61aebed695e2e4193db5e',
    pullNumber: 7,
    eventName: 'pull_request',
    category: { label: '', slug: '' },
    detailsUrl: null,
    ...more,
  });
}

test('one commit, looked at for a pull request, a push and a part: each has a check run of its own', () => {
  const of = (more: Partial<CheckFacts>) => {
    const { name, externalId } = check([], 0, more);
    return [name, externalId];
  };
  const part = { label: 'src/**', slug: 'src-1a2b3c4d' };
  assert.deepEqual(of({}), ['gpurace', 'gpurace/pull/7']);
  assert.deepEqual(of({ eventName: 'workflow_run' }), ['gpurace', 'gpurace/pull/7']);
  assert.deepEqual(of({ pullNumber: null, eventName: 'merge_group' }), ['gpurace', 'gpurace/merge_group']);
  assert.deepEqual(of({ pullNumber: null, eventName: 'push' }), ['gpurace (push)', 'gpurace/push']);
  assert.deepEqual(of({ category: part }), ['gpurace (src/**)', 'gpurace/pull/7/src-1a2b3c4d']);
  assert.deepEqual(of({ category: part, pullNumber: null, eventName: 'push' }), [
    'gpurace (push, src/**)',
    'gpurace/push/src-1a2b3c4d',
  ]);
});

test('the summary has as many characters as GitHub takes, and says what it left out', () => {
  const { summary } = check([], 200);
  assert.ok(summary.length <= MAX_CHECK_TEXT && Buffer.byteLength(summary) > MAX_CHECK_TEXT - 10_000);
  assert.match(summary, /\*\*Cut here:\*\*/);
});

test('the loudest annotations come first, and what finds no room is counted', () => {
  const many = Array.from({ length: MAX_CHECK_ANNOTATIONS }, () => annotation());
  const { annotations, summary } = check([...many, annotation({ level: 'error' })]);
  assert.equal(annotations.length, MAX_CHECK_ANNOTATIONS);
  assert.equal(annotations[0]?.annotation_level, 'failure');
  assert.match(summary, /1 more annotation did not fit beside the code/);
  assert.doesNotMatch(check(many).summary, /did not fit/);
});

test('texts are cut to what GitHub takes, and never through a character', () => {
  const of = (title: string, message: string) => check([annotation({ title, message })]).annotations[0];
  const fits = of('t'.repeat(MAX_CHECK_TITLE), 'm'.repeat(MAX_CHECK_MESSAGE_BYTES));
  assert.deepEqual([fits?.title.length, fits?.message.length], [MAX_CHECK_TITLE, MAX_CHECK_MESSAGE_BYTES]);
  const cut = of('😀'.repeat(MAX_CHECK_TITLE), '😀'.repeat(MAX_CHECK_MESSAGE_BYTES));
  assert.ok((cut?.title.length ?? 0) <= MAX_CHECK_TITLE && cut?.title.endsWith('😀…'));
  assert.ok(Buffer.byteLength(cut?.message ?? '') <= MAX_CHECK_MESSAGE_BYTES && cut?.message.endsWith('😀…'));
});

test('columns are for one line, and what has no place in the repository has no annotation', () => {
  const place = { file: 'a.cu', line: 3, endLine: 5, column: null, endColumn: null };
  assert.deepEqual(check([annotation({ place })]).annotations, [
    { path: 'a.cu', start_line: 3, end_line: 5, annotation_level: 'notice', title: 'a race', message: 'text' },
  ]);
  const outside = ['/usr/include/a.h', '../a.h'].map((file) => annotation({ place: { ...place, file } }));
  assert.deepEqual(check([annotation({ place: null }), ...outside]).annotations, []);
});

const NO_INPUTS = { paths: [], exclude: [], config: null, shard: null };
const PARTS: readonly (readonly [
  what: string,
  inputs: Parameters<typeof categoryOf>[0],
  label: string,
  slug: RegExp,
])[] = [
  ['all of it', NO_INPUTS, '', /^$/],
  ['a shard', { ...NO_INPUTS, shard: { index: 2, count: 4 } }, '2/4', /^shard-2-of-4$/],
  ['a folder', { ...NO_INPUTS, paths: ['src/**'] }, 'src/**', /^src-[0-9a-f]{8}$/],
  [
    'a shard of a folder',
    { ...NO_INPUTS, paths: ['src'], exclude: ['src/gen'], shard: { index: 1, count: 2 } },
    'src, !src/gen, 1/2',
    /^src-src-gen-[0-9a-f]{8}-shard-1-of-2$/,
  ],
];
for (const [what, inputs, label, slug] of PARTS) {
  test(`the part of ${what}`, () => {
    const part = categoryOf(inputs);
    assert.equal(part.label, label);
    assert.match(part.slug, slug);
  });
}

test('long parts are told apart, also when they begin in the same way', () => {
  const of = (last: string) => categoryOf({ ...NO_INPUTS, paths: [...Array.from({ length: 40 }, () => 'same'), last] });
  assert.notEqual(of('a').label, of('b').label);
  assert.notEqual(of('a').slug, of('b').slug);
  assert.ok(of('a').label.length <= 60);
});
