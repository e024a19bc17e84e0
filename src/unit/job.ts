/**
 * One translation unit, start to end: source → IR → Program → kernels → verdicts. Runs inside a worker; the pool in
 * `pool.ts` owns the time budget and replaces a worker that is stuck or trapped.
 */

import type { AssemblyTable } from '../lexical/assembled-sources.ts';
import type { Mentions } from '../lexical/mentions.ts';
import type { DefinitionTable } from '../lexical/stated-definitions.ts';
import type { TemplateLaunches } from '../lexical/template-launches.ts';
import type { ExplainRequest } from '../model/explanation.ts';
import type { CheckOptions } from '../model/options.ts';
import type { KernelQuestions, LinesByFile } from '../model/pairs.ts';
import type { Reason } from '../model/reason.ts';
import type { Language } from '../model/result.ts';

export interface Launcher {
  readonly file: string;
  readonly options: CheckOptions;
}

/** Kernels that a change does not touch. */
export interface UntouchedKernels {
  /** Their fingerprints. */
  readonly digests: ReadonlySet<string>;
  /** Time for each of them, and for all of the unit together. Milliseconds. */
  readonly eachMs: number;
  readonly allMs: number;
}

export interface UnitJob {
  /** The file to analyse, relative to the tree's root. */
  readonly file: string;
  readonly language: Language;
  readonly options: CheckOptions;
  /** Kernels that an earlier attempt did not survive, with the reason to give for each: they are not tried again. */
  readonly skip: ReadonlyMap<string, Reason>;
  /** Template arguments of launches anywhere in the sources, for templates that this file does not instantiate. */
  readonly templateLaunches?: TemplateLaunches;
  /** What builds and host code anywhere in the sources say that macros are. */
  readonly stated?: DefinitionTable;
  /** Which sources host code puts together. */
  readonly assembled?: AssemblyTable;
  /** Other programs that launch a kernel of this name without defining it: asked when the file itself has no launch. */
  readonly launchers?: readonly Launcher[];
  /** Other files that speak of the functions of this one. */
  readonly mentions?: Mentions;
  /**
   * Set for a program that was not asked for itself, but is the way to a header that was: kernels that are defined in
   * other files than these are left out.
   */
  readonly kernelsOf?: ReadonlySet<string>;
  /** False: no conditions are looked for, as a measurement of what they cost wants it. */
  readonly findsConditions?: boolean;
  /** Which pairs to explain; places are paths of the tree. */
  readonly explain?: ExplainRequest;
  /** Set when a comparison wants to know of pairs, too. */
  readonly tellsPairs?: true;
  /** Lines that a change touches: what is near them is decided first. */
  readonly near?: LinesByFile;
  /** Instead of verdicts: what is asked of some kernels. */
  readonly questions?: readonly KernelQuestions[];
  /** Instead of verdicts: the fingerprints of the kernels. */
  readonly tellsFingerprints?: true;
  /** Kernels that the other side of a comparison has in the same form: they come last. */
  readonly untouched?: UntouchedKernels;
  /** Fingerprints of kernels that are decided on the other side of a comparison, and not here. */
  readonly leftToOther?: ReadonlySet<string>;
  /** Set when the time of the run is bounded: when the unit has to be done, by `timeNow()`. */
  readonly until?: number;
  /** Set when the cache wants to know what the analysis asked of the tree and of the tables above. */
  readonly observe?: true;
}
