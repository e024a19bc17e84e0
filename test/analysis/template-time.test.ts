/** Many instantiations of one template that all run out of time: some have their whole time, the others are tried. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { analyseUnit } from '../../src/analysis/analyse-unit.ts';
import { createEngines, type Engines, loadEngineParts } from '../../src/analysis/engines.ts';
import { TemplateTime } from '../../src/analysis/template-time.ts';
import type { ProvedUnder } from '../../src/conditions/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import type { Reason } from '../../src/model/reason.ts';
import type { KernelResult } from '../../src/model/result.ts';
import { memoryTree } from '../../src/source/index.ts';
import type { UnitEvent } from '../../src/unit/event.ts';

let engines: Engines;
before(async () => {
  engines = createEngines(await loadEngineParts());
});

/** The time that this thread had a processor for: what is decided does not hang on what the machine does beside. */
const wallClock = performance.now.bind(performance);
before(() => {
  const now = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  Object.defineProperty(performance, 'now', { value: now, configurable: true });
});
after(() => Object.defineProperty(performance, 'now', { value: wallClock, configurable: true }));

/** Rows of 8 are free of races, rows of 9 race, and all others are more than the solver can say; from 20 on they race as well. */
const SPREAD = `template <int N>
__global__ void spread(int *out, int n, int m) {
  __shared__ int last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if constexpr (N >= 20) last = threadIdx.x;
  if constexpr (N == 8) out[i] = n;
  else if constexpr (N == 9) out[0] = i;
  else if (n > 0 && m > n) out[i * i * i * m + (n + N) * i * m + i * i * n] = i;
}
`;

const TIMEOUT_MS = 500;

function kernels(
  instances: readonly number[],
  { asked = [], skip = new Map() }: { asked?: readonly string[]; skip?: ReadonlyMap<string, Reason> } = {},
): KernelResult[] {
  const lines = instances.map((n) => `template __global__ void spread<${n}>(int *, int, int);\n`);
  const tree = memoryTree(new Map([['k.cu', SPREAD + lines.join('')]]));
  const events: UnitEvent[] = [];
  const options = { ...DEFAULT_CHECK_OPTIONS, timeoutMs: TIMEOUT_MS, kernels: [...asked] };
  analyseUnit({ file: 'k.cu', language: 'cuda', options, skip }, tree, engines, (event) => events.push(event));
  return events.flatMap((event) => (event.type === 'kernel' ? [event.result] : []));
}

const WHY =
  '3 other instantiations of this template ran out of time, so it was given 0.05 s instead of 0.5 s; --kernel with its whole name gives it all';

function saysSo({ reasons }: KernelResult): boolean {
  return reasons.some(({ text }) => text === WHY);
}

describe('instantiations of a template that run out of time', () => {
  test('three have their time, and the others say that they had less', () => {
    const all = kernels([1, 2, 3, 4, 5]);
    assert.deepEqual(
      all.map(({ kernel, verdict }) => [kernel, verdict]),
      [1, 2, 3, 4, 5].map((n) => [`spread<${n}>`, 'inconclusive']),
    );
    assert.deepEqual(all.map(saysSo), [false, false, false, true, true]);
    assert.ok(all.slice(0, 3).every(({ elapsedMs }) => elapsedMs >= TIMEOUT_MS * 0.9));
  });

  test('those that are decided quickly are decided, and a race of one that comes late is found', () => {
    const all = kernels([1, 2, 3, 4, 8, 9]);
    assert.deepEqual(
      all.slice(3).map((kernel) => [kernel.kernel, kernel.verdict, saysSo(kernel)]),
      [
        ['spread<4>', 'inconclusive', true],
        ['spread<8>', 'race-free', false],
        ['spread<9>', 'racy', false],
      ],
    );
  });

  test('where these have shown races, the others end with one', () => {
    const all = kernels([20, 21, 22, 23, 24]);
    assert.deepEqual(
      all.map(({ kernel, verdict }) => [kernel, verdict]),
      [20, 21, 22, 23, 24].map((n) => [`spread<${n}>`, 'racy']),
    );
    const ended = all.map(({ reasons }) =>
      reasons.some(({ text }) => text.includes('so it ended with a race after less than 0.5 s')),
    );
    assert.deepEqual(ended, [false, false, false, true, true]);
    assert.ok(all.slice(3).every(({ elapsedMs }) => elapsedMs < TIMEOUT_MS * 0.9));
  });

  test('one that is asked for by its whole name has all of its time', () => {
    const [only, ...others] = kernels([1, 2, 3, 4, 5], { asked: ['spread<5>'] });
    assert.deepEqual(
      [only!.kernel, only!.verdict, saysSo(only!), others.length],
      ['spread<5>', 'inconclusive', false, 0],
    );
    assert.ok(only!.elapsedMs >= TIMEOUT_MS * 0.9);
  });

  test('one that cost its worker ran out of time as well', () => {
    const late: Reason = { kind: 'cut-short', text: 'ran out of its 0.5 s budget', place: null };
    const skip = new Map([1, 2, 3].map((n) => [`spread<${n}>`, late] as const));
    assert.deepEqual(kernels([1, 2, 3, 4], { skip }).map(saysSo), [false, false, false, true]);
  });
});

test('where one is proved after others ran out of time, what proved it is tried with all the time', () => {
  const [decided] = kernels([8]);
  const open: KernelResult = { ...decided!, verdict: 'inconclusive' };
  const instance = {
    kernel: { sourceName: 'spread<8>' },
    place: { file: 'k.cu', line: 2 },
  } as Parameters<TemplateTime['allowance']>[0];
  const full = 10_000;
  const templates = new TemplateTime();
  const done = (result: KernelResult, taken: number, proved: ProvedUnder | null) => {
    const { given, enough } = templates.allowance(instance, full);
    templates.done(instance, { full, given, enough, taken }, { result, findings: [], proved });
  };
  for (let i = 0; i < 3; i++) done(open, full, null);
  assert.equal(templates.allowance(instance, full).given, full / 10);
  const proved: ProvedUnder = { conditions: [], assumptions: [], findings: [], isForAll: true };
  done({ ...decided!, verdict: 'conditional' }, full / 20, proved);
  const { given, proof } = templates.allowance(instance, full);
  assert.equal(given, full);
  assert.equal(proof, proved);
  for (let i = 0; i < 3; i++) done(open, full, null);
  assert.equal(templates.allowance(instance, full).given, full / 10);
});
