import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchFindings } from '../../src/compare/match.ts';
import type { ChangedFile } from '../../src/diff/changed-file.ts';
import { parsePatch } from '../../src/diff/patch.ts';
import type { Access, Finding } from '../../src/model/result.ts';

/** A race of a line with itself; `id` stands for the raceId. */
function race(id: string, line: number, more: Partial<Finding> & { text?: string; file?: string } = {}): Finding {
  const { text = 's[i]', file = 'a.cu', ...rest } = more;
  const access: Access = {
    file,
    line,
    column: 3,
    endLine: line,
    endColumn: 7,
    kind: 'write',
    scope: null,
    text,
    iterations: [],
    calls: [],
  };
  return {
    raceId: id,
    rule: 'intra-block-race',
    kernel: 'k',
    memory: { space: 'shared', object: 's' },
    accesses: [access, access],
    evidence: 'replayed',
    witness: null,
    dataDependent: false,
    message: '',
    fixes: [],
    status: null,
    ...rest,
  };
}

const edit = (patch: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  path: 'a.cu',
  previousPath: null,
  status: 'modified',
  lines: parsePatch(patch),
  ...more,
});

const request = (base: Finding[], head: Finding[], changed: ChangedFile[]) => {
  const side = (findings: Finding[]) => ({ kernels: [], findings });
  return { base: side(base), head: side(head), changed, texts: null };
};

/** `old>new` for each pair, by line; then the lines of new and of fixed ones. */
function matched(base: Finding[], head: Finding[], changed: ChangedFile[] = []): string {
  const line = (finding: Finding) => finding.accesses[0]?.line;
  const { unchanged, added, gone } = matchFindings(request(base, head, changed));
  const pairs = [...unchanged].map(([now, before]) => `${line(before)}>${line(now)}`).sort();
  return [...pairs, ...added.map((f) => `new ${line(f)}`), ...gone.map((f) => `fixed ${line(f)}`)].join(' ');
}

test('moved lines, and other spaces in an edited line', () => {
  assert.equal(matched([race('x', 5)], [race('x', 7)], [edit('@@ -1,1 +1,3 @@\n a\n+b\n+c')]), '5>7');
  assert.equal(
    matched([race('x', 2)], [race('y', 2, { text: 's[ i ]' })], [edit('@@ -2 +2 @@\n-s[i]\n+s[ i ]')]),
    '2>2',
  );
});

test('one of two equal races fixed: the diff says which, though the numbers shift', () => {
  const change = edit('@@ -4,3 +4,2 @@\n a\n-  s[i] = 1;\n b');
  assert.equal(matched([race('first', 5), race('second', 9)], [race('first', 8)], [change]), '9>8 fixed 5');
});

test('one more of the same is new', () => {
  const change = edit('@@ -1,1 +1,2 @@\n a\n+s[i] = 2;');
  assert.equal(matched([race('first', 5)], [race('first', 2), race('second', 6)], [change]), '5>6 new 2');
  assert.equal(matched([race('first', 5)], [race('first', 5), race('second', 6)]), '5>5 new 6');
});

test('renamed files and moved kernels', () => {
  const renamed = edit('', { path: 'b.cu', previousPath: 'a.cu', status: 'renamed' });
  assert.equal(matched([race('x', 5)], [race('x', 5, { file: 'b.cu' })], [renamed]), '5>5');
  assert.equal(matched([race('x', 5)], [race('x', 40, { file: 'c.cu' })]), '5>40');
  const two = [race('x', 1, { file: 'a.cu' }), race('x', 2, { file: 'b.cu' })];
  assert.equal(matched(two, [race('x', 12, { file: 'b.cu' })]), '2>12 fixed 1');
});

test('a kernel with a new name around untouched lines', () => {
  const change = edit('@@ -1 +1 @@\n-void k() {\n+void renamed() {');
  assert.equal(matched([race('x', 5)], [race('y', 5, { kernel: 'renamed' })], [change]), '5>5');
  assert.equal(matched([race('x', 5)], [race('y', 6, { kernel: 'renamed' })], [change]), 'new 6 fixed 5');
});

test('another rule, object or text is another race', () => {
  assert.equal(matched([race('x', 5)], [race('y', 5, { rule: 'inter-block-race' })]), 'new 5 fixed 5');
  assert.equal(matched([race('x', 5)], [race('y', 5, { memory: null })]), 'new 5 fixed 5');
  assert.equal(matched([race('x', 5)], [race('y', 5, { text: 's[i + 1]' })]), 'new 5 fixed 5');
});

test('instances of a template are told apart', () => {
  const base = [race('x', 5, { kernel: 'k<1>' }), race('x', 5, { kernel: 'k<2>' })];
  assert.equal(matched(base, [race('x', 5, { kernel: 'k<2>' })]), '5>5 fixed 5');
  const { unchanged } = matchFindings(request(base, [race('x', 5, { kernel: 'k<2>' })], []));
  assert.deepEqual(
    [...unchanged.values()].map(({ kernel }) => kernel),
    ['k<2>'],
  );
});
