/** Fences and barriers of one memory: they order accesses to it, and no others. */
// slow: a thousand traces by definition
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OrderedSpace, TraceEvent } from '../../src/trace/index.ts';
import { TraceHeader } from '../../src/trace/index.ts';
import { definition } from './definition.ts';
import { type Flavour, header as randomHeader, randomTrace } from './random-trace.ts';
import { type Recorded, record } from './recorded.ts';
import { run } from './run.ts';

const header = TraceHeader.parse({
  format: 'gpurace-trace',
  version: 1,
  kernel: 'k',
  grid: [1, 1, 1],
  block: [64, 1, 1],
  fencesBySpace: true,
});

type Data = 'global' | 'shared';
type Orders = OrderedSpace | undefined;

const ordering = (space: Orders): { space?: OrderedSpace } => (space === undefined ? {} : { space });
const write = (thread: number, space: Data, site: number): TraceEvent => ({
  op: 'write',
  thread,
  space,
  addr: 4096,
  size: 4,
  site,
});

/** Two threads of two warps write one place inside sections of one lock. */
function sections(lock: Data, data: Data, taken: Orders, given: Orders): TraceEvent[] {
  const cell = { space: lock, addr: 64, size: 4, scope: 'block' } as const;
  return [0, 40].flatMap((thread): TraceEvent[] => [
    { op: 'atomic', rmw: 'cas', success: true, thread, ...cell, site: 100 },
    { op: 'fence', thread, scope: 'block', ...ordering(taken) },
    write(thread, data, thread),
    { op: 'fence', thread, scope: 'block', ...ordering(given) },
    { op: 'atomic', rmw: 'exch', thread, ...cell, site: 101 },
  ]);
}

const IN_ORDER = { gwcp: [], 'scoped-hb': [], scord: [], predict: [] };
/** In every reordering the lock still keeps the two apart. */
const RACING = { gwcp: [[0, 40]], 'scoped-hb': [[0, 40]], scord: [[0, 40]], predict: [] };

describe('a lock orders what both of its fences order, wherever the lock lies', () => {
  for (const lock of ['global', 'shared'] as const) {
    for (const data of ['global', 'shared'] as const) {
      for (const taken of [undefined, 'global', 'shared', 'none'] as const) {
        for (const given of [undefined, 'global', 'shared', 'none'] as const) {
          const isOrdered = [taken, given].every((space) => space === undefined || space === data);
          test(`lock in ${lock}, data in ${data}, fences ${taken ?? 'all'} and ${given ?? 'all'}`, () => {
            const { detectors, findings } = run(header, sections(lock, data, taken, given));
            assert.deepEqual({ ...detectors, scord: null }, { ...(isOrdered ? IN_ORDER : RACING), scord: null });
            // ScoRD knows locks that were taken, and one fence of the first warp.
            if (isOrdered) assert.deepEqual(detectors?.scord, []);
            if ([taken, given].every((space) => space === (data === 'global' ? 'shared' : 'global')))
              assert.deepEqual(detectors?.scord, [[0, 40]]);
            assert.deepEqual(
              findings.map(({ evidence, rule }) => `${rule} ${evidence}`),
              isOrdered ? [] : ['intra-block-race trace'],
            );
          });
        }
      }
    }
  }
});

test('two fences, one for each memory, are a fence of both', () => {
  for (const data of ['global', 'shared'] as const) {
    const events = sections('shared', data, 'global', 'shared').flatMap((event): TraceEvent[] =>
      event.op === 'fence'
        ? [
            { ...event, space: 'shared' },
            { ...event, space: 'global' },
          ]
        : [event],
    );
    assert.deepEqual(run(header, events).detectors, IN_ORDER);
  }
});

test('a barrier orders its memory, and is waited at whatever it orders', () => {
  const across = (data: Data, orders: Orders): TraceEvent[] => [
    write(0, data, 0),
    { op: 'barrier', block: 0, ...ordering(orders) },
    write(40, data, 40),
  ];
  for (const data of ['global', 'shared'] as const) {
    for (const orders of [undefined, 'global', 'shared', 'none'] as const) {
      const isOrdered = orders === undefined || orders === data;
      const { detectors } = run(header, across(data, orders));
      assert.deepEqual(detectors, isOrdered ? IN_ORDER : RACING, `${data}, ${orders ?? 'all'}`);
    }
  }
});

test('a barrier of lanes, too', () => {
  const across = (orders: Orders): TraceEvent[] => [
    write(0, 'global', 0),
    { op: 'warp-barrier', block: 0, warp: 0, mask: 0xffffffff, ...ordering(orders) },
    write(1, 'global', 1),
  ];
  const found = (orders: Orders) => run(header, across(orders), ['gwcp', 'scoped-hb', 'predict']).detectors;
  assert.deepEqual(found('global'), { gwcp: [], 'scoped-hb': [], predict: [] });
  assert.deepEqual(found('shared'), { gwcp: [[0, 1]], 'scoped-hb': [[0, 1]], predict: [] });
});

test('a flag behind a fence of other memory orders nothing', () => {
  const flag = { space: 'shared', addr: 64, size: 4, scope: 'block', order: 'relaxed' } as const;
  const passed = (set: Orders, seen: Orders): TraceEvent[] => [
    write(0, 'global', 0),
    { op: 'fence', thread: 0, scope: 'block', ...ordering(set) },
    { op: 'write', thread: 0, ...flag, site: 100 },
    { op: 'read', thread: 40, ...flag, site: 101 },
    { op: 'fence', thread: 40, scope: 'block', ...ordering(seen) },
    write(40, 'global', 40),
  ];
  const evidence = (set: Orders, seen: Orders) =>
    run(header, passed(set, seen)).findings.map((finding) => finding.evidence);
  assert.deepEqual(evidence(undefined, undefined), ['possible']);
  assert.deepEqual(evidence('global', 'global'), ['possible']);
  assert.deepEqual(evidence('shared', 'global'), ['trace']);
  assert.deepEqual(evidence('global', 'shared'), ['trace']);
});

const FLAVOURS: Record<string, Flavour> = {
  'locks of programs': {
    length: 50,
    threads: 4,
    locks: 3,
    words: 3,
    barriers: 0,
    atomics: 0,
    odd: false,
    scopes: true,
    orders: false,
    inferred: true,
    spaces: true,
  },
  'barriers and atomics': {
    length: 50,
    threads: 6,
    locks: 2,
    words: 3,
    barriers: 15,
    atomics: 20,
    odd: true,
    scopes: true,
    orders: true,
    inferred: true,
    exits: true,
    spaces: true,
  },
};
const RUNS = Number(process.env.GPURACE_RANDOM_TRACES ?? 400);
const FIRST = Number(process.env.GPURACE_RANDOM_SEED ?? 0);

/** The trace as accesses to one memory see it: without the fences and barriers that order only the other one. */
function asSeenBy(data: Data, events: readonly TraceEvent[]): TraceEvent[] {
  return events.flatMap((event): TraceEvent[] => {
    if (event.op !== 'fence' && event.op !== 'barrier' && event.op !== 'warp-barrier') return [event];
    const { space, ...rest } = event;
    return space === undefined || space === data ? [rest] : [];
  });
}

function ofAll(events: readonly TraceEvent[]): TraceEvent[] {
  return events.map((event) => {
    if (event.op !== 'fence' && event.op !== 'barrier' && event.op !== 'warp-barrier') return event;
    const { space: _, ...rest } = event;
    return rest;
  });
}

/** Pairs of sites of racing accesses to the memory, the earlier one first. */
function pairsIn(
  data: Data,
  list: readonly Recorded[],
  pairs: readonly (readonly [number, number])[],
): [number, number][] {
  return pairs.flatMap(([i, j]): [number, number][] => {
    const [a, b] = [list[i], list[j]];
    if (a?.type !== 'access' || b?.type !== 'access') return [];
    return a.space >= 0 === (data === 'shared') ? [[a.site, b.site]] : [];
  });
}

for (const [name, flavour] of Object.entries(FLAVOURS)) {
  test(`${name}: each memory has the order that its own fences and barriers make`, (t) => {
    const split = { ...randomHeader, fencesBySpace: true };
    let racing = 0;
    for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
      const events = randomTrace(seed, flavour);
      const told = (what: string) =>
        `${what}, seed ${seed}\n${events.map((e, i) => `${i} ${JSON.stringify(e)}`).join('\n')}`;
      const { detectors, findings } = run(split, events, ['scoped-hb', 'gwcp', 'predict']);
      const whole = run(randomHeader, ofAll(events), ['predict']);
      assert.deepEqual(detectors?.predict, whole.detectors?.predict, told('predict'));
      const expected = { happens: [] as [number, number][], weak: [] as [number, number][] };
      for (const data of ['global', 'shared'] as const) {
        const { shape, list } = record(randomHeader, asSeenBy(data, events));
        const defined = definition(shape, list);
        expected.happens.push(...pairsIn(data, list, defined.happens));
        expected.weak.push(...pairsIn(data, list, defined.weak));
      }
      for (const [detector, pairs] of [
        ['scoped-hb', expected.happens],
        ['gwcp', expected.weak],
      ] as const) {
        const found = detectors?.[detector] ?? [];
        const allowed = new Set(pairs.map(String));
        for (const pair of found) assert.ok(allowed.has(String(pair)), told(`${detector}: false pair ${pair}`));
        const later = new Set(found.map(([, b]) => b));
        for (const [a, b] of pairs) assert.ok(later.has(b), told(`${detector}: missed ${a} ${b}`));
        racing += pairs.length;
      }
      // Sites have no place in these headers: their numbers stand for it.
      const errors = findings.filter(({ evidence }) => evidence === 'trace').length;
      assert.ok(errors <= new Set(expected.happens.map(String)).size, told('more is shown than raced'));
    }
    t.diagnostic(`${RUNS} traces, ${racing} racing pairs of events`);
  });
}
