/**
 * Instantiations of one template mostly run out of time at the same question. When some have, the others are only tried: what they
 * decide quickly is decided, and nobody waits for the same question a hundred times. What they show and the others did not is looked
 * at with all the time. Where those that ran out of time have shown races, the others may take their time to show one as well, and then end:
 * lines at which others race come first.
 */
import type { LaunchSizes } from '../check/index.ts';
import type { ProvedUnder } from '../conditions/index.ts';
import { bareName } from '../lexical/kernel-names.ts';
import { linesKey } from '../model/pairs.ts';
import type { Reason } from '../model/reason.ts';
import type { Finding, KernelResult } from '../model/result.ts';
import type { PreparedKernel } from './prepared-kernel.ts';
import { SHARE_THAT_IS_FREE } from './untouched.ts';

/** So many instantiations of a template may run out of their time, and more where most are decided. */
const MOST_LOST = 3;
/** The part of a kernel's time that the others get then. */
const SHARE_OF_OTHERS = 0.1;
/** Who has taken that much of its time has run out of it: the analysis stops at its own pace. */
const NEARLY_ALL = 0.9;

type Instance = Pick<PreparedKernel, 'kernel' | 'place'>;

interface Answer {
  readonly result: KernelResult;
  readonly findings: readonly Finding[];
  /** Under what it is free of races; null where nothing of the kind was found. */
  readonly proved: ProvedUnder | null;
}

/** What an instance may take, in milliseconds. */
export interface Allowance {
  readonly given: number;
  /** After which a race is answer enough; null: all is wanted. */
  readonly enough: number | null;
  /** Pairs of lines (`linesKey`) at which others race, and what one was seen with. */
  readonly raced: ReadonlyMap<string, LaunchSizes>;
  /** What proved another one; null: nothing did. */
  readonly proof: ProvedUnder | null;
}

/** Milliseconds: what a kernel is given, what this one was given, and what it took. */
interface Times extends Pick<Allowance, 'given' | 'enough'> {
  readonly full: number;
  readonly taken: number;
}

/** What became of the instantiations of one template that had all of their time. */
class Template {
  lost = 0;
  /** Those that were decided, in whatever time. */
  decided = 0;
  /** Of those that only had to show a race, in a row. */
  lostLater = 0;
  /** Ids of races, which are the same for all of them. */
  readonly races = new Set<string>();
  /** Pairs of lines at which one has shown a race. */
  readonly raced = new Map<string, LaunchSizes>();
  /** What proved the last one that was proved. */
  proof: ProvedUnder | null = null;

  get isLost(): boolean {
    return this.lost >= MOST_LOST && this.lost > this.decided;
  }
}

/** How often the templates of a unit ran out of time. */
export class TemplateTime {
  readonly #templates = new Map<string, Template>();

  /** @param full milliseconds that others would give the instance */
  allowance(instance: Instance, full: number): Allowance {
    const { isLost, lostLater, raced, proof } = this.#of(instance);
    const known = { raced, proof };
    if (!isLost) return { given: full, enough: null, ...known };
    const short = Math.round(full * SHARE_OF_OTHERS);
    return raced.size > 0 && lostLater < MOST_LOST
      ? { given: full, enough: short, ...known }
      : { given: short, enough: null, ...known };
  }

  /** Has an instance that was only tried to be looked at with all the time? It may have made an error of what is only possible. */
  wantsMore(instance: Instance, { full, given, taken }: Times, { result, findings }: Omit<Answer, 'proved'>): boolean {
    const { races } = this.#of(instance);
    const isShort = given < full && taken >= given * SHARE_THAT_IS_FREE;
    return isShort && isOpen(result) && findings.some(({ raceId }) => !races.has(raceId));
  }

  /**
   * Takes note of what became of an instance.
   * @returns what is to be said of one that had less time than others, and not enough; else null
   */
  done(instance: Instance, { full, given, enough, taken }: Times, { result, findings, proved }: Answer): Reason | null {
    const template = this.#of(instance);
    // What proved one is tried first on the next ones: those before it say nothing of them.
    if (proved !== null) template.lost = 0;
    template.proof = proved ?? template.proof;
    const isRacy = result.verdict === 'racy';
    if (!isOpen(result)) template.decided += 1;
    if (given === full) {
      for (const { raceId, evidence, accesses, witness } of findings) {
        template.races.add(raceId);
        const [a, b] = accesses;
        const isShown = isRacy && evidence !== 'possible' && witness !== null;
        if (isShown && a !== undefined && b !== undefined) template.raced.set(linesKey(a, b), witness);
      }
      const isLost = isOpen(result) && taken >= given * NEARLY_ALL;
      if (isLost && enough === null) template.lost += 1;
      if (enough !== null) template.lostLater = isLost && !isRacy ? template.lostLater + 1 : 0;
      if (enough === null || isLost || !isRacy || !isOpen(result)) return null;
    }
    if (!isOpen(result) || taken < (enough ?? given) * SHARE_THAT_IS_FREE) return null;
    const why = `${MOST_LOST} other instantiations of this template ran out of time`;
    const had = enough === null ? `it was given ${given / 1000} s instead of` : 'it ended with a race after less than';
    return {
      kind: 'cut-short',
      text: `${why}, so ${had} ${full / 1000} s; --kernel with its whole name gives it all`,
      place: instance.place,
      nextStep: 'more-time',
    };
  }

  /** An earlier attempt at the instance cost its worker. */
  lost(instance: Instance): void {
    this.#of(instance).lost += 1;
  }

  #of({ kernel, place }: Instance): Template {
    const key = JSON.stringify([place.file, place.line, bareName(kernel.sourceName)]);
    const known = this.#templates.get(key) ?? new Template();
    this.#templates.set(key, known);
    return known;
  }
}

/** Might more time have made a difference? */
function isOpen({ verdict, reasons }: KernelResult): boolean {
  return verdict === 'inconclusive' || reasons.some(({ kind }) => kind === 'cut-short' || kind === 'undecided');
}
