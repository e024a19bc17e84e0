/** Which kernels of a unit the other side of a comparison has in the same form, and what follows for each kernel. */
import type { Reason } from '../model/reason.ts';
import type { KernelFingerprint, SettledKernel } from '../model/same-kernels.ts';
import { Terms } from '../terms/index.ts';
import type { UnitEvent } from '../unit/event.ts';
import type { UnitJob } from '../unit/job.ts';
import type { UnitOutcome } from '../unit/outcome.ts';
import { assumptionText, digest, launchText, ProgramDigests } from './fingerprint.ts';
import { isUnlaunched } from './kernel-launches.ts';
import type { PreparedKernel } from './prepared-kernel.ts';
import { notAnalysed, type UnitReading } from './read-unit.ts';

type KernelEvent = Extract<UnitEvent, { type: 'kernel' }>;

export class SameKernels {
  /** The fingerprints that the job wants; null: none. */
  readonly told: readonly KernelFingerprint[] | null;
  /** Kernels to be decided as usual. */
  readonly toDecide: readonly PreparedKernel[];
  /** Kernels that are decided when there is time. */
  readonly untouched: readonly PreparedKernel[];
  /** What is said of kernels that are not decided here. */
  readonly answers: readonly KernelEvent[];

  constructor(job: UnitJob, unit: UnitReading, kernels: readonly PreparedKernel[]) {
    const { tellsFingerprints, untouched, settled } = job;
    this.told = null;
    this.toDecide = kernels;
    this.untouched = [];
    this.answers = [];
    if (tellsFingerprints === undefined && untouched === undefined && settled === undefined) return;
    const digests = new ProgramDigests(unit.program);
    const all = kernels.map((prepared) => ({ prepared, fingerprint: fingerprintOf(prepared, job, unit, digests) }));
    const isSame = ({ fingerprint }: (typeof all)[number]) => untouched?.digests.has(fingerprint.digest) === true;
    const isSettled = ({ fingerprint }: (typeof all)[number]) => settled?.has(fingerprint.digest) === true;
    if (tellsFingerprints !== undefined) {
      this.told = all.map(({ fingerprint }) => fingerprint);
      this.toDecide = [];
      this.answers = all.map(({ fingerprint }) => notAsked(fingerprint, unit));
      return;
    }
    if (untouched !== undefined) this.told = all.filter(isSame).map(({ fingerprint }) => fingerprint);
    this.toDecide = all.filter((one) => !isSame(one) && !isSettled(one)).map(({ prepared }) => prepared);
    this.untouched = all.filter(isSame).map(({ prepared }) => prepared);
    this.answers = all.flatMap(({ fingerprint }) => {
      const known = settled?.get(fingerprint.digest);
      return known === undefined ? [] : { type: 'kernel' as const, ...settledAt(fingerprint, known) };
    });
  }
}

function fingerprintOf(
  { kernel, place, launches, standIn, advises }: PreparedKernel,
  job: UnitJob,
  unit: UnitReading,
  digests: ProgramDigests,
): KernelFingerprint {
  const parts = [
    digests.of(kernel),
    launches.map((make) => launchText(make(new Terms()))),
    unit.language,
    job.options.warpModel,
    job.tellsPairs ?? false,
    advises,
    isUnlaunched(job, unit, kernel),
    unit.assumptions.map(assumptionText),
    standIn && assumptionText(standIn),
  ];
  return { kernel: kernel.sourceName, ...place, digest: digest(JSON.stringify(parts)) };
}

const NOT_ASKED: Reason = { kind: 'other', text: 'no verdict was asked for', place: null };

function notAsked({ kernel, file, line }: KernelFingerprint, { language }: UnitReading): KernelEvent {
  const result = notAnalysed({ name: kernel, line, isTemplate: false }, file, language, NOT_ASKED);
  return { type: 'kernel', result: { ...result, reasons: [NOT_ASKED] }, findings: [] };
}

/** What is known of a kernel, at the place where it stands on this side. */
function settledAt(
  { file, line }: KernelFingerprint,
  { result, findings, pairs, isUnlaunched: unlaunched }: SettledKernel,
): Omit<KernelEvent, 'type'> {
  return {
    result: {
      ...result,
      file,
      line,
      conditions: result.conditions.map((condition) => ({ ...condition, file, line })),
      elapsedMs: 0,
    },
    findings,
    ...(pairs === null ? {} : { pairs: { ...pairs, file, line } }),
    isUnlaunched: unlaunched,
  };
}

/**
 * The outcome of a unit of which nothing is left to decide.
 * @param told what came of it when its fingerprints were asked for
 * @returns null when there is something left
 */
export function settledOutcome(told: UnitOutcome, settled: ReadonlyMap<string, SettledKernel>): UnitOutcome | null {
  const fingerprints = told.fingerprints ?? [];
  const known = fingerprints.map((one) => ({ one, kernel: settled.get(one.digest) }));
  if (known.length === 0 || known.some(({ kernel }) => kernel === undefined)) return null;
  const isTold = ({ kernel, file, line }: KernelPlace) =>
    fingerprints.some((one) => one.kernel === kernel && one.file === file && one.line === line);
  const answers = known.map(({ one, kernel }) => settledAt(one, kernel!));
  const results = answers.map(({ result }) => result);
  return {
    kernels: [...told.kernels.filter((kernel) => !isTold(kernel)), ...results],
    findings: answers.flatMap(({ findings }) => findings),
    problems: told.problems,
    pairs: answers.flatMap(({ pairs }) => pairs ?? []),
    unlaunched: new Set(answers.flatMap(({ result, isUnlaunched: unlaunched }) => (unlaunched ? [result] : []))),
  };
}

type KernelPlace = Pick<KernelFingerprint, 'kernel' | 'file' | 'line'>;
