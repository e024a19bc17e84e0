/** The command with the real compiler, in a folder of its own. */
// slow: compiles kernels, by the command `simulate`
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { npyData } from '../../src/cli/npy.ts';
import { createTraceReader, type EventBatch, type TraceHeader } from '../../src/trace/index.ts';
import { workbench } from './harness.ts';

const SOURCE = `__global__ void scale(float *a, const int *where, float by, int n) {
  __shared__ float t[4];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  t[threadIdx.x] = a[i];
  __syncthreads();
  if (i < n) a[i] = by * t[3 - threadIdx.x];
}
__global__ void lock(int *l, volatile int *data) {
  while (atomicCAS(l, 0, 1) != 0) {}
  __threadfence();
  *data += 1;
  __threadfence();
  atomicExch(l, 0);
}
__global__ void endless(int *a) {
  while (true)
    a[0] += 1;
}
__global__ void divide(int *a, int by) {
  a[0] = 7 / by;
}
__global__ void handOver(int *flag, int *data) {
  int seen = 0;
  if (blockIdx.x == 0) {
    data[0] = 1;
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    asm volatile("red.release.gpu.global.add.s32 [%0], 1;" ::"l"(flag) : "memory");
  } else {
    while (seen == 0) asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    asm volatile("st.relaxed.sys.global.s32 [%0], %1;" ::"l"(data), "r"(2) : "memory");
  }
}
__global__ void shift(int *a) {
  a[threadIdx.x + 1] = a[threadIdx.x];
}
struct Pair { int n; float *to; };
__global__ void pair(Pair p) {
  for (int i = 0; i < p.n; i++) p.to[i] = i;
}
`;

const npy = (header: string, data: readonly number[]) =>
  Uint8Array.from([0x93, ...Buffer.from('NUMPY'), 1, 0, header.length, 0, ...Buffer.from(header), ...data]);

interface Line {
  readonly op?: string;
  readonly [key: string]: unknown;
}

describe('simulate', () => {
  const bench = (t: Parameters<typeof workbench>[0]) => {
    const { cwd, run } = workbench(t, { 'k.cu': SOURCE });
    return {
      cwd,
      run: (line: string) => run(['simulate', 'k.cu', ...line.split(' ')]),
      lines: (file: string): Line[] =>
        readFileSync(join(cwd, file), 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Line),
    };
  };

  test('writes what the threads did', async (t) => {
    const { run, lines } = bench(t);
    const { code, stderr, stdout } = await run(
      '--kernel scale --grid-dim 2 --block-dim 4 --arg a=iota:8 --arg where=zeros:1 --arg by=2 --arg n=6 -o out.ndjson',
    );
    assert.equal(code, 0, stderr);
    assert.equal(stdout, '');
    const [header, ...events] = lines('out.ndjson');
    assert.equal(header!.kernel, 'scale');
    assert.deepEqual([header!.grid, header!.block, header!.warpSize], [[2, 1, 1], [4, 1, 1], 32]);
    const ops = (op: string) => events.filter((event) => event.op === op);
    assert.equal(ops('read').length, 8 + 6);
    assert.equal(ops('write').length, 8 + 6);
    assert.deepEqual(ops('barrier'), [
      { op: 'barrier', block: 0 },
      { op: 'barrier', block: 1 },
    ]);
    assert.deepEqual(
      ops('exit')
        .map((event) => event.thread)
        .sort(),
      [0, 1, 2, 3, 4, 5, 6, 7],
    );
    const shared = ops('write').filter((event) => event.space === 'shared');
    assert.deepEqual(
      shared.map((event) => event.addr),
      [0, 4, 8, 12, 0, 4, 8, 12],
    );
    const sites = header!.sites as { id: number; file: string; line: number }[];
    assert.deepEqual(
      sites.find(({ id }) => id === shared[0]!.site),
      { id: 1, file: 'k.cu', line: 4, column: 18 },
    );
  });

  test('says which compare-and-swaps swapped, fences, volatile, and takes turns by seed', async (t) => {
    const { run, lines } = bench(t);
    const command = '--kernel lock --grid-dim 4 --block-dim 1 --arg l=zeros:1 --arg data=zeros:1 --seed';
    assert.equal((await run(`${command} 5 -o a.ndjson`)).code, 0);
    assert.equal((await run(`${command} 5 -o b.ndjson`)).code, 0);
    assert.deepEqual(lines('a.ndjson'), lines('b.ndjson'));
    const events = lines('a.ndjson');
    const swaps = events.filter((event) => event.rmw === 'cas');
    assert.equal(swaps.filter((event) => event.success === true).length, 4);
    assert.ok(swaps.every((event) => typeof event.success === 'boolean' && event.order === 'relaxed'));
    assert.equal(events.filter((event) => event.rmw === 'exch').length, 4);
    assert.equal(events.filter((event) => event.op === 'fence' && event.scope === 'device').length, 8);
    assert.equal(events.filter((event) => event.volatile === true).length, 8);
  });

  test('says at which scope and in which order inline PTX accesses memory', async (t) => {
    const { run, lines } = bench(t);
    const command = '--kernel handOver --grid-dim 2 --block-dim 1 --arg flag=zeros:1 --arg data=zeros:1 -o out.ndjson';
    const { code, stderr } = await run(command);
    assert.equal(code, 0, stderr);
    const events = lines('out.ndjson').slice(1);
    const of = (op: string, scope: string) => events.filter((event) => event.op === op && event.scope === scope);
    assert.deepEqual(
      of('atomic', 'device').map(({ rmw, order }) => [rmw, order]),
      [['add', 'release']],
    );
    assert.equal(of('fence', 'device').length, 1);
    assert.ok(events.some((event) => event.order === 'acquire'));
    assert.ok(events.some((event) => event.order === 'relaxed' && event.scope === 'system'));
  });

  test('writes the binary encoding under any other name', async (t) => {
    const { run, cwd, lines } = bench(t);
    const command =
      '--kernel scale --grid-dim 2 --block-dim 4 --arg a=iota:8 --arg where=zeros:1 --arg by=2 --arg n=6 -o';
    assert.equal((await run(`${command} out.trace`)).code, 0);
    assert.equal((await run(`${command} out.ndjson`)).code, 0);
    const headers: TraceHeader[] = [];
    let entries = 0;
    const problems: string[] = [];
    const reader = createTraceReader({
      launch: (header: TraceHeader) => headers.push(header),
      events: ({ length, mask, op }: EventBatch) => {
        for (let i = 0; i < length; i++) {
          let lanes = mask[i]! >>> 0;
          if (op[i]! > 4) lanes = 1;
          for (; lanes !== 0; lanes >>>= 1) entries += lanes & 1;
        }
      },
      launchEnd: () => {},
      problem: ({ message }) => problems.push(message),
    });
    reader.write(readFileSync(join(cwd, 'out.trace')));
    reader.end();
    assert.deepEqual(problems, []);
    assert.equal(headers[0]?.kernel, 'scale');
    assert.equal(entries, lines('out.ndjson').length - 1);
  });

  test('reports errors with their line and exits with 3', async (t) => {
    const { run } = bench(t);
    for (const [line, place, message] of [
      ['--kernel divide --arg a=zeros:1 --arg by=0', 'k.cu:20', 'divides by zero'],
      ['--kernel endless --arg a=zeros:1 --steps 100000', 'k.cu:1', 'has not ended after 100000 instructions'],
      ['--kernel endless --arg a=zeros:1 --events 1000', 'k.cu:1', 'more than the trace may have'],
      ['--kernel scale --arg a=zeros:3 --arg where=null --arg by=1 --arg n=4', 'k.cu:4', 'which has 12 bytes'],
      ['--kernel pair --arg p={9,zeros:8}', 'k.cu:38', 'which has 32 bytes'],
    ] as const) {
      const { code, stderr } = await run(`${line} --grid-dim 1 --block-dim 4 -o out.ndjson`);
      assert.equal(code, 3, stderr);
      assert.ok(stderr.includes(place) && stderr.includes(message), stderr);
    }
  });

  test('runs warps in lockstep where asked to, and threads in turn', async (t) => {
    const { run, lines } = bench(t);
    const order = async (options: string) => {
      const { code, stderr } = await run(
        `--kernel shift --grid-dim 1 --block-dim 4 --arg a=iota:5 -o out.ndjson${options}`,
      );
      assert.equal(code, 0, stderr);
      return lines('out.ndjson')
        .filter(({ op }) => op === 'read' || op === 'write')
        .map(({ op, thread }) => `${String(op)[0]}${thread}`)
        .join(' ');
    };
    assert.equal(await order(''), 'r0 w0 r1 w1 r2 w2 r3 w3');
    assert.equal(await order(' --warp-model lockstep'), 'r0 r1 r2 r3 w0 w1 w2 w3');
    assert.equal(await order(' --warp-model lockstep --schedule round-robin'), 'r0 r1 r2 r3 w0 w1 w2 w3');
    const { code, stderr } = await run(
      '--kernel shift --grid-dim 1 --block-dim 4 --arg a=iota:5 -o out.ndjson --schedule in-order --seed 1',
    );
    assert.equal(code, 2);
    assert.match(stderr, /--seed: --schedule in-order does not use a seed/);
  });

  test('refuses what makes no sense with 2', async (t) => {
    const { run } = bench(t);
    for (const [line, message] of [
      ['--kernel nobody', 'no kernel nobody in k.cu; it has scale, lock, endless, divide, handOver, shift, pair'],
      ['--kernel divide --arg a=zeros:1', 'parameter by has no --arg'],
      ['--kernel divide --arg a=zeros:1 --arg by=1.5', 'by is an integer'],
      ['--kernel divide --arg a=zeros:1 --arg by=1 --arg c=1', 'there is no parameter c'],
      ['--kernel divide --arg a=5 --arg by=1', 'a is a pointer'],
      ['--kernel divide --arg a=iota:99999999999 --arg by=1', 'memory budget'],
      ['--kernel divide --arg a=missing.bin --arg by=1', 'is not a readable file'],
    ] as const) {
      const { code, stderr } = await run(`${line} --grid-dim 1 --block-dim 1 -o out.ndjson`);
      assert.equal(code, 2, stderr);
      assert.ok(stderr.includes(message), stderr);
    }
  });

  test('reads .npy files', () => {
    const header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }";
    assert.deepEqual(npyData(npy(header, [1, 2, 3, 4, 5, 6, 7, 8])), Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]));
    assert.match(String(npyData(npy(header, [1, 2]))), /2 bytes of the 8/);
    assert.match(String(npyData(npy(header.replace('<', '>'), []))), /big-endian/);
    assert.match(String(npyData(npy(header.replace('<f4', '|O8'), []))), /understood|no numbers/);
    assert.match(String(npyData(Uint8Array.from([1, 2]))), /no .npy file/);
  });
});
