/** Speed of the simulator: IR instructions per second, replay of a witness, growth with the number of threads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClang } from '../src/frontend/engine.ts';
import { readProgram } from '../src/frontend/read-program.ts';
import type { Program } from '../src/ir/program.ts';
import { clangModule, developmentCache, sysroot } from '../src/platform/assets.ts';
import { cachedPchStore } from '../src/platform/pch-store.ts';
import { type ArgumentValue, replay, type Simulation, simulate } from '../src/simulate/index.ts';
import { memoryTree } from '../src/source/index.ts';
import type { Row } from './row.ts';

const RUNS = 5;

export async function rows(): Promise<Row[]> {
  const program = await compiled();
  return [...matrixProduct(program), ...replays(program), ...growth(program)];
}

async function compiled(): Promise<Program> {
  const headers = await sysroot();
  const source = readFileSync(join(import.meta.dirname, '..', 'test/simulate/kernels/compute.cu'), 'utf8');
  const clang = createClang(await clangModule(), headers, cachedPchStore(developmentCache() ?? '.', headers));
  const result = clang.run({
    language: 'cuda',
    side: 'device',
    file: 'compute.cu',
    tree: memoryTree(new Map([['compute.cu', source]])),
    options: { includeDirs: [], defines: [], std: null },
  });
  if (result.ir === null) throw new Error('compute.cu does not compile');
  return readProgram(result.ir).program;
}

function symbol(program: Program, name: string): string {
  for (const fn of program.functions.values()) if (fn.isKernel && fn.sourceName === name) return fn.name;
  throw new Error(`no kernel ${name}`);
}

function timed(run: () => Simulation): { seconds: number; steps: number; bytesPerThread: number } {
  const started = performance.now();
  const { error, steps, bytesPerThread } = run();
  if (error !== null) throw new Error(error.message);
  return { seconds: (performance.now() - started) / 1000, steps, bytesPerThread };
}

function matrixProduct(program: Program): Row[] {
  const n = 256;
  const floats = new Uint8Array(Float32Array.from({ length: n * n }, (_, i) => (i % 17) / 3).buffer);
  const buffer: ArgumentValue = { kind: 'region', size: n * n * 4, contents: [{ offset: 0, bytes: floats }] };
  const run = () =>
    timed(() =>
      simulate(program, {
        kernel: symbol(program, 'matmul'),
        gridDim: [n / 16, n / 16, 1],
        blockDim: [16, 16, 1],
        arguments: new Map<number, ArgumentValue>([
          [0, buffer],
          [1, buffer],
          [2, { kind: 'region', size: n * n * 4 }],
          [3, n],
        ]),
      }),
    );
  const runs = Array.from({ length: RUNS }, run);
  const { steps, bytesPerThread } = runs[0]!;
  return [
    {
      what: 'simulator, IR instructions, tiled matrix product 256×256',
      unit: '1/s',
      values: runs.map((r) => Math.round(r.steps / r.seconds)),
      note: `${steps} instructions as clang wrote them, first run cold, ${bytesPerThread} B of registers a thread`,
    },
  ];
}

/** Two blocks run to their end under every schedule, because atomics never race with each other. */
function replays(program: Program): Row[] {
  const atomics = { location: null, kind: 'atomic' } as const;
  const run = () => {
    const started = performance.now();
    const outcome = replay(program, {
      kernel: symbol(program, 'histogram'),
      gridDim: [1000, 1, 1],
      blockDim: [1024, 1, 1],
      arguments: new Map([[2, 4_096_000]]),
      warpModel: 'its',
      threads: [
        { block: [0, 0, 0], thread: [0, 0, 0] },
        { block: [999, 0, 0], thread: [0, 0, 0] },
      ],
      accesses: [atomics, atomics],
    });
    if (outcome.outcome === 'replayed' || outcome.error !== null) throw new Error('a histogram does not race');
    return performance.now() - started;
  };
  return [
    {
      what: 'replay without a race, 2 blocks of 1,024 threads',
      unit: 'ms',
      values: Array.from({ length: RUNS }, run),
      note: 'histogram, all five schedules',
    },
  ];
}

/** Time for one and for ten times as many threads. */
function growth(program: Program): Row[] {
  const run = (threads: number) =>
    timed(() =>
      simulate(program, {
        kernel: symbol(program, 'vector_add'),
        gridDim: [threads / 256, 1, 1],
        blockDim: [256, 1, 1],
        arguments: new Map([[3, threads]]),
      }),
    ).seconds;
  run(102_400);
  const small = run(102_400);
  const large = run(1_024_000);
  return [
    {
      what: 'simulator, time for 1,024,000 threads against 102,400',
      unit: '×',
      values: [large / small],
      note: `vector addition, ${large.toFixed(2)} s; 10 is linear`,
    },
  ];
}
