/** Instantiations of one template: what proved one is tried on the next, and each is told the fact that it needs itself. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { analyseUnit } from '../../src/analysis/analyse-unit.ts';
import { createEngines, type Engines, loadEngineParts } from '../../src/analysis/engines.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { memoryTree } from '../../src/source/index.ts';
import type { UnitEvent } from '../../src/unit/event.ts';

let engines: Engines;
before(async () => {
  engines = createEngines(await loadEngineParts());
});

/** Rows of `PARTS` elements and as many more as an argument counts; with `LATE` the rest begins behind the first of them. */
const ROWS = `template <class T, int PARTS, int LATE>
__global__ void rows(T *out, unsigned n, unsigned extras, unsigned width) {
  T *row = out + (size_t)blockIdx.x * width;
  for (unsigned i = threadIdx.x; i < extras; i += blockDim.x) row[PARTS - LATE + i] = i;
  if (threadIdx.x < PARTS) row[threadIdx.x] = n;
}
`;

/** Which buffers a map holds is not followed: they may be one. */
const SHIFTED = `#include <map>
template <class T, int BY>
__global__ void shifted(const T *in, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + BY];
}
template <class T, int BY>
void shift(std::map<int, void *> &buffers, int n) {
  shifted<T, BY><<<(n + 255) / 256, 256>>>((const T *)buffers[1], (T *)buffers[2], n);
}
int main(int argc, char **argv) {
  std::map<int, void *> buffers;
  void *a;
  cudaMalloc(&a, 1 << 20);
  buffers[1] = a;
  buffers[2] = a;
  shift<float, 1>(buffers, argc);
  shift<int, 1>(buffers, argc);
  shift<double, 2>(buffers, argc);
}
`;

function ofInstances(instances: readonly string[]) {
  const lines = instances.map(
    (one) => `template __global__ void rows<${one}>(${one.split(',')[0]} *, unsigned, unsigned, unsigned);\n`,
  );
  return kernels(ROWS + lines.join(''));
}

function kernels(text: string, asked: readonly string[] = []) {
  const tree = memoryTree(new Map([['k.cu', text]]));
  const options = { ...DEFAULT_CHECK_OPTIONS, kernels: [...asked] };
  const events: UnitEvent[] = [];
  analyseUnit({ file: 'k.cu', language: 'cuda', options, skip: new Map() }, tree, engines, (event) =>
    events.push(event),
  );
  return events.flatMap((event) => (event.type === 'kernel' ? [event] : []));
}

function told({ result, findings }: ReturnType<typeof kernels>[number]) {
  return {
    kernel: result.kernel,
    verdict: result.verdict,
    conditions: result.conditions.map(({ text }) => text),
    accessPairs: result.accessPairs,
    races: findings.map(({ kernel, evidence, accesses }) =>
      [kernel, evidence, ...accesses.map(({ line }) => line)].join(' '),
    ),
  };
}

test('an instance is told the same after others as by itself', () => {
  const instances = ['float, 3, 0', 'int, 3, 0', 'float, 4, 0', 'float, 3, 1'];
  const after = ofInstances(instances).map(told);
  const alone = instances.flatMap((one) => ofInstances([one])).map(told);
  assert.deepEqual(
    after.map(({ kernel, verdict, conditions }) => [kernel, verdict, ...conditions]),
    alone.map(({ kernel, verdict, conditions }) => [kernel, verdict, ...conditions]),
  );
  assert.deepEqual(
    after.map(({ verdict, conditions }) => [verdict, ...conditions]),
    [
      ['conditional', 'width >= extras + 3'],
      ['conditional', 'width >= extras + 3'],
      ['conditional', 'width >= extras + 4'],
      ['racy'],
    ],
  );
  for (const [i, { accessPairs }] of after.entries()) assert.equal(accessPairs, alone[i]?.accessPairs);
  for (const { kernel, races } of after) for (const race of races) assert.ok(race.startsWith(`${kernel} `), race);
});

test('so it is with pointers that have to lead apart', () => {
  const after = kernels(SHIFTED).map(told);
  assert.deepEqual(
    after.map(({ verdict, conditions }) => [verdict, ...conditions]),
    after.map(() => ['conditional', 'disjoint(in, out)']),
  );
  assert.equal(after.length, 3);
  for (const one of after) {
    assert.ok(one.races.every((race) => race.startsWith(`${one.kernel} `)));
    assert.deepEqual(kernels(SHIFTED, [one.kernel]).map(told), [one]);
  }
});
