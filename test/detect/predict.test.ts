/** predict against every correct reordering of thousands of tiny traces: nothing false, and next to nothing missed. */
// slow: all correct reorderings of thousands of traces
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompositeDetector } from '../../src/detect/composite-detector.ts';
import { Predict } from '../../src/detect/predict.ts';
import { DEFAULT_BOUNDS, isReordered, Vindicator } from '../../src/detect/vindicator.ts';
import { definition } from './definition.ts';
import { type Flavour, header, randomTrace } from './random-trace.ts';
import { drive, record } from './recorded.ts';
import { reorderings } from './reorderings.ts';

const plain: Flavour = {
  length: 16,
  threads: 3,
  locks: 2,
  words: 2,
  barriers: 0,
  atomics: 0,
  odd: false,
  scopes: false,
  orders: false,
};
const FLAVOURS: Record<string, Flavour> = {
  locks: plain,
  'scoped locks and parts of words': { ...plain, scopes: true, odd: true },
  'barriers and atomics': { ...plain, barriers: 10, atomics: 20, scopes: true },
  'locks of programs and exits': { ...plain, length: 15, scopes: true, inferred: true, exits: true, lanes: true },
  'acquire and release': { ...plain, length: 18, barriers: 5, atomics: 40, scopes: true, orders: true },
  'four threads': { ...plain, length: 20, threads: 4, locks: 3, words: 3 },
};
const RUNS = Number(process.env.GPURACE_RANDOM_TRACES ?? 700);
const FIRST = Number(process.env.GPURACE_RANDOM_SEED ?? 0);

for (const [name, flavour] of Object.entries(FLAVOURS)) {
  test(`${name}: every predicted race can happen, and what can happen is predicted`, (t) => {
    let predicted = 0;
    let possible = 0;
    for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
      const events = randomTrace(seed, flavour);
      const { shape, list } = record(header, events);
      const expected = reorderings(shape, list, definition(shape, list).conflict);
      const sites = list.map((e) => (e.type === 'access' ? e.site : -1));
      const real = new Set(
        [...expected].map((pair) =>
          pair
            .split(' ')
            .map((i) => sites[Number(i)])
            .join(' '),
        ),
      );
      let vindicator!: Vindicator;
      drive(header, events, (its) => {
        vindicator = new Vindicator(its.threadsPerBlock, its.threads);
        return new CompositeDetector([vindicator.window, new Predict({ shape: its, vindicator })]);
      });
      vindicator.flush();
      const told = () => `seed ${seed}\n${events.map((e, i) => `${i} ${JSON.stringify(e)}`).join('\n')}`;
      for (const [pair, fate] of vindicator.fates) {
        if (isReordered(fate)) assert.ok(real.has(pair), `false pair ${pair}, ${told()}`);
      }
      possible += real.size;
      for (const pair of real) if (isReordered(vindicator.fates.get(pair))) predicted++;
    }
    t.diagnostic(`${predicted} of ${possible} pairs`);
    assert.ok(predicted >= possible * 0.999, `${predicted} of ${possible} pairs`);
  });
}

test('a window that slides finds less, and nothing that cannot happen', (t) => {
  let [predicted, possible] = [0, 0];
  for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
    const events = randomTrace(seed, { ...plain, length: 18, scopes: seed % 2 === 0 });
    const { shape, list } = record(header, events);
    const sites = list.map((e) => (e.type === 'access' ? e.site : -1));
    const real = new Set(
      [...reorderings(shape, list, definition(shape, list).conflict)].map((pair) =>
        pair
          .split(' ')
          .map((i) => sites[Number(i)])
          .join(' '),
      ),
    );
    let vindicator!: Vindicator;
    drive(header, events, (its) => {
      vindicator = new Vindicator(its.threadsPerBlock, its.threads, { ...DEFAULT_BOUNDS, window: 6 });
      return new CompositeDetector([vindicator.window, new Predict({ shape: its, vindicator })]);
    });
    vindicator.flush();
    for (const [pair, fate] of vindicator.fates) {
      if (!isReordered(fate)) continue;
      const told = events.map((e, i) => `${i} ${JSON.stringify(e)}`).join('\n');
      assert.ok(real.has(pair), `false pair ${pair}, seed ${seed}\n${told}`);
      predicted++;
    }
    possible += real.size;
  }
  t.diagnostic(`${predicted} of ${possible} pairs`);
  assert.ok(predicted > possible / 20 && predicted < possible);
});
