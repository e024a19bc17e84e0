/** From the outcomes of the units to the result of the run: merged, in an order that no scheduling can change. */

import { bareName } from '../lexical/kernel-names.ts';
import { Distinct } from '../model/distinct.ts';
import { type Finding, type KernelResult, type Problem, type Result, SCHEMA_VERSION } from '../model/result.ts';
import { isDefect } from '../model/rules.ts';
import { VERSION } from '../model/version.ts';
import type { UnitOutcome } from '../unit/outcome.ts';
import { isNotAnalysed } from './open-reasons.ts';
import { summaryOf } from './summary.ts';
import { worstVerdict } from './verdicts.ts';

/** @param outcomes One per file, in a fixed order. */
export function collect(all: readonly UnitOutcome[], files: number, elapsedMs: number): Result {
  const outcomes = withoutUnlaunched(withoutFragments(all));
  const kernels = mergeKernels(outcomes.flatMap((outcome) => outcome.kernels));
  const findings = distinct(
    agreedAdvice(
      outcomes.flatMap((outcome) => outcome.findings),
      kernels,
    ),
    findingKey,
  );
  const problems = distinct(
    outcomes.flatMap((outcome) => outcome.problems),
    problemKey,
  );
  return {
    schemaVersion: SCHEMA_VERSION,
    tool: { name: 'gpurace', version: VERSION },
    kernels,
    findings,
    problems,
    summary: summaryOf(kernels, files, elapsedMs),
  };
}

/** One of each, in the order of results. */
export function sortedFindings(findings: readonly Finding[]): Finding[] {
  return distinct(findings, findingKey);
}

/** Without notes on barriers that only some instances of a template can do without. */
function agreedAdvice(findings: readonly Finding[], kernels: readonly KernelResult[]): Finding[] {
  const advice = findings.filter((finding) => !isDefect(finding));
  if (advice.length === 0) return [...findings];
  const placeOf = ({ accesses: [at] }: Finding) => `${at?.file}:${at?.line}:${at?.column}`;
  const agreed = (finding: Finding) => {
    const instances = kernels.filter(
      ({ kernel, file }) => bareName(kernel) === bareName(finding.kernel) && file === finding.accesses[0]?.file,
    );
    return instances.every(({ kernel }) =>
      advice.some((other) => other.kernel === kernel && placeOf(other) === placeOf(finding)),
    );
  };
  return findings.filter((finding) => isDefect(finding) || agreed(finding));
}

/**
 * A file that is included by another one often makes no sense alone (`kernel.cu` in `main.cu`, templates in headers).
 * What could not be analysed in it, but was where it is included, is not missing.
 */
function withoutFragments(outcomes: readonly UnitOutcome[]): UnitOutcome[] {
  const analysed = answeredDefinitions(outcomes);
  return outcomes.map((outcome) => {
    const kernels = outcome.kernels.filter((k) => !isNotAnalysed(k) || !analysed.has(definitionKey(k)));
    if (kernels.length === outcome.kernels.length || kernels.some(isNotAnalysed)) return { ...outcome, kernels };
    const problems = outcome.problems.map((p): Problem => ({ ...p, severity: 'warning' }));
    return { ...outcome, kernels, problems };
  });
}

/**
 * Of the programs that include a kernel, those that launch it say how it runs; where it only comes along with a header,
 * any launch was considered, and none of those happens.
 */
function withoutUnlaunched(outcomes: readonly UnitOutcome[]): UnitOutcome[] {
  const keyOf = (kernel: KernelResult) => JSON.stringify(kernelKey(kernel));
  const launched = new Set(
    outcomes.flatMap((o) => o.kernels.filter((k) => k.launches.length > 0 && !o.unlaunched?.has(k)).map(keyOf)),
  );
  return outcomes.map((outcome) => {
    const dropped = outcome.kernels.filter((k) => outcome.unlaunched?.has(k) && launched.has(keyOf(k)));
    if (dropped.length === 0) return outcome;
    const kernels = outcome.kernels.filter((kernel) => !dropped.includes(kernel));
    return { ...outcome, kernels, findings: findingsIn(outcome, kernels) };
  });
}

/** The findings of some of the kernels of a unit. Of namesakes in one unit, all count. */
function findingsIn(outcome: UnitOutcome, kernels: readonly KernelResult[]): Finding[] {
  const kept = new Set(kernels.map(({ kernel }) => kernel));
  return outcome.findings.filter(({ kernel }) => kept.has(kernel));
}

/** Definitions that were analysed in some unit. */
export function answeredDefinitions(outcomes: readonly UnitOutcome[]): Set<string> {
  return new Set(outcomes.flatMap((o) => o.kernels.filter((k) => !isNotAnalysed(k)).map((k) => definitionKey(k))));
}

/** The outcome without the kernels of these definitions, and without what was found in them. */
export function withoutDefinitions(outcome: UnitOutcome, definitions: ReadonlySet<string>): UnitOutcome {
  const kernels = outcome.kernels.filter((kernel) => !definitions.has(definitionKey(kernel)));
  if (kernels.length === outcome.kernels.length) return outcome;
  return { ...outcome, kernels, findings: findingsIn(outcome, kernels) };
}

/** The definition in the source, whatever it is instantiated with. */
export function definitionKey({ file, line, kernel }: Pick<KernelResult, 'file' | 'line' | 'kernel'>): string {
  return JSON.stringify([file, line, bareName(kernel)]);
}

/** A kernel of a header is seen by every file that includes it: one entry, with the worst verdict and all reasons. */
function mergeKernels(kernels: readonly KernelResult[]): KernelResult[] {
  const merged = new Map<string, KernelResult>();
  for (const kernel of kernels) {
    const key = JSON.stringify(kernelKey(kernel));
    const known = merged.get(key);
    merged.set(key, known === undefined ? kernel : mergeKernel(known, kernel));
  }
  return [...merged.values()].sort((a, b) => compareKeys(kernelKey(a), kernelKey(b)));
}

function mergeKernel(a: KernelResult, b: KernelResult): KernelResult {
  return {
    ...a,
    verdict: worstVerdict(a.verdict, b.verdict),
    conditions: distinctInOrder([...a.conditions, ...b.conditions]),
    reasons: [...new Distinct([...a.reasons, ...b.reasons])],
    assumptions: [...new Distinct([...a.assumptions, ...b.assumptions])],
    launches: distinctInOrder([...a.launches, ...b.launches]),
    accessPairs: Math.max(a.accessPairs, b.accessPairs),
    solverCalls: a.solverCalls + b.solverCalls,
    ...(a.solverPairs === undefined && b.solverPairs === undefined
      ? {}
      : { solverPairs: Math.max(a.solverPairs ?? 0, b.solverPairs ?? 0) }),
    elapsedMs: a.elapsedMs + b.elapsedMs,
  };
}

type Key = readonly (string | number)[];

function kernelKey({ file, line, kernel, language }: KernelResult): Key {
  return [file, line, kernel, language];
}

function findingKey(finding: Finding): Key {
  const places = finding.accesses.flatMap(({ file, line, column, kind }) => [file, line, column, kind]);
  return [...places.slice(0, 3), finding.kernel, finding.rule, finding.raceId, ...places];
}

function problemKey({ file, line, column, severity, message }: Problem): Key {
  return [file ?? '', line ?? 0, column ?? 0, severity, message];
}

/** One of each key, sorted by key. */
function distinct<T>(items: readonly T[], keyOf: (item: T) => Key): T[] {
  const byKey = new Map<string, T>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item));
    if (!byKey.has(key)) byKey.set(key, item);
  }
  return [...byKey.values()].sort((a, b) => compareKeys(keyOf(a), keyOf(b)));
}

function distinctInOrder<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function compareKeys(a: Key, b: Key): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined) return 1;
    if (left === right) continue;
    return left < right ? -1 : 1;
  }
  return a.length - b.length;
}
