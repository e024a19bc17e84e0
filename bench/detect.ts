/**
 * Speed of dynamic detection, reading included: events (of single threads) per second from a binary trace in memory, and
 * the peak memory of a process that does nothing else. What four times as many events, threads or variables cost. The
 * clocks for a hierarchy of threads against plain ones in the same detector on the same traces. And the command line on
 * files, which it reads as a stream.
 *
 *     node bench/detect.ts            # these rows alone
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../src/cli/program.ts';
import type { Detector, DetectorSetting } from '../src/detect/detector.ts';
import { Gwcp } from '../src/detect/gwcp.ts';
import { HierarchyClock } from '../src/detect/hierarchy-clock.ts';
import { type DetectorName, detectTrace } from '../src/detect/index.ts';
import { LockInference } from '../src/detect/lock-inference.ts';
import { ScopedHb } from '../src/detect/scoped-hb.ts';
import { createTraceReader, type TraceSink } from '../src/trace/index.ts';
import { type TraceName, writeBinary, writeNdjson } from './made-traces.ts';
import { PlainClock } from './plain-clock.ts';
import { quantile, type Row, table } from './row.ts';

const RUNS = Number(process.env.GPURACE_BENCH_RUNS ?? 3);
const BARRIER_ACCESSES = 100_000_000;
const LOCK_EVENTS = 5_000_000;

/** All that the product does with a trace, or one detector alone with clocks of one's choice. */
const CLOCKS = ['all', 'hierarchy', 'plain'] as const;
type Clocks = (typeof CLOCKS)[number];

/** What a process of its own is asked to do. */
type Task =
  | {
      readonly what: 'memory';
      readonly name: TraceName;
      readonly detector: DetectorName;
      readonly size: number;
      readonly clocks: Clocks;
    }
  | { readonly what: 'file'; readonly path: string; readonly detector: DetectorName };

interface Measured {
  readonly seconds: number;
  /** Of all threads, the collector's included: on a busy machine closer to the cost than the wall clock. */
  readonly cpuSeconds: number;
  /** The peak of the process. */
  readonly mebibytes: number;
  readonly events: number;
  readonly races: number;
  /** What was not done, and why. */
  readonly problems: readonly string[];
}

function measureMemory({ name, detector, size, clocks }: Task & { what: 'memory' }): Omit<Measured, 'mebibytes'> {
  const pieces: Uint8Array[] = [];
  const events = writeBinary(name, size, (bytes) => pieces.push(bytes));
  const stop = watch();
  const { sink, outcome } = clocks === 'all' ? product(detector) : alone(detector, clocks);
  const reader = createTraceReader(sink);
  for (const piece of pieces) reader.write(piece);
  reader.end();
  return { ...stop(), events, ...outcome() };
}

interface Measurable {
  readonly sink: TraceSink;
  outcome(): { readonly races: number; readonly problems: readonly string[] };
}

function product(detector: DetectorName): Measurable {
  const { sink, launches, problems } = detectTrace([detector]);
  return {
    sink,
    outcome: () => ({
      races: launches[0]?.races.get(detector)?.length ?? 0,
      problems: problems.map(({ message }) => message),
    }),
  };
}

/** A detector without what the product keeps for reordering and for reports. */
function alone(detector: DetectorName, clocks: Clocks): Measurable {
  const make = (setting: DetectorSetting): Detector =>
    detector === 'gwcp' ? new Gwcp(setting) : new ScopedHb(setting);
  let races = 0;
  let inference: LockInference;
  return {
    sink: {
      launch(_, shape) {
        const weak = detector === 'gwcp';
        const clock = clocks === 'plain' ? new PlainClock(shape, weak) : new HierarchyClock(shape, weak);
        inference = new LockInference(shape, make({ shape, clock, races: { race: () => races++ } }));
      },
      events: (batch) => inference.entries(batch),
      launchEnd() {},
      problem: ({ message }) => {
        throw new Error(message);
      },
    },
    outcome: () => ({ races, problems: [] }),
  };
}

/** The command line, on a file. */
async function measureFile({ path, detector }: Task & { what: 'file' }): Promise<Omit<Measured, 'mebibytes'>> {
  const stop = watch();
  const code = await run(
    ['trace', path, '--detector', detector, '--jobs', '1', '--format', 'json', '--output', `${path}.json`],
    {
      cwd: process.cwd(),
      env: {},
      stdout: process.stderr,
      stderr: process.stderr,
      analyse: () => Promise.reject(new Error('nothing is analysed')),
    },
  );
  if (code !== 0) throw new Error(`exit code ${code}`);
  return { ...stop(), events: 0, races: 0, problems: [] };
}

function watch(): () => { seconds: number; cpuSeconds: number } {
  const started = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 };
  };
}

/** In a process of its own, so that the peak is its own. */
function measure(task: Task): Measured {
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(task)], {
    encoding: 'utf8',
  });
  if (child.status !== 0) throw new Error(`${JSON.stringify(task)}: ${child.stderr}`);
  return JSON.parse(child.stdout.slice(child.stdout.lastIndexOf('\n{') + 1)) as Measured;
}

const repeated = (task: Task): Measured[] => Array.from({ length: RUNS }, () => measure(task));
const median = (runs: readonly Measured[], of: (one: Measured) => number): number => quantile(runs.map(of), 0.5);

function speed(what: string, runs: readonly Measured[], extra = ''): Row {
  const [{ events, races, problems }] = runs as [Measured];
  const byCpu = (events / median(runs, ({ cpuSeconds }) => cpuSeconds) / 1e6).toFixed(1);
  const notes = [`${events} events`, `${byCpu} million/s of CPU time`, `${races} pairs`, extra, ...problems];
  const values = runs.map(({ seconds }) => Math.round(events / seconds));
  return { what, unit: '1/s', values, note: notes.filter((note) => note !== '').join(', ') };
}

function memory(what: string, runs: readonly Measured[], note: string): Row {
  return { what: `${what}, peak memory`, unit: 'MiB', values: runs.map(({ mebibytes }) => mebibytes), note };
}

/** CPU time, as the wall clock says more about the machine's other work. */
function growth(what: string, more: readonly Measured[], less: readonly Measured[], note: string): Row {
  const cpu = ({ cpuSeconds }: Measured): number => cpuSeconds;
  return { what, unit: '×', values: [median(more, cpu) / median(less, cpu)], note };
}

function detectors(): Row[] {
  const rows: Row[] = [];
  const add = (
    kind: string,
    name: TraceName,
    detector: DetectorName,
    size: number,
    less?: readonly [name: TraceName, what: string],
  ): void => {
    const what = `${detector}, ${kind}`;
    const task = { what: 'memory', name, detector, size, clocks: 'all' } as const;
    const runs = repeated(task);
    rows.push(speed(what, runs), memory(what, runs, 'the trace in memory included'));
    const fewer = repeated({ ...task, size: size / 4 });
    rows.push(growth(`${what}, time for 4 times the events`, runs, fewer, 'CPU; 4 is linear'));
    if (less !== undefined) {
      const others = repeated({ ...task, name: less[0] });
      const [more, few] = less[1] === 'variables' ? [others, runs] : [runs, others];
      rows.push(growth(`${what}, time for 4 times the ${less[1]}`, more, few, 'CPU; as many events'));
    }
  };
  const kernel = 'barrier kernel of 1,000,192 threads';
  const locks = '16 threads, 64 locks, 8,192 variables';
  const wide = ['locks, 4 times the variables', 'variables'] as const;
  add(kernel, 'barrier', 'scoped-hb', BARRIER_ACCESSES, ['barrier, quarter', 'threads and locations']);
  add(kernel, 'barrier', 'gwcp', BARRIER_ACCESSES, ['barrier, quarter', 'threads and locations']);
  add(locks, 'locks', 'scoped-hb', LOCK_EVENTS, wide);
  add(locks, 'locks', 'gwcp', LOCK_EVENTS, wide);
  add(locks, 'locks', 'predict', LOCK_EVENTS, wide);
  add(locks, 'locks', 'scord', LOCK_EVENTS, wide);
  add('scoped atomics', 'atomics', 'scoped-hb', 5_000_000);
  add('divergent warps', 'divergent', 'scoped-hb', 20_000_000);
  return rows;
}

/** Compression on and off: launches of 1,024 threads, as plain clocks of a million threads are 4 TB. */
function clocks(): Row[] {
  const rows: Row[] = [];
  for (const [kind, name, detector, size] of [
    ['barrier kernel', 'small barrier', 'scoped-hb', 4_000_000],
    ['16 of the threads take locks', 'small locks', 'scoped-hb', 1_000_000],
    ['16 of the threads take locks', 'small locks', 'gwcp', 200_000],
    ['scoped atomics', 'small atomics', 'scoped-hb', 1_000_000],
    ['divergent warps', 'small divergent', 'scoped-hb', 2_000_000],
  ] as const) {
    const task = { what: 'memory', name, detector, size } as const;
    const [compressed, plain] = [repeated({ ...task, clocks: 'hierarchy' }), repeated({ ...task, clocks: 'plain' })];
    const what = `${detector} of 1,024 threads, ${kind}`;
    if (compressed[0]?.races !== plain[0]?.races) throw new Error(`${what}: the clocks do not agree`);
    rows.push(
      speed(`${what}, compressed clocks`, compressed),
      speed(`${what}, plain clocks`, plain),
      growth(`${what}, plain clocks to compressed ones`, plain, compressed, 'CPU'),
      memory(`${what}, compressed clocks`, compressed, ''),
      memory(`${what}, plain clocks`, plain, ''),
    );
  }
  return rows;
}

function files(): Row[] {
  const rows: Row[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'gpurace-bench-'));
  try {
    for (const [encoding, size, write] of [
      ['NDJSON', 1_000_000, writeNdjson],
      ['binary', 5_000_000, writeBinary],
    ] as const) {
      const one = (events: number): { runs: Measured[]; bytes: number } => {
        const path = join(folder, `${encoding}-${events}`);
        const descriptor = openSync(path, 'w');
        const written = write('locks', events, (piece: string | Uint8Array) => {
          if (typeof piece === 'string') writeSync(descriptor, piece);
          else writeSync(descriptor, piece);
        });
        closeSync(descriptor);
        const bytes = statSync(path).size;
        const runs = repeated({ what: 'file', path, detector: 'gwcp' }).map((run) => ({ ...run, events: written }));
        rmSync(path);
        return { runs, bytes };
      };
      const [small, large] = [one(size), one(4 * size)];
      const what = `gpurace trace, gwcp, ${encoding} file`;
      const mebibytes = (bytes: number): string => `a file of ${(bytes / 2 ** 20).toFixed(0)} MiB`;
      rows.push(
        speed(what, large.runs, mebibytes(large.bytes)),
        memory(what, large.runs, mebibytes(large.bytes)),
        memory(`${what} with a quarter of the events`, small.runs, mebibytes(small.bytes)),
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}

export async function rows(): Promise<Row[]> {
  return [...detectors(), ...clocks(), ...files()];
}

const [, script, given] = process.argv;
if (script === fileURLToPath(import.meta.url)) {
  if (given === undefined) console.log(table(await rows()));
  else {
    const task = JSON.parse(given) as Task;
    const measured = task.what === 'memory' ? measureMemory(task) : await measureFile(task);
    const mebibytes = process.resourceUsage().maxRSS / 1024;
    console.log(`\n${JSON.stringify({ ...measured, mebibytes } satisfies Measured)}`);
  }
}
