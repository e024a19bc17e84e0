/** One detector of a launch by its name, as often as the launch needs it, and the one list of what it finds. */
import type { LaunchShape } from '../trace/index.ts';
import type { DetectorName } from './detect-trace.ts';
import type { Detector, RaceSink } from './detector.ts';
import { Gwcp } from './gwcp.ts';
import type { HeldLocks } from './held-locks.ts';
import type { AskedSpace } from './lock-inference.ts';
import { RaceLog } from './race-log.ts';
import { ScopedHb } from './scoped-hb.ts';
import { Scord, type ScordOptions } from './scord.ts';
import type { Vindicator } from './vindicator.ts';

export class DetectorLog {
  readonly races: RaceLog;
  readonly #name: DetectorName;
  /** The one that tells of a race now: only it understands the times on its clock. */
  #teller: Gwcp | null = null;

  constructor(name: DetectorName, vindicator: Vindicator, locks: HeldLocks) {
    this.#name = name;
    const inOrder = (thread: number, counter: number, by: number): boolean =>
      this.#teller?.happenedBefore(thread, counter, by) ?? name === 'scord';
    this.races = new RaceLog(vindicator, (...times) => !inOrder(...times), name !== 'scord', locks);
  }

  /** @param space whose races are told; `any`: of all memory */
  detector(shape: LaunchShape, options: ScordOptions, space: AskedSpace): Detector {
    let gwcp: Gwcp | null = null;
    const ofSpace: RaceSink = {
      race: (...race) => {
        const [, , , , , , , block] = race;
        if (block >= 0 !== (space === 'shared')) return;
        this.#teller = gwcp;
        this.races.race(...race);
      },
    };
    const races = space === 'any' ? this.races : ofSpace;
    const setting = { shape, races };
    if (this.#name === 'scord') return new Scord({ ...setting, options });
    if (this.#name === 'scoped-hb') return new ScopedHb(setting);
    gwcp = new Gwcp(setting);
    this.#teller = gwcp;
    return gwcp;
  }
}
