/**
 * Speed of dynamic detection, reading included: events (of single threads) per second from a binary trace in memory, and
 * the peak memory of a process that does nothing else. Growth is the time of four times as many events.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type DetectorName, detectTrace } from '../src/detect/index.ts';
import {
  createBatch,
  createBinaryWriter,
  createTraceReader,
  type EventBatch,
  Flag,
  Op,
  ScopeCode,
  TraceHeader,
} from '../src/trace/index.ts';
import type { Row } from './row.ts';

const BARRIER_ACCESSES = 100_000_000;
const LOCK_EVENTS = 5_000_000;

interface Measured {
  readonly events: number;
  readonly seconds: number;
  /** Of all threads, the collector's included: on a busy machine closer to the cost than the wall clock. */
  readonly cpuSeconds: number;
  readonly mebibytes: number;
  readonly races: number;
  readonly problems: number;
}

type Push = (
  op: number,
  flags: number,
  thread: number,
  mask: number,
  size: number,
  stride: number,
  addr: number,
  site: number,
) => void;

/** Every access of a kernel that reads neighbours of the last phase and writes its own element. */
function barrierKernel(push: Push, accesses: number): void {
  const block = 256;
  const blocks = 3907;
  const phases = Math.max(1, Math.round(accesses / (block * blocks * 4)));
  for (let phase = 0; phase < phases; phase++) {
    for (let b = 0; b < blocks; b++) {
      for (let half = 0; half < 2; half++) {
        for (let warp = 0; warp < block; warp += 32) {
          const thread = b * block + warp;
          const own = 0x10000 + 4 * thread;
          if (half === 0) {
            push(Op.write, Flag.shared, thread, -1, 4, 4, 4 * warp, 0);
            push(Op.read, 1, thread, -1, 4, 4, own, 1);
          } else {
            push(Op.read, Flag.shared, thread, -1, 4, -4, 4 * (block - 1 - warp), 2);
            push(Op.write, 1, thread, -1, 4, 4, own, 3);
          }
        }
        push(Op.barrier, 1, b * block, 1, 0, 0, 0, 4);
      }
    }
  }
}

/** Sections of random length on random locks; most accesses are to variables of the lock or of the thread. */
function lockHeavy(push: Push, events: number): void {
  const threads = 16;
  const locks = 64;
  const variables = 8192;
  let seed = 1;
  const pick = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >>> 8) % below;
  };
  for (let made = 0; made < events; ) {
    const thread = pick(threads);
    const lock = pick(locks);
    const length = 2 + pick(8);
    push(Op.acquire, ScopeCode.device, thread, 1, 0, 0, lock, 100);
    for (let i = 0; i < length; i++) {
      const variable = pick(4) === 0 ? 64 * locks + thread * 64 + pick(64) : lock * 64 + pick(64);
      push(pick(3) === 0 ? Op.write : Op.read, 1, thread, 1, 4, 0, 0x10000 + 4 * (variable % variables), pick(50));
    }
    push(Op.release, ScopeCode.device, thread, 1, 0, 0, lock, 101);
    made += length + 2;
  }
}

/** Histogram: block-scope atomics in shared memory, then device-scope ones. */
function scopedAtomics(push: Push, events: number): void {
  const block = 256;
  for (let made = 0, b = 0; made < events; b = (b + 1) % 1024) {
    for (let warp = 0; warp < block; warp += 32) {
      for (let lane = 0; lane < 32; lane++) {
        push(
          Op.atomic,
          ScopeCode.block | Flag.shared,
          b * block + warp + lane,
          1,
          4,
          0,
          4 * ((lane * 7 + warp) % 64),
          0,
        );
      }
    }
    push(Op.barrier, 1, b * block, 1, 0, 0, 0, 2);
    for (let warp = 0; warp < 64; warp += 32)
      push(Op.atomic, ScopeCode.device, b * block + warp, -1, 4, 4, 0x1000 + 4 * warp, 1);
    push(Op.barrier, 1, b * block, 1, 0, 0, 0, 2);
    made += block + 64;
  }
}

/** Halves of warps that take turns, with `__syncwarp` over the half. */
function divergentWarps(push: Push, events: number): void {
  const block = 256;
  for (let made = 0, b = 0; made < events; b = (b + 1) % 512) {
    for (let warp = 0; warp < block; warp += 32) {
      const thread = b * block + warp;
      for (const mask of [0x0000ffff, 0xffff0000 | 0]) {
        push(Op.write, 1, thread, mask, 4, 4, 0x10000 + 4 * thread, 0);
        push(Op.warpBarrier, 1, thread, mask, 0, 0, 0, 1);
        push(Op.read, 1, thread, mask, 4, 4, 0x10000 + 4 * thread, 2);
        made += 32;
      }
      push(Op.warpBarrier, 1, thread, -1, 0, 0, 0, 1);
    }
    push(Op.barrier, 1, b * block, 1, 0, 0, 0, 3);
  }
}

const CASES = {
  barrier: { make: barrierKernel, grid: 3907, block: 256 },
  locks: { make: lockHeavy, grid: 1, block: 16 },
  atomics: { make: scopedAtomics, grid: 1024, block: 256 },
  divergent: { make: divergentWarps, grid: 512, block: 256 },
} as const;
type CaseName = keyof typeof CASES;

function measure(name: CaseName, detectors: readonly DetectorName[], size: number): Measured {
  const { make, grid, block } = CASES[name];
  const pieces: Uint8Array[] = [];
  const writer = createBinaryWriter((bytes) => pieces.push(bytes));
  writer.launch(
    TraceHeader.parse({ format: 'gpurace-trace', version: 1, kernel: name, grid: [grid, 1, 1], block: [block, 1, 1] }),
  );
  const batch: EventBatch = createBatch();
  let events = 0;
  make((op, flags, thread, mask, bytes, stride, addr, site) => {
    const i = batch.length++;
    batch.op[i] = op;
    batch.flags[i] = flags;
    batch.thread[i] = thread;
    batch.mask[i] = mask;
    batch.size[i] = bytes;
    batch.stride[i] = stride;
    batch.addr[i] = addr;
    batch.site[i] = site;
    for (let rest = op === Op.warpBarrier ? 1 : mask; rest !== 0; rest &= rest - 1) events++;
    if (batch.length === batch.op.length) {
      writer.events(batch);
      batch.length = 0;
    }
  }, size);
  writer.events(batch);
  writer.end();
  const started = performance.now();
  const cpu = process.cpuUsage();
  const detection = detectTrace(detectors);
  const reader = createTraceReader(detection.sink);
  for (const piece of pieces) reader.write(piece);
  reader.end();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const [launch] = detection.launches;
  let races = 0;
  for (const found of launch?.races.values() ?? []) races += found.length;
  const mebibytes = process.resourceUsage().maxRSS / 1024;
  return { events, seconds, cpuSeconds: (user + system) / 1e6, mebibytes, races, problems: detection.problems.length };
}

/** Clocks of every thread in full, joined at every barrier: what the hierarchy saves. */
function plainBarriers(threads: number, barriers: number): number {
  const clocks = Array.from({ length: threads }, () => new Int32Array(threads));
  const started = performance.now();
  for (let n = 0; n < barriers; n++) {
    const joined = new Int32Array(threads);
    for (const [t, clock] of clocks.entries()) {
      clock[t]!++;
      for (let i = 0; i < threads; i++) if (clock[i]! > joined[i]!) joined[i] = clock[i]!;
    }
    for (const clock of clocks) clock.set(joined);
  }
  return (performance.now() - started) / barriers;
}

/** In a process of its own, so that the peak is its own. */
function alone(name: CaseName, detectors: readonly DetectorName[], size: number): Measured {
  const file = fileURLToPath(import.meta.url);
  const child = spawnSync(process.execPath, [file, name, detectors.join(), String(size)], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(`${name}: ${child.stderr}`);
  return JSON.parse(child.stdout) as Measured;
}

export async function rows(): Promise<Row[]> {
  const all: Row[] = [];
  const add = (what: string, name: CaseName, detectors: readonly DetectorName[], size: number): void => {
    const small = alone(name, detectors, size / 4);
    const { events, seconds, cpuSeconds, mebibytes, races, problems } = alone(name, detectors, size);
    const note = `${events} events, ${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of CPU), ${races} pairs${problems === 0 ? '' : ', bounded'}`;
    all.push({ what, unit: '1/s', values: [Math.round(events / seconds)], note });
    all.push({ what: `${what}, peak memory`, unit: 'MiB', values: [mebibytes], note: 'the trace in memory included' });
    all.push({
      what: `${what}, time for 4 times as many events`,
      unit: '×',
      values: [seconds / small.seconds],
      note: '4 is linear',
    });
  };
  add('scoped-hb, barrier kernel of 1,000,192 threads', 'barrier', ['scoped-hb'], BARRIER_ACCESSES);
  add('gwcp, barrier kernel of 1,000,192 threads', 'barrier', ['gwcp'], BARRIER_ACCESSES);
  add('scoped-hb, 16 threads, 64 locks, 8,192 variables', 'locks', ['scoped-hb'], LOCK_EVENTS);
  add('gwcp, 16 threads, 64 locks, 8,192 variables', 'locks', ['gwcp'], LOCK_EVENTS);
  add('predict, 16 threads, 64 locks, 8,192 variables', 'locks', ['predict'], LOCK_EVENTS);
  add('scord, 16 threads, 64 locks, 8,192 variables', 'locks', ['scord'], LOCK_EVENTS / 5);
  add('scoped-hb, scoped atomics', 'atomics', ['scoped-hb'], 5_000_000);
  add('scoped-hb, divergent warps', 'divergent', ['scoped-hb'], 20_000_000);
  for (const threads of [256, 1024]) {
    const note = 'the hierarchy compares one number instead';
    all.push({
      what: `plain vector clocks, one barrier of ${threads} threads`,
      unit: 'ms',
      values: [plainBarriers(threads, 20)],
      note,
    });
  }
  return all;
}

const [, script, name, detectors, size] = process.argv;
if (script === fileURLToPath(import.meta.url) && name !== undefined) {
  const chosen = (detectors ?? 'scoped-hb').split(',') as DetectorName[];
  console.log(JSON.stringify(measure(name as CaseName, chosen, Number(size))));
}
