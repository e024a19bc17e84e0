/** Verdicts from the cache: the same result as without it, whatever changed in between, and nothing computed twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { VerdictCache } from '../../src/cache/index.ts';
import { type CheckOptions, DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import type { OutlineAccess } from '../../src/model/outline.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { Result } from '../../src/model/result.ts';
import { memoryTree } from '../../src/source/index.ts';
import type { UnitJob } from '../../src/unit/job.ts';

const FILES = {
  'src/a.cu':
    '#include "step.h"\n#include "../lib/size.h"\n\n__global__ void a(int *out) {\n  out[threadIdx.x * STEP % SIZE] = blockIdx.x * 32 + threadIdx.x;\n}\n\nint blocks();\n\nvoid run(int *out) {\n  a<<<blocks(), 32>>>(out);\n}\n',
  'include/step.h': '#define STEP 1\n',
  'lib/size.h': '#define SIZE 64\n',
  'src/b.cu':
    '__global__ void b(int *out) {\n  out[threadIdx.x] = blockIdx.x;\n}\n\nvoid go(int *out, int blocks) {\n  b<<<blocks, 32>>>(out);\n  cudaDeviceSynchronize();\n}\n',
  'src/size.cpp': 'int blocks() {\n  return 1;\n}\n',
  'src/main.cpp': 'void go(int *, int);\n\nint main() {\n  int *out = 0;\n  go(out, 1);\n}\n',
};
type Files = Readonly<Record<string, string>>;

async function check(files: Files, cache: VerdictCache | null, more: Partial<CheckOptions> = {}): Promise<Result> {
  const bytes = new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));
  const units = ['src/a.cu', 'src/b.cu'];
  const options = { ...DEFAULT_CHECK_OPTIONS, includeDirs: ['include'], jobs: 1, ...more };
  const around = () => Object.keys(files);
  const kept = cache === null ? {} : { cache };
  return analyse({ kind: 'memory', files: bytes }, units, { ...options, around, ...kept }, SILENT);
}

/** A result without what depends on the clock. */
function timeless(result: Result): unknown {
  return JSON.parse(JSON.stringify(result), (key, value) => (key === 'elapsedMs' ? 0 : value));
}

/** A cache that went through its file, as the next run gets it. */
function stored(cache: VerdictCache, tool = 'build-1'): VerdictCache {
  const next = new VerdictCache(tool);
  assert.equal(next.read(cache.write()), null);
  return next;
}

const first = new VerdictCache('build-1');
const fresh = check(FILES, first);

test('the second run computes nothing and says the same', async () => {
  const result = await fresh;
  assert.deepEqual(first.use, { hits: 0, misses: 2, broken: 0 });
  assert.deepEqual(
    result.kernels.map(({ kernel, verdict }) => `${kernel} ${verdict}`),
    ['a race-free', 'b race-free'],
  );
  const next = stored(first);
  const again = await check(FILES, next);
  assert.deepEqual(next.use, { hits: 2, misses: 0, broken: 0 });
  assert.deepEqual(timeless(again), timeless(result));
  assert.equal(next.isDirty, false);
});

/** What changes, the units that have to be analysed again, and what is racy then. */
const CHANGES: readonly (readonly [
  what: string,
  files: Files,
  options: Partial<CheckOptions>,
  misses: number,
  racy: string,
])[] = [
  ['nothing that anybody asked for', { 'README.md': 'Read me.' }, {}, 0, ''],
  ['a file that calls the same library', { 'src/c.cpp': 'void c() {\n  cudaDeviceSynchronize();\n}\n' }, {}, 0, ''],
  ['what a function of another file gives', { 'src/size.cpp': FILES['src/size.cpp'].replace('1', '2') }, {}, 1, 'a'],
  ['the unit', { 'src/a.cu': FILES['src/a.cu'].replace('<<<blocks()', '<<<2') }, {}, 1, 'a'],
  ['a header', { 'lib/size.h': '#define SIZE 16\n' }, {}, 1, 'a'],
  ['a header that was looked for there in vain', { 'src/step.h': '#define STEP 32\n' }, {}, 1, 'a'],
  ['a caller in another file', { 'src/main.cpp': FILES['src/main.cpp'].replace('(out, 1)', '(out, 2)') }, {}, 1, 'b'],
  [
    'one more caller',
    { 'src/more.cpp': 'void go(int *, int);\nvoid more(int *out) {\n  go(out, 3);\n}\n' },
    {},
    1,
    'b',
  ],
  ['an option', {}, { defines: ['UNUSED'] }, 2, ''],
  ['the number of workers', {}, { jobs: 2 }, 0, ''],
];
for (const [what, files, options, misses, racy] of CHANGES) {
  test(`what changes: ${what}`, async () => {
    await fresh;
    const cache = stored(first);
    const cached = await check({ ...FILES, ...files }, cache, options);
    assert.equal(cache.use.misses, misses);
    assert.equal(
      cached.kernels
        .filter(({ verdict }) => verdict === 'racy')
        .map(({ kernel }) => kernel)
        .join(),
      racy,
    );
    assert.deepEqual(timeless(cached), timeless(await check({ ...FILES, ...files }, null, options)));
    // Both revisions are known from now on.
    const both = stored(cache);
    await check(FILES, both);
    await check({ ...FILES, ...files }, both, options);
    assert.equal(both.use.misses, 0);
  });
}

test('another build, another format, a file that is none', async () => {
  await fresh;
  const text = first.write();
  assert.equal(new VerdictCache('build-2').read(text), 'it is of another version');
  assert.equal(
    new VerdictCache('build-1').read(text.replace('"version":2', '"version":3')),
    'it is no file of verdicts',
  );
  assert.equal(new VerdictCache('build-1').read(''), 'it is no file of verdicts');
});

test('an entry that says what no entry says is left out, and the unit analysed', async () => {
  const right = timeless(await fresh);
  const lines = first.write().trimEnd().split('\n');
  const spoil = (line: string, how: (text: string) => string) => `${line.slice(0, 44)}${how(line.slice(44))}`;
  for (const how of [
    (text: string) => text.replace('"verdict":"race-free"', '"verdict":"fine"'),
    (text: string) => text.replace('"unlaunched":[]', '"unlaunched":[7]'),
    (text: string) => text.slice(0, -2),
    (text: string) => `{"__proto__":${text}}`,
  ]) {
    const cache = new VerdictCache('build-1');
    assert.equal(cache.read([lines[0], spoil(lines[1]!, how), lines[2]].join('\n')), null);
    assert.deepEqual(timeless(await check(FILES, cache)), right);
    assert.deepEqual(cache.use, { hits: 1, misses: 1, broken: 1 });
    assert.equal(cache.isDirty, true);
  }
});

test('what time had a say in is not kept', async () => {
  const cache = new VerdictCache('build-1');
  const job = {
    file: 'src/a.cu',
    language: 'cuda',
    options: { ...DEFAULT_CHECK_OPTIONS, timeoutMs: 500 },
    skip: new Map(),
  } as const;
  const kernels = (await fresh).kernels.slice(0, 1).map((kernel) => ({ ...kernel, elapsedMs: 500 }));
  cache.put(job, { kernels, findings: [], problems: [] }, []);
  assert.equal(cache.isDirty, false);
  cache.put(job, { kernels: kernels.map((k) => ({ ...k, elapsedMs: 499 })), findings: [], problems: [] }, []);
  assert.equal(cache.isDirty, true);
});

test('the outlines of a unit come back as they were', () => {
  const place = { file: 'a.cu', line: 5, column: 3, endLine: 5, endColumn: 9, scope: null, text: 's[t]' } as const;
  const access: OutlineAccess = {
    place: { ...place, kind: 'write' },
    calls: [{ file: 'a.cu', line: 9 }],
    space: 'shared',
    object: 's',
    bytes: { from: 0, to: 1024 },
    isExact: false,
    ownedBy: 't',
    guards: [],
    blockIntervals: [0, 2],
    warpIntervals: [1],
    repeats: 'never',
    value: null,
    identity: 'variable s',
    axes: [0],
    partedBy: [],
    occurrences: [0],
    behind: null,
  };
  // More than anybody would keep in plain text.
  const accesses = Array.from({ length: 4_000 }, (_, i): OutlineAccess => ({ ...access, blockIntervals: [i] }));
  const outlines = [{ kernel: 'a', file: 'a.cu', line: 1, accesses, barriers: [], unknown: ['f'] }];
  const tree = memoryTree(new Map());
  const job: UnitJob = {
    file: 'a.cu',
    language: 'cuda',
    options: DEFAULT_CHECK_OPTIONS,
    skip: new Map(),
    tellsPairs: true,
  };
  const cache = new VerdictCache('build-1');
  cache.put(job, { kernels: [], findings: [], problems: [], pairs: [], outlines }, []);
  assert.ok(cache.write().length < 200_000);
  assert.deepEqual(stored(cache).find([job], tree)[0]?.outlines, outlines);
});
