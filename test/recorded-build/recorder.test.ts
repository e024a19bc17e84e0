/**
 * The recorder's host side without a device: the ring is filled with what the simulator's run of the instrumented PTX has
 * written. What the recorder makes of it is, byte for byte, what our own decoder and writer make of it.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readPtxModule } from '../../src/frontend/index.ts';
import { decodeRing, instrumentPtx, moduleText } from '../../src/record/index.ts';
import { simulate } from '../../src/simulate/index.ts';
import { createBinaryWriter, createTraceReader, type TraceHeader, type TraceProblem } from '../../src/trace/index.ts';
import { argumentsOf, sizesOf } from '../record/round-trip.ts';
import { compiler, include } from './toolkit.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MODULES = [
  'lock',
  'reduction',
  'warp-sync-half',
  'named-barrier-two-counts',
  'float4',
  'last-block',
  'early-return',
];
const RING = 1 << 17;
const FIRST = 8192;

const folder = mkdtempSync(join(tmpdir(), 'gpurace-recorder-'));
after(() => rmSync(folder, { recursive: true }));

const skip = compiler === null || include === null ? 'there is no CUDA toolkit and g++' : false;
const files = MODULES.map((name) => join(ROOT, 'test/fixtures/ptx', `${name}.ptx`)).filter((file) => existsSync(file));

interface Built {
  readonly program: string;
  readonly entries: string;
  /** What TypeScript makes of the same entries. */
  readonly expected: Uint8Array;
  readonly count: number;
}

/** Kernels with copies that go on by themselves, and with memory of a cluster. */
const BY_HAND = [
  ...(['groups', 'loads', 'stores', 'arrives'] as const).map((only) => ({ name: 'copies-under-way', only })),
  { name: 'cluster-memory', only: 'neighbours' },
];
const HAND_SIZES = { gridDim: [4, 2, 1], blockDim: [64, 1, 1] } as const;

/** Entries of a run of the module's first kernel, or of the only one wanted, and a program that has the module and launches it. */
function built(file: string, capacity: number, only: string | null = null): Built {
  const text = readFileSync(file, 'utf8');
  const { gridDim, blockDim } = only === null ? sizesOf(text) : HAND_SIZES;
  const sources = { file: 'a "b"\\c.cu', sourceOf: (path: string) => ({ path, isOwn: true }) };
  const wanted = { isWanted: (name: string) => only === null || name === only, sample: 1 };
  const own = instrumentPtx(text, sources, { ...wanted, ring: { entries: RING } });
  const { program } = readPtxModule(own.text, sources);
  const kernels = [...program.functions.values()].filter(({ isKernel, isDefinition }) => isKernel && isDefinition);
  const kernel = kernels.find(({ name }) => only === null || name === only)!;
  const run = simulate(program, {
    kernel: kernel.name,
    gridDim,
    blockDim,
    arguments: argumentsOf(kernel),
    dynamicShared: 4096,
    schedule: 'in-order',
    warpModel: 'its',
    stepBudget: 20_000_000,
  });
  assert.equal(run.error, null);
  const header = run.global('gpurace_header')!;
  const count = Number(new DataView(header.buffer, header.byteOffset).getBigUint64(0, true));
  const entries = Uint8Array.from(run.global('gpurace_entries')!.subarray(0, count * 288));
  const stamps = run.global('gpurace_stamps')!;
  const pieces: Uint8Array[] = [];
  const writer = createBinaryWriter((bytes) => pieces.push(bytes));
  const launch = { kernel: own.table.kernels[0]!.name, grid: gridDim, block: blockDim };
  decodeRing({ entries, stamps, next: count }, own.table, launch, writer);
  writer.end();
  const name = join(folder, `${file.replace(/\W/g, '_')}-${only ?? 'first'}-${capacity}`);
  const view = new DataView(entries.buffer);
  for (let i = 0; i < count; i++) view.setUint32(i * 288, view.getUint32(i * 288, true) + FIRST, true);
  writeFileSync(`${name}.entries`, entries);
  const sizes = `dim3(${gridDim.join(', ')}), dim3(${blockDim.join(', ')})`;
  const tables = moduleText([{ table: own.table, first: FIRST }]);
  writeFileSync(`${name}.cpp`, mainText(tables, own.table.kernels[0]!.symbol, sizes));
  compile([...objects(capacity), `${name}.cpp`, '-o', name, '-lpthread']);
  return { program: name, entries: `${name}.entries`, expected: Buffer.concat(pieces), count };
}

function compile(words: readonly string[]): void {
  const made = spawnSync(compiler!, ['-std=c++17', '-O1', `-I${include}`, ...words], { encoding: 'utf8' });
  assert.equal(made.status, 0, made.stderr);
}

/** The recorder with a ring of this size, and the runtime: compiled once. */
function objects(capacity: number): string[] {
  const made = [join(folder, `recorder-${capacity}.o`), join(folder, 'runtime.o')] as const;
  const sources = [join(ROOT, 'src/record/host/recorder.cpp'), join(import.meta.dirname, 'fake-runtime.cpp')] as const;
  for (const [at, object] of made.entries()) {
    if (!existsSync(object)) compile([`-DGPURACE_CAPACITY=${capacity}`, '-c', sources[at]!, '-o', object]);
  }
  return [...made];
}

function mainText({ declarations, call }: ReturnType<typeof moduleText>, symbol: string, sizes: string): string {
  return `#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
${declarations}
extern "C" void gpurace_cudaRegisterFunction(void **, const char *, char *, const char *, int, uint3 *, uint3 *, dim3 *, dim3 *, int *);
extern "C" cudaError_t gpurace_cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);
static void *handle;
static char kernel, other;
int main(int count, char **) {
  ${call.replace('%HANDLE%', '&handle')}
  gpurace_cudaRegisterFunction(&handle, &kernel, 0, "${symbol}", 0, 0, 0, 0, 0, 0);
  for (int i = 0; i < count; i++) gpurace_cudaLaunchKernel(&kernel, ${sizes}, 0, 0, 0);
  gpurace_cudaLaunchKernel(&other, ${sizes}, 0, 0, 0);
  puts("done");
  exit(7);
}
`;
}

interface Read {
  readonly headers: TraceHeader[];
  readonly complete: boolean[];
  readonly problems: TraceProblem[];
}

function read(path: string): Read {
  const found: Read = { headers: [], complete: [], problems: [] };
  const reader = createTraceReader({
    launch: (header) => found.headers.push(header),
    events: () => {},
    launchEnd: (isComplete) => found.complete.push(isComplete),
    problem: (problem) => found.problems.push(problem),
  });
  if (reader.write(readFileSync(path))) reader.end();
  return found;
}

/** What stands behind the header of a launch. */
function behindHeader(bytes: Uint8Array): Buffer {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(9, true);
  return Buffer.from(bytes.subarray(8 + 9 + length));
}

function run({ program, entries }: Built, env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const { GPURACE_TRACE: _, ...rest } = process.env;
  return spawnSync(program, args, { encoding: 'utf8', env: { ...rest, ENTRIES: entries, ...env }, timeout: 60_000 });
}

describe('the recorder', () => {
  for (const { name, only } of BY_HAND) {
    test(`${only} of ${name}.ptx: the trace is what the decoder makes of the ring`, { skip }, () => {
      const one = built(join(ROOT, 'test/fixtures/ptx-by-hand', `${name}.ptx`), 1 << 16, only);
      const trace = `${one.program}.trace`;
      const { status, stdout, stderr } = run(one, { GPURACE_TRACE: trace });
      assert.deepEqual([status, stdout, stderr], [7, 'done\n', '']);
      const { complete, problems } = read(trace);
      assert.deepEqual([complete, problems], [[true], []]);
      assert.deepEqual(behindHeader(readFileSync(trace)), behindHeader(one.expected));
    });
  }

  for (const [at, file] of files.entries()) {
    test(`${file.slice(file.lastIndexOf('/') + 1)}: the trace is what the decoder makes of the ring`, { skip }, () => {
      const one = built(file, at % 2 === 0 ? 1 << 16 : 16);
      const trace = `${one.program}.trace`;
      const { status, stdout, stderr } = run(one, { GPURACE_TRACE: trace });
      assert.deepEqual([status, stdout, stderr], [7, 'done\n', '']);
      const { headers, complete, problems } = read(trace);
      assert.deepEqual([complete, problems], [[true], []]);
      assert.equal(
        headers[0]?.sites.some(({ file: name }) => name.length > 0),
        true,
      );
      assert.equal(typeof headers[0]?.stream, 'string');
      assert.deepEqual(behindHeader(readFileSync(trace)), behindHeader(one.expected));
    });
  }

  test('several launches, none without GPURACE_TRACE, a limit, no device, an end by a signal', { skip }, async (t) => {
    const one = built(files[0]!, 16);
    const trace = `${one.program}.more`;
    assert.equal(run(one, {}, ['x', 'y']).stdout, 'done\n');
    assert.equal(existsSync(trace), false);

    run(one, { GPURACE_TRACE: trace }, ['x', 'y']);
    assert.deepEqual(read(trace).complete, [true, true, true]);

    await t.test('some launches, some kernels', () => {
      run(one, { GPURACE_TRACE: trace, GPURACE_LAUNCHES: '2' }, ['x', 'y']);
      assert.deepEqual(read(trace).complete, [true, true]);
      const kernel = read(trace).headers[0]!.kernel;
      run(one, { GPURACE_TRACE: trace, GPURACE_KERNEL: `other,${kernel}`, GPURACE_LAUNCHES: '1' }, ['x']);
      assert.deepEqual(read(trace).complete, [true]);
      rmSync(trace);
      run(one, { GPURACE_TRACE: trace, GPURACE_KERNEL: `${kernel}2` });
      assert.equal(existsSync(trace), false);
    });

    await t.test('a limit', () => {
      run(one, { GPURACE_TRACE: trace, GPURACE_LIMIT: '4200' }, ['x', 'y']);
      const { complete } = read(trace);
      assert.deepEqual(complete, [false]);
      assert.ok(readFileSync(trace).length <= 4200);
    });

    await t.test('a file for each process', () => {
      const { pid } = run(one, { GPURACE_TRACE: `${trace}-%p.bin` });
      assert.deepEqual(read(`${trace}-${pid}.bin`).complete, [true]);
    });

    await t.test('no device', () => {
      rmSync(trace, { force: true });
      const { status, stdout, stderr } = run(one, { GPURACE_TRACE: trace, NO_DEVICE: '1' });
      assert.deepEqual([status, stdout], [7, 'done\n']);
      assert.match(stderr, /launches are not recorded: no device/);
      assert.equal(existsSync(trace), false);
    });

    await t.test('a file that cannot be written', () => {
      const { status, stderr } = run(one, { GPURACE_TRACE: join(folder, 'none', 'x') });
      assert.equal(status, 7);
      assert.match(stderr, /nothing is recorded/);
    });

    await t.test('a signal within a launch', async () => {
      const env = { ...process.env, ENTRIES: one.entries, GPURACE_TRACE: trace, HANG: '5' };
      const child = spawn(one.program, [], { env, stdio: ['ignore', 'ignore', 'pipe'] });
      await new Promise((heard) => child.stderr.once('data', heard));
      setTimeout(() => child.kill('SIGTERM'), 300);
      const signal = await new Promise((ended) => child.once('exit', (_, by) => ended(by)));
      assert.equal(signal, 'SIGTERM');
      const { headers, problems } = read(trace);
      assert.equal(headers.length, 1);
      assert.deepEqual(
        problems.filter(({ severity }) => severity === 'error'),
        [],
      );
    });
  });
});
