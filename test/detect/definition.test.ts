/** scoped-hb and gwcp against the definitions, on thousands of small traces. */
// slow: thousands of traces by definition
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DetectorSetting } from '../../src/detect/detector.ts';
import { Gwcp } from '../../src/detect/gwcp.ts';
import { ScopedHb } from '../../src/detect/scoped-hb.ts';
import { definition } from './definition.ts';
import { type Flavour, header, randomTrace } from './random-trace.ts';
import { racesOf, record } from './recorded.ts';

const plain: Flavour = {
  length: 40,
  threads: 4,
  locks: 3,
  words: 4,
  barriers: 0,
  atomics: 0,
  odd: false,
  scopes: false,
  orders: false,
};
const FLAVOURS: Record<string, Flavour> = {
  locks: plain,
  'scoped locks': { ...plain, scopes: true },
  barriers: { ...plain, threads: 8, locks: 0, barriers: 25 },
  'barriers and locks': { ...plain, threads: 6, barriers: 12, scopes: true },
  'parts of words': { ...plain, odd: true, barriers: 5 },
  'locks of programs': { ...plain, scopes: true, inferred: true, length: 50 },
  'lanes, exits and inferred locks': {
    ...plain,
    length: 60,
    threads: 7,
    words: 3,
    barriers: 6,
    scopes: true,
    inferred: true,
    exits: true,
    lanes: true,
  },
  everything: {
    ...plain,
    length: 50,
    threads: 6,
    barriers: 8,
    atomics: 30,
    odd: true,
    scopes: true,
    orders: true,
    exits: true,
    lanes: true,
  },
};
const RUNS = Number(process.env.GPURACE_RANDOM_TRACES ?? 500);
const FIRST = Number(process.env.GPURACE_RANDOM_SEED ?? 0);

for (const [name, flavour] of Object.entries(FLAVOURS)) {
  test(`${name}: scoped-hb and gwcp report what the definitions say, no more and no less`, (t) => {
    let racing = 0;
    for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
      const events = randomTrace(seed, flavour);
      const { shape, list } = record(header, events);
      const sites = list.map((e) => (e.type === 'access' ? e.site : -1));
      const expected = definition(shape, list);
      for (const [detector, make, pairs] of [
        ['scoped-hb', (setting: DetectorSetting) => new ScopedHb(setting), expected.happens],
        ['gwcp', (setting: DetectorSetting) => new Gwcp(setting), expected.weak],
      ] as const) {
        const allowed = new Set(pairs.map(([i, j]) => `${sites[i]} ${sites[j]}`));
        const found = racesOf(header, events, make, seed % 2 === 0 ? 'ndjson' : 'binary');
        const told = () => `seed ${seed}, ${detector}\n${events.map((e, i) => `${i} ${JSON.stringify(e)}`).join('\n')}`;
        for (const [a, b] of found) assert.ok(allowed.has(`${a} ${b}`), `false pair ${a} ${b}, ${told()}`);
        racing += pairs.length;
        const later = new Set(found.map(([, b]) => b));
        for (const [i, j] of pairs) assert.ok(later.has(sites[j]!), `missed ${sites[i]} ${sites[j]}, ${told()}`);
      }
    }
    t.diagnostic(`${RUNS} traces, ${racing} racing pairs of events`);
  });
}
