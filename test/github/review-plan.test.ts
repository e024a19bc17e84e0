import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ChangedFile } from '../../src/diff/changed-file.ts';
import { parsePatch } from '../../src/diff/patch.ts';
import { type CauseKey, keyOf, readMarker, withMarker } from '../../src/github/comment-marker.ts';
import {
  type ExistingComment,
  placeOf,
  planReview,
  type ReviewCause,
  type ReviewFacts,
  type ReviewPlan,
} from '../../src/github/review-plan.ts';
import { MAX_BODY_LENGTH, MAX_FILE_COMMENTS, MAX_REVIEW_COMMENTS } from '../../src/model/platform-limits.ts';
import type { Anchor } from '../../src/model/result.ts';

const PATCH = '@@ -4,4 +4,3 @@\n   s[i] = a;\n-  __syncthreads();\n   b = s[j];\n }';
const FILE: ChangedFile = { path: 'a.cu', previousPath: null, status: 'modified', lines: parsePatch(PATCH) };
const DELETED: Anchor = { file: 'a.cu', side: 'base', line: 5, text: '  __syncthreads();', kind: 'deleted-line' };

function cause(id: string, anchor: Anchor = DELETED, races: readonly string[] = [`race ${id}`]): ReviewCause {
  const key = keyOf({ causeId: id, findings: [...races], kernel: 'k<64>' }, false);
  return { key, anchor, title: id, suggested: null, body: (place) => `${id} at its ${place}` };
}

function plan(facts: Partial<ReviewFacts>): ReviewPlan {
  const causes = facts.causes ?? [];
  return planReview({
    causes,
    existing: [],
    files: [FILE],
    present: causes.map(({ key }) => key),
    decided: () => true,
    head: 'abc',
    category: '',
    ...facts,
  });
}

/** What lies at the pull request once a plan was carried out. */
function carriedOut(existing: readonly ExistingComment[], { create, update, resolve }: ReviewPlan): ExistingComment[] {
  const rewritten = new Map([...update, ...resolve].map(({ id, body }) => [id, body]));
  const made = [
    ...create.lines.map(({ body, startLine }) => ({ body, atFile: false, atLines: startLine !== null })),
    ...create.files.map(({ body }) => ({ body, atFile: true, atLines: false })),
  ];
  return [
    ...existing.map((comment) => ({ ...comment, body: rewritten.get(comment.id) ?? comment.body })),
    ...made.map((comment, index) => ({ ...comment, id: existing.length + index + 1 })),
  ];
}

const nothing = (made: ReviewPlan) =>
  made.create.lines.length + made.create.files.length + made.update.length + made.resolve.length === 0;

test('a deleted line takes a comment on the left side', () => {
  const { create, spill } = plan({ causes: [cause('x')] });
  assert.deepEqual(
    create.lines.map(({ path, line, side, body }) => [path, line, side, body.split('\n')[1]]),
    [['a.cu', 5, 'LEFT', 'x at its line']],
  );
  assert.deepEqual([create.files, spill], [[], []]);
});

const PLACES: readonly (readonly [what: string, anchor: Partial<Anchor>, place: ReturnType<typeof placeOf>])[] = [
  ['context', { side: 'head', line: 5, text: 'b = s[j];' }, { line: 5, side: 'RIGHT' }],
  ['a line that moved since', { side: 'base', line: 50 }, { line: 5, side: 'LEFT' }],
  ['a line of another text', { side: 'head', line: 5, text: 'c = s[j];' }, null],
  ['a deleted line on the other side', { side: 'head', line: 5 }, null],
  ['context on the left side', { side: 'base', line: 4, text: 's[i] = a;' }, null],
  ['a line that the diff does not show', { side: 'head', line: 40, text: 'x' }, null],
  ['the file', { line: null, text: '' }, null],
];
for (const [what, anchor, place] of PLACES) {
  test(`the place of ${what}`, () => assert.deepEqual(placeOf({ ...DELETED, ...anchor }, FILE), place));
}

const WIDE = '@@ -1,2 +1,4 @@\n a = 1;\n+b = 2;\n+c = 3;\n d = 4;\n@@ -20,1 +22,2 @@\n e = 5;\n+f = 6;';

/** What the diff shows around line 3, and where a comment with these lines stands. */
const SUGGESTED: readonly (readonly [
  what: string,
  suggested: ReviewCause['suggested'],
  place: readonly [number | null, number],
])[] = [
  ['no more lines', null, [null, 3]],
  ['lines above', { above: ['a = 1;', 'b = 2;'], below: [] }, [1, 3]],
  ['lines above and below', { above: ['b = 2;'], below: ['d = 4;'] }, [2, 4]],
  ['a line that the diff does not show', { above: [], below: ['d = 4;', 'x'] }, [null, 3]],
  ['a line of another text', { above: ['b = 3;'], below: [] }, [null, 3]],
];
for (const [what, suggested, place] of SUGGESTED) {
  test(`a fix with ${what}`, () => {
    const file: ChangedFile = { ...FILE, lines: parsePatch(WIDE) };
    const anchor: Anchor = { file: 'a.cu', side: 'head', line: 3, text: 'c = 3;', kind: 'written-line' };
    const { create } = plan({ causes: [{ ...cause('x', anchor), suggested }], files: [file] });
    assert.deepEqual(
      create.lines.map(({ startLine, line, body }) => [startLine, line, body.split('\n')[1]]),
      [[...place, `x at its ${place[0] === null ? 'line' : 'lines'}`]],
    );
  });
}

test('of equal lines none is taken but the one with the right number', () => {
  const file = { ...FILE, lines: parsePatch('@@ -1,3 +1,1 @@\n-  sync();\n x\n-  sync();') };
  const at = (line: number) => placeOf({ ...DELETED, line, text: 'sync();' }, file);
  assert.deepEqual([at(1)?.line, at(3)?.line, at(2)], [1, 3, null]);
});

test('without a line the file takes the comment; without the file the summary does', () => {
  const off = cause('off', { ...DELETED, side: 'head', line: 99 });
  const elsewhere = cause('elsewhere', { ...DELETED, file: 'b.cu' });
  const { create, spill } = plan({ causes: [off, elsewhere] });
  assert.deepEqual(
    create.files.map(({ path, body }) => [path, body.split('\n')[1]]),
    [['a.cu', 'off at its file']],
  );
  assert.deepEqual(
    spill.map(({ cause: { title }, why }) => `${title}: ${why}`),
    ['elsewhere: the diff does not show b.cu'],
  );
});

test('500 causes: as many comments as GitHub bears, the rest is named', () => {
  const lines = Array.from({ length: 250 }, (_, index) => cause(`l${index}`));
  const files = Array.from({ length: 250 }, (_, index) => cause(`f${index}`, { ...DELETED, line: null, text: '' }));
  const causes = [...lines, ...files];
  const first = plan({ causes });
  assert.deepEqual(
    [first.create.lines.length, first.create.files.length, first.spill.length],
    [MAX_REVIEW_COMMENTS, MAX_FILE_COMMENTS, 500 - MAX_REVIEW_COMMENTS - MAX_FILE_COMMENTS],
  );
  // A second run adds none.
  assert.ok(nothing(plan({ causes, existing: carriedOut([], first) })));
  assert.equal(plan({ causes: lines.slice(0, MAX_REVIEW_COMMENTS) }).spill.length, 0);
  assert.equal(plan({ causes: lines.slice(0, MAX_REVIEW_COMMENTS + 1) }).spill.length, 1);
});

test('a comment is brought up to date, turned into "fixed", and back', () => {
  const existing = carriedOut([], plan({ causes: [cause('x')] }));
  const changed = { ...cause('x'), body: () => 'x, better known' };
  const [update] = plan({ causes: [changed], existing }).update;
  assert.deepEqual([update?.id, update?.body.split('\n')[1]], [1, 'x, better known']);

  const gone = plan({ existing });
  assert.match(gone.resolve[0]?.body ?? '', /✅ \*\*Fixed in abc\*\*[\s\S]*<details>[\s\S]*x at its line/);
  const fixed = carriedOut(existing, gone);
  assert.equal(readMarker(fixed[0]?.body ?? '')?.state, 'fixed');
  assert.ok(nothing(plan({ existing: fixed })));

  const back = plan({ causes: [cause('x')], existing: fixed });
  assert.equal(back.update[0]?.body.split('\n')[1], 'x at its line');
  assert.deepEqual(back.create.lines, []);
});

test('what is still there, or was not decided, is not called fixed', () => {
  const existing = carriedOut([], plan({ causes: [cause('x')] }));
  assert.ok(nothing(plan({ existing, present: [cause('x').key] })));
  assert.ok(nothing(plan({ existing, decided: ({ kernel }) => kernel !== 'k' })));
});

test('a longest comment still fits when it is marked as fixed', () => {
  const body = withMarker({ key: cause('x').key, state: 'open' }, 'y'.repeat(MAX_BODY_LENGTH - 200));
  const [resolved] = plan({ existing: [{ id: 1, body, atFile: false, atLines: false }] }).resolve;
  assert.ok((resolved?.body.length ?? 0) <= MAX_BODY_LENGTH);
  assert.match(resolved?.body ?? '', /Fixed in abc/);
});

test('a cause that only a trace shows is no other, and is gone only where it is proved', () => {
  const stated = keyOf({ causeId: 'a', findings: ['r'], kernel: 'k<64>' }, false);
  const traced = keyOf({ causeId: 'a', findings: ['r'], kernel: 'k<64>' }, true);
  assert.deepEqual(traced, { causeId: 'a', races: ['r'], kernel: 'k', traceOnly: true });
  assert.deepEqual(readMarker(withMarker({ key: traced, state: 'open' }, 'text'))?.key, traced);
  const existing = [{ id: 1, body: withMarker({ key: traced, state: 'open' }, 'text'), atFile: false, atLines: false }];
  const found = (key: CauseKey) => [{ key, anchor: DELETED, title: 'a', suggested: null, body: () => 'text' }];
  assert.ok(nothing(plan({ causes: found(traced), existing })));
  assert.equal(plan({ causes: found(stated), existing }).create.lines.length, 1);
  const isProved = ({ traceOnly }: CauseKey) => traceOnly === undefined;
  assert.ok(nothing(plan({ existing, decided: isProved })));
});

test('a cause that has another id now is known by its races, and no cause takes the comment of another', () => {
  const existing = carriedOut([], plan({ causes: [cause('x', DELETED, ['r1', 'r2']), cause('y', DELETED, ['r3'])] }));
  const { create, update, resolve } = plan({ causes: [cause('z', DELETED, ['r2', 'r3'])], existing });
  assert.deepEqual([create.lines.length, update.map(({ id }) => id), resolve], [0, [1], []]);
  const kept = plan({ causes: [cause('x', DELETED, ['r3']), cause('y', DELETED, ['r1'])], existing });
  assert.deepEqual([kept.create.lines.length, kept.resolve.length], [0, 0]);
  assert.deepEqual(
    kept.update.map(({ id, body }) => [id, readMarker(body)?.key.causeId]),
    [
      [1, 'x'],
      [2, 'y'],
    ],
  );
});

test('of two equal causes the one that is left keeps one comment', () => {
  const [first, second] = [cause('x#0', DELETED, ['r']), cause('x#1', DELETED, ['r'])];
  const existing = carriedOut([], plan({ causes: [first, second] }));
  assert.deepEqual(
    plan({ causes: [first], existing }).resolve.map(({ id }) => id),
    [2],
  );
});

test('markers: nothing in a kernel name ends one, and what is no marker is none', () => {
  const key = keyOf({ causeId: 'a', findings: ['r'], kernel: '--> <b>k\n<!-- ☃' }, false);
  assert.deepEqual(readMarker(withMarker({ key, state: 'open' }, 'text')), { key, state: 'open' });
  assert.doesNotMatch(withMarker({ key, state: 'open' }, '').slice(4, -5), /-->|\n/);
  for (const body of ['', 'text', '<!-- gpurace:cause:e30:open -->\n', '<!-- gpurace:cause:!:open -->\n', ' <!-- x']) {
    assert.equal(readMarker(body), null);
  }
});

test('any history of causes: carried out, a plan leaves nothing to do, and no cause has two comments', () => {
  const Ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
  fc.assert(
    fc.property(fc.array(Ids, { maxLength: 6 }), (pushes) => {
      let existing: ExistingComment[] = [];
      for (const ids of pushes) {
        const causes = ids.map((id) => cause(id));
        existing = carriedOut(existing, plan({ causes, existing }));
        assert.ok(nothing(plan({ causes, existing })));
        const open = existing.filter(({ body }) => readMarker(body)?.state === 'open');
        assert.deepEqual(open.map(({ body }) => readMarker(body)?.key.causeId).sort(), [...ids].sort());
      }
    }),
  );
});
