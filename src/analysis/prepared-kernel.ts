/** A kernel with all that is said of its launches: what host code, options and comments of the source say. */
import { changedLaunches, type LaunchMaker } from '../check/index.ts';
import { usedBy } from '../host/index.ts';
import type { ProgramFunction } from '../ir/program.ts';
import type { Directive } from '../lexical/directives.ts';
import { bareName } from '../lexical/kernel-names.ts';
import type { Assumption } from '../model/assumption.ts';
import type { Terms } from '../terms/index.ts';
import type { UnitJob } from '../unit/job.ts';
import { launchesOf } from './kernel-launches.ts';
import { placeOf, type UnitReading } from './read-unit.ts';
import { withStatedFacts } from './source-comments.ts';
import type { SourceLines } from './source-lines.ts';

export interface PreparedKernel {
  readonly kernel: ProgramFunction;
  readonly place: { readonly file: string; readonly line: number };
  /** Makes each launch in an arena of its own. */
  readonly launches: readonly LaunchMaker[];
  /** That a template was instantiated with arguments of ours. */
  readonly standIn: Assumption | null;
  /** Whether barriers that order nothing are looked for. */
  readonly advises: boolean;
}

interface Surroundings {
  readonly job: UnitJob;
  readonly unit: UnitReading;
  readonly lines: SourceLines;
  /** Takes the assumptions of the source that are made use of. */
  readonly used: Set<Directive>;
}

export function preparedKernel(kernel: ProgramFunction, { job, unit, lines, used }: Surroundings): PreparedKernel {
  const { options } = job;
  const place = placeOf(unit.program, kernel, job.file);
  const { variables } = usedBy(unit.program, kernel);
  const launches = changedLaunches(launchesOf(job, unit, kernel), (make) => (terms: Terms) => {
    const launch = make(terms);
    const places = launch.source ? [place, launch.source] : [place];
    return withStatedFacts(terms, { kernel, variables }, launch, places, lines, used);
  });
  const standIn = unit.standIns.get(bareName(kernel.sourceName)) ?? null;
  // A barrier is redundant if it is for all who see it: one that a header brings along is not judged by one of them.
  const isOwn = place.file === job.file && standIn === null;
  const areSizesOpen = options.gridDim === null && options.blockDim === null;
  return { kernel, place, launches, standIn, advises: isOwn && areSizesOpen };
}
