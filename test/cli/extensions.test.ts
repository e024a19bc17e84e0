/**
 * Which files hold kernels is one decision: a folder, the action's selection and a file named alone agree on every
 * extension, or a kernel vanishes on one of the three ways.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectAll } from '../../src/compare/index.ts';
import type { Analyse } from '../../src/run/index.ts';
import { diskSources } from '../../src/source/index.ts';
import { kernel, result } from '../report/sample-result.ts';
import { workbench } from './harness.ts';

const CUDA = '__global__ void k(int *a) { a[threadIdx.x] = 0; }\n';
const OPENCL = '__kernel void k(__global int *a) { a[get_global_id(0)] = 0; }\n';
const PLAIN = 'int twice(int n);\n';

/** By extension: a text with a kernel, and whether a file is taken whatever its text says. */
const KINDS: readonly (readonly [extension: string, kernel: string, isTakenAnyway: boolean])[] = [
  ['cu', CUDA, true],
  ['hip', CUDA, true],
  ['cuh', CUDA, true],
  ['cl', OPENCL, true],
  ['ocl', OPENCL, true],
  ['opencl', OPENCL, true],
  ['cpp', CUDA, false],
  ['cc', CUDA, false],
  ['cxx', CUDA, false],
  ['h', CUDA, false],
  ['hh', CUDA, false],
  ['hpp', CUDA, false],
  ['hxx', CUDA, false],
  ['inl', CUDA, false],
  ['inc', CUDA, false],
  ['ipp', CUDA, false],
  ['tpp', CUDA, false],
  ['tcc', CUDA, false],
  ['clh', OPENCL, false],
];
/** Nothing that is compiled for a GPU, whatever it says. */
const OTHERS = ['c', 'def', 'py', 'txt', 'cu.txt', 'f90'];

const files = Object.fromEntries([
  ...KINDS.flatMap(([extension, text]) => [
    [`kernel.${extension}`, text],
    [`plain.${extension}`, PLAIN],
    [`KERNEL.${extension.toUpperCase()}`, text],
  ]),
  ...OTHERS.map((extension) => [`kernel.${extension}`, CUDA]),
]) as Readonly<Record<string, string>>;

const taken = KINDS.flatMap(([extension, , isTakenAnyway]) => [
  `kernel.${extension}`,
  `KERNEL.${extension.toUpperCase()}`,
  ...(isTakenAnyway ? [`plain.${extension}`] : []),
]).sort();

const clean: Analyse = async (_tree, found) =>
  result({ kernels: found.map((file) => kernel({ file, verdict: 'race-free', assumptions: [], launches: [] })) });

test('a folder: the files that hold kernels by their extension or their text', async (t) => {
  const bench = workbench(t, files);
  const { code } = await bench.run(['check', '.'], { analyse: clean });
  assert.equal(code, 0);
  assert.deepEqual(bench.calls[0]?.files, taken);
});

test('the selection of a whole checkout takes the same files', (t) => {
  const bench = workbench(t, files);
  const { units } = selectAll(diskSources(bench.cwd), () => true);
  assert.deepEqual(
    units.map(({ file }) => file),
    taken,
  );
});

for (const [extension] of KINDS) {
  test(`a file: .${extension} is taken as it is`, async (t) => {
    const bench = workbench(t, files);
    for (const file of [`kernel.${extension}`, `plain.${extension}`]) {
      const { code } = await bench.run(['check', file], { analyse: clean });
      assert.equal(code, 0);
      assert.deepEqual(bench.calls.at(-1)?.files, [file]);
    }
  });
}

for (const extension of OTHERS) {
  test(`a file: .${extension} is refused, unless --lang says how to read it`, async (t) => {
    const bench = workbench(t, files);
    const { code, stderr } = await bench.run(['check', `kernel.${extension}`], { analyse: clean });
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^gpurace: kernel\.[a-z0-9.]+ is not a kernel source \(\.cu .*\); pass --lang to analyse it anyway/,
    );
    assert.equal((await bench.run(['check', `kernel.${extension}`, '--lang', 'cuda'], { analyse: clean })).code, 0);
  });
}
