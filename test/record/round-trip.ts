/**
 * A kernel of a PTX module run twice by the simulator: as it is, with the simulator's own trace, and instrumented, with
 * the trace that its records decode to.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPtxModule } from '../../src/frontend/index.ts';
import type { ProgramFunction } from '../../src/ir/program.ts';
import type { Dim3 } from '../../src/model/result.ts';
import { decodeRing, instrumentPtx } from '../../src/record/index.ts';
import { type ArgumentValue, recordTrace, simulate } from '../../src/simulate/index.ts';
import type { TraceEvent, TraceHeader, TraceWriter } from '../../src/trace/index.ts';

import { headerOf } from '../kernel-header.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Sizes of the source that the first line of a module names. */
export function sizesOf(text: string) {
  const source = /^\/\/ (\S+),/.exec(text)?.[1] ?? '';
  const { gridDim, blockDim } = headerOf(readFileSync(join(ROOT, source), 'utf8'));
  return { gridDim: gridDim ?? ([2, 1, 1] as const), blockDim: blockDim ?? ([64, 1, 1] as const) };
}

export interface RoundTrip {
  readonly kernel: string;
  /** Why the simulator did not run the plain module; null: it did. */
  readonly refused: string | null;
  readonly plain: readonly string[];
  readonly recorded: readonly string[];
  readonly entries: number;
}

interface Sizes {
  readonly gridDim: Readonly<Dim3>;
  readonly blockDim: Readonly<Dim3>;
  readonly warpModel: 'its' | 'lockstep';
  /** Of every so many blocks one is recorded; 1 when not given. */
  readonly sample?: number;
}

const RING_ENTRIES = 1 << 17;
/** Regions of the simulator are so far apart. */
const REGION = 2 ** 36;
/** What stands for barriers of some threads lies beyond all memory. */
const BEYOND = 2 ** 52;

/** Both traces of each kernel of a module, as lists of events per thread and block that can be compared. */
export function roundTrips(text: string, sizes: Sizes): RoundTrip[] {
  const sources = { file: 'module.ptx', sourceOf: (path: string) => ({ path, isOwn: true }) };
  const plain = readPtxModule(text, sources).program;
  const ring = { entries: RING_ENTRIES };
  const instrumented = instrumentPtx(text, sources, {
    isWanted: () => true,
    sample: sizes.sample ?? 1,
    ring,
  });
  assert.deepEqual(instrumented.problems, [], 'everything is recorded');
  const { program, problems } = readPtxModule(instrumented.text, sources);
  assert.deepEqual(problems, [], 'what is written can be read');
  const kernels = [...plain.functions.values()].filter(({ isKernel, isDefinition }) => isKernel && isDefinition);
  return kernels.map((kernel) => {
    const request = {
      kernel: kernel.name,
      gridDim: sizes.gridDim,
      blockDim: sizes.blockDim,
      arguments: argumentsOf(kernel),
      dynamicShared: 4096,
      schedule: 'in-order',
      warpModel: sizes.warpModel,
      stepBudget: 20_000_000,
    } as const;
    const own = new Events();
    const naming = { name: kernel.name, fileName: (file: string) => file, eventLimit: RING_ENTRIES };
    const { error } = recordTrace(plain, { ...request, ...naming }, own);
    const nothing = { kernel: kernel.name, plain: [], recorded: [], entries: 0 };
    if (error !== null) return { ...nothing, refused: error.message };
    const run = simulate(program, request);
    assert.equal(run.error, null, `${kernel.name} runs instrumented: ${run.error?.message}`);
    const header = run.global('gpurace_header');
    const [entries, stamps] = [run.global('gpurace_entries'), run.global('gpurace_stamps')];
    if (header === null || entries === null || stamps === null)
      return { ...nothing, refused: null, plain: own.comparable() };
    const next = Number(new DataView(header.buffer, header.byteOffset).getBigUint64(0, true));
    const decoded = new Events();
    const launch = { kernel: kernel.name, grid: sizes.gridDim, block: sizes.blockDim };
    const told = decodeRing({ entries, stamps, next }, instrumented.table, launch, decoded);
    assert.deepEqual(told, { dropped: 0, broken: 0 });
    return {
      kernel: kernel.name,
      refused: null,
      plain: own.comparable(),
      recorded: decoded.comparable(),
      entries: next,
    };
  });
}

export function argumentsOf({ parameters }: ProgramFunction): Map<number, ArgumentValue> {
  return new Map(
    parameters.map(({ type, byValue }, i): [number, ArgumentValue] => {
      if (byValue !== null) return [i, { kind: 'struct', fields: [] }];
      return [i, type.kind === 'pointer' ? 'region' : 64];
    }),
  );
}

/** Takes a trace, and gives its events by who does them: how threads take turns is left out. */
class Events implements TraceWriter {
  readonly #events: TraceEvent[] = [];
  #header: TraceHeader | null = null;

  launch(header: TraceHeader): void {
    this.#header = header;
  }

  event(event: TraceEvent): void {
    this.#events.push(event);
  }

  end(): void {}

  /** The events of each thread in its order, with the place of each; then those of blocks and warps. */
  comparable(): string[] {
    const regions = [...new Set(this.#events.flatMap((event) => this.#regionOf(event)))].sort((a, b) => a - b);
    const byThread = new Map<string, string[]>();
    for (const event of this.#events) {
      const who = 'thread' in event ? `thread ${event.thread}` : placeOf(event);
      const list = byThread.get(who) ?? [];
      byThread.set(who, list);
      list.push(this.#shown(event, regions));
    }
    return [...byThread]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([who, list]) => list.map((one) => `${who}: ${one}`));
  }

  #regionOf(event: TraceEvent): number[] {
    return 'addr' in event && event.space === 'global' && event.addr < BEYOND ? [Math.floor(event.addr / REGION)] : [];
  }

  #shown(event: TraceEvent, regions: readonly number[]): string {
    const site = 'site' in event && event.site !== undefined ? this.#header?.sites[event.site] : undefined;
    const at = site === undefined ? '' : ` at ${site.file}:${site.line}`;
    if (!('addr' in event)) {
      const scope = 'scope' in event ? ` ${event.scope}` : '';
      const mask = 'mask' in event ? ` ${event.warp} ${event.mask}` : '';
      return `${event.op}${scope}${mask}${at}`;
    }
    const isBeyond = event.addr >= BEYOND;
    const [region] = this.#regionOf(event);
    // The recording has variables of its own, so that memory lies elsewhere.
    const place =
      region === undefined ? (isBeyond ? 'beyond' : event.addr) : `${regions.indexOf(region)}+${event.addr % REGION}`;
    const success = 'success' in event ? ` ${event.success}` : '';
    const volatile = event.volatile ? ' volatile' : '';
    const kind = event.op === 'atomic' ? ` ${kindOf(event.rmw)}` : '';
    const block = event.block === undefined ? '' : ` of block ${event.block}`;
    return `${event.op}${kind} ${event.space}${block} ${place} ${event.size} ${event.scope ?? ''} ${event.order ?? ''}${volatile}${success}${at}`;
  }
}

function placeOf(event: TraceEvent): string {
  if (!('block' in event)) return 'all';
  return 'warp' in event ? `warp ${event.warp} of block ${event.block}` : `block ${event.block}`;
}

/** What a trace tells apart. */
function kindOf(rmw: string): string {
  return rmw === 'cas' || rmw === 'exch' ? rmw : 'other';
}
