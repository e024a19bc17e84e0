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

function kernels(instances: readonly string[]) {
  const lines = instances.map(
    (one) => `template __global__ void rows<${one}>(${one.split(',')[0]} *, unsigned, unsigned, unsigned);\n`,
  );
  const tree = memoryTree(new Map([['k.cu', ROWS + lines.join('')]]));
  const events: UnitEvent[] = [];
  analyseUnit(
    { file: 'k.cu', language: 'cuda', options: DEFAULT_CHECK_OPTIONS, skip: new Map() },
    tree,
    engines,
    (event) => events.push(event),
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
  const after = kernels(instances).map(told);
  const alone = instances.flatMap((one) => kernels([one])).map(told);
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
