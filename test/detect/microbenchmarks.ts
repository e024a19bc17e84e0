/**
 * The microbenchmarks of PreDataR's Table 1. The paper does not publish them: what each thread does, and which
 * interleavings there are, is written after its text. `set` and `wait` are device atomics on a flag that force an order
 * without fences, as the paper's Section 6.2 describes it.
 */
import { readFileSync } from 'node:fs';
import { type TraceEvent, TraceHeader } from '../../src/trace/index.ts';

export interface Microbenchmark {
  readonly id: string;
  readonly category: 'no-race' | 'dynamic' | 'predictable';
  readonly expected: Readonly<Record<'scoped-hb' | 'scord' | 'gwcp', boolean>>;
  readonly threads: readonly {
    readonly block: number;
    readonly warp: number;
    readonly lane: number;
    readonly ops: readonly string[];
  }[];
}

interface Specification {
  readonly id: string;
  readonly category: Microbenchmark['category'];
  readonly expected: Readonly<Record<string, boolean>>;
  readonly threads: Readonly<Record<string, Microbenchmark['threads'][number]>>;
}

/** 34 specifications that are given. */
export function given(): Microbenchmark[] {
  const path = new URL('../fixtures/predatar-microbenchmarks.json', import.meta.url);
  const { tests } = JSON.parse(readFileSync(path, 'utf8')) as { tests: Specification[] };
  return tests.map(({ id, category, expected, threads }) => ({
    id,
    category,
    expected: { 'scoped-hb': expected['Barracuda+']!, scord: expected.ScoRD!, gwcp: expected.PreDataR! },
    threads: Object.values(threads),
  }));
}

const section = (scope: string, ...body: string[]): string[] => [
  `cas l ${scope}`,
  `fence ${scope}`,
  ...body,
  `fence ${scope}`,
  `exch l ${scope}`,
];
const other = (lock: string, scope: string, ...body: string[]): string[] =>
  section(scope, ...body).map((op) => op.replace(' l ', ` ${lock} `));
const blocks = (...threads: string[][]): Microbenchmark['threads'] =>
  threads.map((ops, block) => ({ block, warp: 0, lane: 0, ops }));
const warps = (...threads: string[][]): Microbenchmark['threads'] =>
  threads.map((ops, warp) => ({ block: 0, warp, lane: 0, ops }));
const expect = (scopedHb: boolean, scord: boolean, gwcp: boolean): Microbenchmark['expected'] => ({
  'scoped-hb': scopedHb,
  scord,
  gwcp,
});

/** The rest of the predictable class, from the paper's text. */
export const REST: readonly Microbenchmark[] = [
  {
    // "programs that use just fences to order memory accesses incorrectly": the fence is too narrow for the other block.
    id: 'P4',
    category: 'predictable',
    expected: expect(true, true, true),
    threads: blocks(['w x', 'fence blk', 'set f 1'], ['wait f 1', 'w x']),
  },
  {
    // "unprotected accesses overlap on permuting interceding critical sections, a case which neither Barracuda+ nor ScoRD detect".
    id: 'P9',
    category: 'predictable',
    expected: expect(false, false, true),
    threads: blocks(['w x', ...section('dev', 'w y'), 'set f 1'], ['wait f 1', ...section('dev', 'w z'), 'w x']),
  },
  {
    id: 'P10',
    category: 'predictable',
    expected: expect(false, false, true),
    threads: warps(['w x', ...section('blk', 'w y'), 'set f 1'], ['wait f 1', ...section('blk', 'w z'), 'r x']),
  },
  {
    // Figure 3 with a read.
    id: 'P11',
    category: 'predictable',
    expected: expect(false, true, true),
    threads: blocks(['w x', ...section('dev', 'w y'), 'set f 1'], ['wait f 1', ...section('dev', 'r x', 'w y')]),
  },
  {
    // "GWCP composes with HB which can hide races".
    id: 'P12',
    category: 'predictable',
    expected: expect(false, false, false),
    threads: blocks(
      ['w x', ...section('dev', 'w y'), 'set f 1'],
      ['wait f 1', ...section('dev', 'r y'), ...other('n', 'dev', 'w z'), 'set f 2'],
      ['wait f 2', ...other('n', 'dev', 'w v'), 'w x'],
    ),
  },
  {
    // "it fails if critical sections conflict early, which interestingly ScoRD catches": Figure 10, the first thread first.
    id: 'P13',
    category: 'predictable',
    expected: expect(false, true, false),
    threads: blocks([...section('dev', 'w x'), 'set f 1'], ['wait f 1', ...section('dev', 'w x'), 'w x']),
  },
];

const PLACE: Readonly<Record<string, number>> = {
  x: 4096,
  y: 4160,
  z: 4224,
  v: 4228,
  d0: 4288,
  d1: 4292,
  f: 4352,
  l: 4416,
  m: 4480,
  n: 4544,
};
const SCOPE = { dev: 'device', blk: 'block' } as const;

export function headerOf({ threads }: Pick<Microbenchmark, 'threads'>): TraceHeader {
  const grid = 1 + Math.max(...threads.map((t) => t.block));
  const block = 1 + Math.max(...threads.map((t) => t.warp * 32 + t.lane));
  return TraceHeader.parse({
    format: 'gpurace-trace',
    version: 1,
    kernel: 'k',
    grid: [grid, 1, 1],
    block: [block, 1, 1],
  });
}

/** Feasible interleavings, all of them up to a bound: locks exclude, flags and barriers wait. The site is 10 × thread + step. */
export function interleavings(test: Microbenchmark, bound = 2000): TraceEvent[][] {
  const { threads } = test;
  const header = headerOf(test);
  const perBlock = header.block[0];
  const found: TraceEvent[][] = [];
  const visit = (at: readonly number[], trace: readonly TraceEvent[], held: readonly string[], flag: number): void => {
    if (found.length >= bound) return;
    if (at.every((step, t) => step === threads[t]!.ops.length)) {
      found.push([...trace]);
      return;
    }
    const waiting = at.flatMap((step, t) => (['bar', 'warpbar'].includes(threads[t]!.ops[step] ?? '') ? [t] : []));
    if (waiting.length === threads.length) {
      const kind = threads[0]!.ops[at[0]!];
      const barrier: TraceEvent =
        kind === 'bar' ? { op: 'barrier', block: 0 } : { op: 'warp-barrier', block: 0, warp: 0, mask: 4294967295 };
      visit(
        at.map((step) => step + 1),
        [...trace, barrier],
        held,
        flag,
      );
      return;
    }
    for (const [t, { block, warp, lane, ops }] of threads.entries()) {
      const op = ops[at[t]!];
      if (op === undefined || waiting.includes(t)) continue;
      const [verb, where = '', how = ''] = op.split(' ') as [string, string?, string?];
      const thread = block * perBlock + warp * 32 + lane;
      const scope = SCOPE[how as keyof typeof SCOPE] ?? SCOPE[where as keyof typeof SCOPE] ?? 'device';
      const common = {
        thread,
        space: 'global',
        addr: PLACE[where] ?? 0,
        size: 4,
        site: 100 * (t + 1) + at[t]!,
      } as const;
      const go = (event: TraceEvent, locks = held, value = flag): void =>
        visit(
          at.map((step, u) => (u === t ? step + 1 : step)),
          [...trace, event],
          locks,
          value,
        );
      const lock = `${where}${scope === 'block' ? block : ''}`;
      if (verb === 'w') go({ op: 'write', ...common, volatile: true });
      else if (verb === 'r') go({ op: 'read', ...common, volatile: true });
      else if (verb === 'atom') go({ op: 'atomic', rmw: 'add', scope, ...common });
      else if (verb === 'fence') go({ op: 'fence', thread, scope: SCOPE[where as keyof typeof SCOPE] });
      else if (verb === 'cas') {
        const taken = held.some(
          (other) => other.startsWith(where) && (other === where || lock === where || other === lock),
        );
        if (!taken) go({ op: 'atomic', rmw: 'cas', scope, success: true, ...common }, [...held, lock]);
      } else if (verb === 'exch')
        go(
          { op: 'atomic', rmw: 'exch', scope, ...common },
          held.filter((other) => other !== lock),
        );
      else if (verb === 'set') go({ op: 'atomic', rmw: 'exch', scope: 'device', ...common }, held, Number(how));
      else if (verb === 'wait') {
        if (flag >= Number(how)) go({ op: 'atomic', rmw: 'add', scope: 'device', ...common });
      } else throw new Error(`${op}?`);
    }
  };
  visit(
    threads.map(() => 0),
    [],
    [],
    0,
  );
  return found;
}
