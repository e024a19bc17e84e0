/** Which kernels of a unit the other side of a comparison has in the same form, and what follows for each kernel. */
import { type KernelFingerprint, type SettledKernel, UNTRIED } from '../model/same-kernels.ts';
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
  /** What is said of kernels that are not decided here, as long as nobody knows better. */
  readonly answers: readonly KernelEvent[];

  constructor(job: UnitJob, unit: UnitReading, kernels: readonly PreparedKernel[]) {
    const { tellsFingerprints, untouched, leftToOther } = job;
    this.told = null;
    this.toDecide = kernels;
    this.untouched = [];
    this.answers = [];
    if (tellsFingerprints === undefined && untouched === undefined && leftToOther === undefined) return;
    const digests = new ProgramDigests(unit.program);
    const all = kernels.map((prepared) => ({ prepared, fingerprint: fingerprintOf(prepared, job, unit, digests) }));
    if (tellsFingerprints !== undefined) {
      this.told = all.map(({ fingerprint }) => fingerprint);
      this.toDecide = [];
      this.answers = all.map(({ fingerprint }) => notDecided(fingerprint, unit));
      return;
    }
    const isSame = ({ fingerprint }: (typeof all)[number]) => untouched?.digests.has(fingerprint.digest) === true;
    const isLeft = ({ fingerprint }: (typeof all)[number]) => leftToOther?.has(fingerprint.digest) === true;
    this.told = all.filter((one) => isSame(one) || isLeft(one)).map(({ fingerprint }) => fingerprint);
    this.toDecide = all.filter((one) => !isSame(one) && !isLeft(one)).map(({ prepared }) => prepared);
    this.untouched = all.filter(isSame).map(({ prepared }) => prepared);
    this.answers = all.filter(isLeft).map(({ fingerprint }) => notDecided(fingerprint, unit));
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

function notDecided({ kernel, file, line }: KernelFingerprint, { language }: UnitReading): KernelEvent {
  const result = notAnalysed({ name: kernel, line, isTemplate: false }, file, language, UNTRIED);
  return { type: 'kernel', result: { ...result, reasons: [UNTRIED] }, findings: [] };
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

/** Whether a unit has kernels, and leaves all of them to the other side. @param told what came of its fingerprints */
export function isLeftToOther({ fingerprints = [] }: UnitOutcome, digests: ReadonlySet<string>): boolean {
  return fingerprints.length > 0 && fingerprints.every(({ digest: own }) => digests.has(own));
}

/** The outcome of a unit with what the other side found out about the kernels that were left to it. */
export function withSettled(outcome: UnitOutcome, settled: readonly SettledKernel[]): UnitOutcome {
  const { fingerprints = [], kernels, findings, pairs = [], unlaunched = new Set() } = outcome;
  const byDigest = new Map(settled.map((kernel) => [kernel.digest, kernel]));
  const answers = new Map(
    fingerprints.flatMap((one) => {
      const known = byDigest.get(one.digest);
      return known === undefined ? [] : [[keyOf(one), settledAt(one, known)] as const];
    }),
  );
  if (answers.size === 0) return outcome;
  const answered = [...answers.values()];
  const isOpen = (kernel: KernelPlace) => !answers.has(keyOf(kernel));
  return {
    ...outcome,
    kernels: kernels.map((kernel) => answers.get(keyOf(kernel))?.result ?? kernel),
    findings: [...findings, ...answered.flatMap((answer) => answer.findings)],
    pairs: [...pairs.filter(isOpen), ...answered.flatMap((answer) => answer.pairs ?? [])],
    unlaunched: new Set([
      ...[...unlaunched].filter(isOpen),
      ...answered.flatMap(({ result, isUnlaunched: isFree }) => (isFree ? [result] : [])),
    ]),
  };
}

type KernelPlace = Pick<KernelFingerprint, 'kernel' | 'file' | 'line'>;

function keyOf({ kernel, file, line }: KernelPlace): string {
  return JSON.stringify([kernel, file, line]);
}
