/** The clocks for a hierarchy of threads against a vector clock for each thread, in launches with several warps a block. */
// slow: hundreds of random launches, twice each
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlainClock } from '../../bench/plain-clock.ts';
import type { Detector, DetectorSetting, RaceSink } from '../../src/detect/detector.ts';
import { KINDS } from '../../src/detect/detector.ts';
import { Gwcp } from '../../src/detect/gwcp.ts';
import { ScopedHb } from '../../src/detect/scoped-hb.ts';
import type { LaunchShape } from '../../src/trace/index.ts';
import { random } from './random-trace.ts';

const RUNS = Number(process.env.GPURACE_RANDOM_TRACES ?? 150);
const STEPS = 400;

const SHAPES: readonly LaunchShape[] = [
  { threadsPerBlock: 40, blocks: 3, threads: 120, warpSize: 32, warpsPerBlock: 2 },
  { threadsPerBlock: 8, blocks: 6, threads: 48, warpSize: 4, warpsPerBlock: 2 },
  { threadsPerBlock: 70, blocks: 1, threads: 70, warpSize: 32, warpsPerBlock: 3 },
];

/** Weights of accesses, locks, other orders, barriers. */
const MIXES = [
  [60, 40, 0, 0],
  [60, 30, 5, 5],
  [80, 4, 1, 15],
  [50, 20, 20, 10],
] as const;

/** Calls of a detector that can follow each other, on locks and variables of both scopes. */
function drive(seed: number, shape: LaunchShape, mix: readonly number[], detector: Detector): void {
  const pick = random(seed);
  const { threadsPerBlock, warpSize } = shape;
  const busy = Array.from({ length: 2 + pick(10) }, () => pick(shape.threads));
  const held: { thread: number; lock: number; wide: boolean }[] = [];
  const lanes = (thread: number): [first: number, mask: number] => {
    const inBlock = thread % threadsPerBlock;
    const first = thread - (inBlock % warpSize);
    const count = Math.min(warpSize, threadsPerBlock - (inBlock - (inBlock % warpSize)));
    const all = count === 32 ? -1 : (1 << count) - 1;
    return [first, pick(2) === 0 ? all : pick(2 ** 31) & all];
  };
  for (let step = 0; step < STEPS; step++) {
    const thread = busy[pick(busy.length)]!;
    const dice = pick(100);
    const what = mix.findIndex((_, i) => dice < mix.slice(0, i + 1).reduce((sum, weight) => sum + weight));
    if (what === 0) {
      const kind = KINDS[pick(KINDS.length + 2) % KINDS.length]!;
      const [first, mask] = pick(3) === 0 ? lanes(thread) : [thread, 1];
      detector.access(kind, first, mask, 4 * pick(24), 4 * pick(3), [4, 4, 4, 1, 8][pick(5)]!, step, -1, false);
    } else if (what === 1) {
      const mine = held.filter((one) => one.thread === thread);
      if (mine.length > 0 && (mine.length > 1 || pick(2) === 0)) {
        const one = mine[pick(mine.length)]!;
        held.splice(held.indexOf(one), 1);
        if (pick(20) === 0) detector.abandon(thread, one.lock);
        else detector.release(thread, one.lock, one.wide, true);
      } else {
        const one = { thread, lock: pick(4), wide: pick(3) > 0 };
        const block = Math.floor(thread / threadsPerBlock);
        const excluded = ({ lock, wide, thread: other }: (typeof held)[number]): boolean =>
          lock === one.lock && (wide || one.wide || Math.floor(other / threadsPerBlock) === block);
        if (held.some(excluded)) continue;
        held.push(one);
        detector.acquire(thread, one.lock, one.wide);
      }
    } else if (what === 2) {
      const variable = 8 + pick(3);
      if (pick(2) === 0) detector.publish(thread, variable, pick(2) === 0);
      else detector.observe(thread, variable, pick(2) === 0);
    } else {
      const [first, mask] = lanes(thread);
      const which = pick(8);
      if (which === 0) detector.gridBarrier();
      else if (which < 4) detector.barrier(Math.floor(thread / threadsPerBlock));
      else if (mask !== 0) detector.warpBarrier(first, mask);
    }
  }
  detector.end();
}

/** What is reported, in order; times are the clock's own matter. */
function racesOf(
  make: (setting: DetectorSetting) => Detector,
  setting: Omit<DetectorSetting, 'races'>,
  run: (d: Detector) => void,
) {
  const told: string[] = [];
  const races: RaceSink = {
    race: (...all) => {
      const [earlier, , , by] = all;
      const ordered = detector instanceof Gwcp ? detector.happenedBefore(earlier, all[8], by) : undefined;
      told.push(`${all.slice(0, 8).join()} ${ordered}`);
    },
  };
  const detector = make({ ...setting, races });
  run(detector);
  return told;
}

for (const [name, make, weak] of [
  ['scoped-hb', (setting: DetectorSetting) => new ScopedHb(setting), false],
  ['gwcp', (setting: DetectorSetting) => new Gwcp(setting), true],
] as const) {
  test(`${name} says the same with the hierarchy's clocks as with one for each thread`, () => {
    let races = 0;
    for (let seed = 0; seed < RUNS; seed++) {
      const shape = SHAPES[seed % SHAPES.length]!;
      const mix = MIXES[(seed >> 2) % MIXES.length]!;
      const run = (detector: Detector): void => drive(seed, shape, mix, detector);
      const expected = racesOf(make, { shape, clock: new PlainClock(shape, weak) }, run);
      assert.deepEqual(racesOf(make, { shape }, run), expected, `seed ${seed}`);
      races += expected.length;
    }
    assert.ok(races > RUNS, 'the traces have races');
  });
}
