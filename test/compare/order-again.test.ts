/** A lost order of a kernel that nobody decides: the deleted line is given back when control flow says that it orders again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BarriersBefore, isAsAtBase, isOrderedAgain, isReached, lineNow } from '../../src/compare/order-again.ts';
import type { KernelOutline, OutlineAccess } from '../../src/model/outline.ts';
import type { Finding } from '../../src/model/result.ts';
import { causesOf } from '../../src/result/causes/index.ts';
import { temporaryRepository } from '../git/repository.ts';
import { diff } from './revisions-told.ts';
import { endless } from './undecided.ts';

/** The part of a kernel behind the endless one. */
function undecided(rest: string): string {
  return `__global__ void mirror(int *in, int *out, int n) {
  __shared__ int row[256];
  int t = threadIdx.x;
  int x = 0, y = 1;
  ${endless(9)}
${rest}}
`;
}

function kernel(between: string): string {
  return `__global__ void mirror(int *in, int *out, int n) {
  __shared__ int row[256];
  int t = threadIdx.x;
  int x = 0, y = 1;
  ${endless(9)}
  row[t] = x;
${between}  out[t] = row[255 - t];
}
`;
}

async function fixesOf(
  t: Parameters<typeof temporaryRepository>[0],
  base: string,
  head: string,
  ...more: string[]
): Promise<unknown[]> {
  const repository = temporaryRepository(t);
  const [before, after] = [base, head].map((text) => {
    repository.write({ 'a.cu': text });
    return repository.commit('a change');
  }) as [string, string];
  const { result } = await diff(repository, before, after, ['--timeout', '2', ...more]);
  assert.equal(result.kernels[0]?.verdict, 'inconclusive');
  return causesOf(result)
    .filter(({ status }) => status === 'new')
    .map(
      ({ fix }) => fix && [fix.kind, fix.edits.map(({ startLine, text }) => `${startLine}: ${text.trim()}`), fix.note],
    );
}

/** Something else that changed, so that the text with the edit is not that of the base. */
const NOW = 'int version() { return 2; }\n';
const BEFORE = 'int version() { return 1; }\n';

test('a deleted barrier', async (t) => {
  const sides = [`${kernel('  __syncthreads();\n')}${BEFORE}`, `${kernel('')}${NOW}`] as const;
  const [[kind, edits, note] = []] = (await fixesOf(t, ...sides)) as unknown[][];
  assert.deepEqual([kind, edits], ['restore-line', ['7: __syncthreads();']]);
  assert.match(String(note), /the order of the two accesses is there again, by control flow/);
});

const GUARDED = undecided(
  '  if (t < n) {\n    row[t] = x;\n  }\n  __syncthreads();\n  if (t < n) out[t] = row[255 - t];\n',
);
const LEFT_EARLY = undecided('  if (t >= n) return;\n  row[t] = x;\n  __syncthreads();\n  out[t] = row[255 - t];\n');

test('a barrier that some threads leave before: the function is given back as a whole', async (t) => {
  const sides = [`${GUARDED}${BEFORE}`, `${LEFT_EARLY}${NOW}`] as const;
  const [[kind, edits, note] = []] = (await fixesOf(t, ...sides)) as unknown[][];
  // One of the two conditions alone would let threads write beyond the end.
  assert.deepEqual(
    [kind, edits],
    ['restore-line', ['9: if (t < n) out[t] = row[255 - t];', '6: if (t < n) {\n    row[t] = x;\n  }']],
  );
  assert.match(String(note), /all threads come to the barrier together again, by control flow/);
});

test('a kernel that is what it was with the edit was looked at already', async (t) => {
  const [[kind, edits, note] = []] = (await fixesOf(t, GUARDED, LEFT_EARLY)) as unknown[][];
  assert.deepEqual([kind, (edits as unknown[]).length], ['restore-line', 2]);
  assert.match(String(note), /is what it was before the change, and the order that was lost is there/);
});

test('a barrier that some threads leave before: a repair goes on with the change', async (t) => {
  const [[kind, , note] = []] = (await fixesOf(t, GUARDED, LEFT_EARLY, '--repair')) as unknown[][];
  assert.equal(kind, 'move-barrier');
  assert.match(String(note), /all threads come to the barrier together again, by control flow/);
});

const PLACE = { file: 'a.cu', column: 3, endLine: 1, endColumn: 9, scope: null } as const;

function access(line: number, kind: 'read' | 'write' | 'atomic', interval: number): OutlineAccess {
  return {
    place: { ...PLACE, line, endLine: line, kind, text: 'row[t]' },
    calls: [],
    space: 'shared',
    object: 'row',
    identity: 'row',
    bytes: null,
    isExact: false,
    ownedBy: null,
    guards: [],
    axes: [0],
    partedBy: [],
    value: null,
    occurrences: [],
    behind: null,
    blockIntervals: [interval],
    warpIntervals: [interval],
    repeats: 'never',
  };
}

function outline(accesses: readonly OutlineAccess[], isDivergent = false): KernelOutline {
  const place = { ...PLACE, line: 6, endLine: 6, kind: 'barrier', text: '__syncthreads()' } as const;
  const partedBy = isDivergent ? [{ key: 't < 8', text: 't < 8' }] : [];
  const barriers = [{ place, calls: [], partedBy, cutOffBy: partedBy }];
  return { kernel: 'k', file: 'a.cu', line: 1, accesses: [...accesses], barriers, unknown: [] };
}

/** A finding at the head; the lines below the fourth stand one further down in the edited text. */
function lost(rule: Finding['rule'], ...lines: number[]): Finding {
  const at = (line: number, i: number) => ({
    ...PLACE,
    line,
    endLine: line,
    kind: rule === 'barrier-divergence' ? ('barrier' as const) : i === 0 ? ('write' as const) : ('read' as const),
    text: 'row[t]',
    iterations: [],
    calls: [],
  });
  return {
    raceId: 'r',
    rule,
    kernel: 'k',
    memory: { space: 'shared', object: 'row' },
    accesses: lines.map(at),
    evidence: 'possible',
    witness: null,
    dataDependent: false,
    message: '',
    fixes: [],
    status: 'new',
    orderLost: { file: 'a.cu', line: 4, side: 'LEFT', text: '__syncthreads();' },
  };
}

const GIVEN_BACK = lineNow(() => 'a\nb\nc\nd\ne', new Map([['a.cu', 'a\nb\nc\n__syncthreads();\n  d\ne']]));
const NOTHING_BEFORE = () => ({ base: [], head: [] });

test('an order is there again when no way leads from one access to the other without a barrier', () => {
  const finding = lost('intra-block-race', 3, 4);
  const again = (...outlines: KernelOutline[]) => isOrderedAgain(outlines, finding, GIVEN_BACK, NOTHING_BEFORE);
  assert.equal(again(outline([access(3, 'write', 1), access(5, 'read', 2)])), true);
  assert.equal(again(outline([access(3, 'write', 1), access(5, 'read', 1)])), false, 'one interval');
  assert.equal(again(outline([access(3, 'write', 1), access(4, 'read', 2)])), false, 'the access is not there');
  assert.equal(again(), false, 'nothing is known of the kernel');
  const apart = outline([access(3, 'write', 1), access(5, 'read', 2)]);
  assert.equal(again(apart, outline([access(3, 'write', 1), access(5, 'read', 1)])), false, 'another instance');
  const { orderLost: _lost, ...plain } = finding;
  assert.equal(isOrderedAgain([apart], plain, GIVEN_BACK, NOTHING_BEFORE), false, 'a finding that lost no order');
});

test('a line with one of the accesses that was taken out races no more, unless its memory is touched in its place', () => {
  const finding = lost('intra-block-race', 3, 4);
  const [gone, now] = [
    lineNow(() => 'a\nb\nc\nd\ne', new Map([['a.cu', 'a\nb\nd\ne']])),
    outline([access(3, 'read', 1)]),
  ];
  const again = (one: KernelOutline, inPlace: readonly number[]) => {
    const inPlaceOf = (_file: string, line: number) => (line === 3 ? inPlace : null);
    return isOrderedAgain([one], finding, gone, NOTHING_BEFORE, inPlaceOf);
  };
  assert.equal(again(now, []), true);
  assert.equal(again(outline([access(2, 'write', 1), access(3, 'read', 1)]), [2]), false, 'it stands elsewhere');
  assert.equal(isOrderedAgain([now], finding, gone, NOTHING_BEFORE), false, 'nobody knows what was taken out');
});

test('what stands in the place of both is in order where it is atomic, and where a barrier is between', () => {
  const finding = lost('intra-block-race', 3, 3);
  const rewritten = lineNow(() => 'a\nb\nc\nd', new Map([['a.cu', 'a\nb\nx\ny\nd']]));
  const again = (rule: Finding, ...accesses: OutlineAccess[]) => {
    const inPlaceOf = (_file: string, line: number) => (line === 3 ? [3, 4] : null);
    return isOrderedAgain([outline(accesses)], rule, rewritten, NOTHING_BEFORE, inPlaceOf);
  };
  assert.equal(again(finding, access(4, 'atomic', 1)), true);
  assert.equal(again(finding, access(4, 'write', 1)), false, 'a store as before');
  assert.equal(again(finding, access(3, 'write', 1), access(4, 'atomic', 1)), false, 'one of them is a store');
  const ofBlocks = lost('inter-block-race', 3, 3);
  assert.equal(again(ofBlocks, access(4, 'atomic', 1)), true);
  assert.equal(again(ofBlocks, access(3, 'read', 1), access(4, 'write', 2)), false, 'no barrier orders blocks');
  const other = lost('intra-block-race', 3, 4);
  assert.equal(again(other, access(4, 'write', 1), access(5, 'read', 1)), false, 'in one interval');
  assert.equal(again(other, access(4, 'write', 1), access(5, 'read', 2)), true);
  assert.equal(again(other, access(4, 'write', 1)), false, 'nobody sees the other one');
});

test('a kernel that does with the memory what it did at the base is as it was, and no other one', () => {
  const finding = lost('intra-block-race', 3, 4);
  const base = [access(3, 'atomic', 1), access(7, 'read', 2)];
  const as = (...accesses: OutlineAccess[]) =>
    isAsAtBase([outline(accesses)], finding, () => ({ base: [], head: [], accesses: base }));
  assert.equal(as(access(4, 'atomic', 1), access(9, 'read', 2)), true, 'lines move');
  assert.equal(as(access(4, 'atomic', 1)), false, 'one is missing: it may not compile');
  assert.equal(as(access(4, 'atomic', 1), access(9, 'read', 2), access(5, 'write', 1)), false, 'one is new');
  assert.equal(as(access(4, 'atomic', 1), access(9, 'read', 2), access(8, 'read', 2)), false, 'one more of one text');
  assert.equal(as(), false);
  assert.equal(isAsAtBase([outline(base)], finding, NOTHING_BEFORE), false, 'nothing is known of the base');
  assert.equal(isAsAtBase([], finding, NOTHING_BEFORE), false);
});

test('threads come to a barrier together again, or part on the way as they did before', () => {
  const finding = lost('barrier-divergence', 5);
  const again = (one: KernelOutline, before: BarriersBefore) => isOrderedAgain([one], finding, GIVEN_BACK, before);
  const parted = outline([], true);
  assert.equal(again(outline([]), NOTHING_BEFORE), true);
  assert.equal(again(parted, NOTHING_BEFORE), false);
  assert.equal(
    again(parted, () => ({ base: parted.barriers, head: [] })),
    true,
  );
  assert.equal(
    again(parted, () => ({ base: [], head: parted.barriers })),
    false,
    'that is what the change brought',
  );
});

test('an edit brings no barrier that threads part before, unless there was one', () => {
  const [parted, uniform] = [outline([], true), outline([])];
  const twice = { ...parted, barriers: [...parted.barriers, ...parted.barriers] };
  assert.equal(isReached([uniform], NOTHING_BEFORE), true);
  assert.equal(isReached([parted], NOTHING_BEFORE), false);
  assert.equal(
    isReached([parted], () => ({ base: [], head: parted.barriers })),
    true,
  );
  assert.equal(
    isReached([twice], () => ({ base: parted.barriers, head: parted.barriers })),
    false,
  );
  assert.equal(
    isReached([twice], () => ({ base: parted.barriers, head: parted.barriers }), 1),
    true,
    'one that moved is put back where others of its loop stand',
  );
  assert.equal(
    isReached([twice], () => ({ base: [], head: parted.barriers }), 1),
    false,
    'the base knows no such way',
  );
});

test('lines of a text that was edited', () => {
  const before = 'f {\n  if (a) {\n    x;\n  }\n  y;\n}';
  const after = 'f {\n  x;\n  y;\n  z;\n}';
  const lineOf = lineNow(() => before, new Map([['a.cu', after]]));
  assert.deepEqual(
    [1, 3, 4, 5, 6].map((line) => lineOf('a.cu', line)),
    [1, 2, 0, 3, 5],
  );
  assert.equal(lineOf('b.cu', 7), 7);
});
