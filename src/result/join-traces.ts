/**
 * Results of traces, put together with each other and with a static result. A race that both know is one finding: the
 * static one, with the evidence of the run. A run in which a race did not show proves nothing, so no static finding and
 * no static verdict gets weaker.
 */

import { namesKernel } from '../lexical/kernel-names.ts';
import { Distinct } from '../model/distinct.ts';
import { placeAt } from '../model/place.ts';
import type { Reason } from '../model/reason.ts';
import {
  type Access,
  EVIDENCE,
  type Evidence,
  type Finding,
  type KernelResult,
  type Result,
  type RuleId,
} from '../model/result.ts';
import { inTermsOf } from './in-terms-of.ts';
import { withRaceIds } from './race-id.ts';
import { isOfRecordedRuns, sortedByPlace } from './recorded-runs.ts';
import { summaryOf } from './summary.ts';
import { worstVerdict } from './verdicts.ts';

/** Launches listed of one kernel. */
const MAX_LAUNCHES = 100;

/** Was the result made of traces alone? */
export function isOfTraces({ detectors, kernels }: Result): boolean {
  return detectors !== undefined && kernels.every(isOfRecordedRuns);
}

/** One result of the parts of a matrix, or of several runs: each kind of race once, with the strongest evidence. */
export function mergeTraces(results: readonly Result[]): Result {
  const [first] = results;
  if (first === undefined) throw new Error('nothing to merge');
  const findings = new Map<string, Finding>();
  const kernels = new Map<string, KernelResult>();
  for (const result of results) {
    for (const finding of result.findings) {
      const key = JSON.stringify([finding.kernel, ...finding.accesses.map(placeOf).sort()]);
      const known = findings.get(key);
      if (known === undefined || rank(finding.evidence) < rank(known.evidence)) findings.set(key, finding);
    }
    for (const kernel of result.kernels) {
      const known = kernels.get(kernel.kernel);
      kernels.set(kernel.kernel, known === undefined ? kernel : bothRuns(known, kernel));
    }
  }
  const all = [...kernels.values()].sort((a, b) => (a.kernel < b.kernel ? -1 : 1));
  const files = new Set(all.flatMap(({ launches }) => launches.map(({ file }) => file)));
  return summarised(
    {
      ...first,
      kernels: all,
      findings: withRaceIds(sortedByPlace([...findings.values()])),
      problems: results.flatMap(({ problems }) => problems),
      detectors: mergeDetectors(results),
    },
    Math.max(1, files.size),
    results.reduce((total, { summary }) => total + summary.elapsedMs, 0),
  );
}

/** @param stated What `check` or `diff` found. @param found What `trace` found. */
export function joinTraces(stated: Result, found: Result): Result {
  const traced = inTermsOf(stated, found);
  const findings = [...stated.findings];
  const added: Finding[] = [];
  for (const race of traced.findings) {
    const same = findings.flatMap((finding, at) => {
      const order = matches(finding, race);
      return order === null ? [] : [{ at, order, exact: finding.rule === race.rule }];
    });
    if (same.length === 0) {
      added.push(race);
      continue;
    }
    const exact = same.some((match) => match.exact);
    for (const { at, order, exact: isExact } of same) {
      if (isExact === exact) findings[at] = strengthened(findings[at]!, race, order);
    }
  }
  const kernels = stated.kernels.map((kernel) => seenRacing(kernel, [...findings, ...added], traced.kernels));
  const unknown = traced.kernels.filter((run) => !stated.kernels.some(({ kernel }) => sameKernel(kernel, run.kernel)));
  return summarised(
    {
      ...stated,
      kernels: [...kernels, ...unknown],
      findings: [...findings, ...added.map((race) => ({ ...race, kernel: nameOf(race.kernel, stated.kernels) }))],
      problems: [...stated.problems, ...traced.problems],
      detectors: mergeDetectors([stated, traced]),
    },
    stated.summary.files + traced.summary.files,
    stated.summary.elapsedMs + traced.summary.elapsedMs,
  );
}

function rank(evidence: Evidence): number {
  return EVIDENCE.indexOf(evidence);
}

/** Evidence of a run: the race was seen, or follows from what was seen. */
function isSeen({ evidence }: Finding): boolean {
  return evidence === 'trace' || evidence === 'predicted';
}

function placeOf({ file, line, column }: Access): string {
  return `${file}:${line}:${column}`;
}

function sameKernel(a: string, b: string): boolean {
  return namesKernel(a, b) || namesKernel(b, a);
}

/** The kernel as the static result calls it, where only one can be meant. */
function nameOf(run: string, kernels: readonly KernelResult[]): string {
  const meant = [...new Set(kernels.filter(({ kernel }) => sameKernel(kernel, run)).map(({ kernel }) => kernel))];
  return meant.length === 1 ? meant[0]! : run;
}

/** Is it the same race? @returns whether the run has the two accesses in the same order, or null */
function matches(stated: Finding, race: Finding): 'same' | 'swapped' | null {
  const [a, b] = stated.accesses;
  const [x, y] = race.accesses;
  if (a === undefined || b === undefined || x === undefined || y === undefined) return null;
  if (stated.status === 'fixed' || !sameKernel(stated.kernel, race.kernel)) return null;
  if (stated.memory !== null && race.memory !== null && stated.memory.space !== race.memory.space) return null;
  if (betweenBlocks(stated.rule) !== null && betweenBlocks(race.rule) !== null) {
    if (betweenBlocks(stated.rule) !== betweenBlocks(race.rule)) return null;
  }
  if (samePlace(a, x) && samePlace(b, y)) return 'same';
  return samePlace(a, y) && samePlace(b, x) ? 'swapped' : null;
}

/** Null for rules that can be either. */
function betweenBlocks(rule: RuleId): boolean | null {
  if (rule === 'inter-block-race') return true;
  return rule === 'intra-block-race' || rule === 'intra-warp-race' ? false : null;
}

/** A trace need not know columns: those that do not say more than 1. */
function samePlace(stated: Access, seen: Access): boolean {
  if (stated.kind !== seen.kind || withoutDot(stated.file) !== withoutDot(seen.file)) return false;
  if (seen.line < stated.line || seen.line > stated.endLine) return false;
  if (seen.column === 1 || stated.line !== stated.endLine) return true;
  return seen.column >= stated.column && seen.column < Math.max(stated.endColumn, stated.column + 1);
}

function withoutDot(file: string): string {
  return file.replace(/^(?:\.\/)+/, '');
}

function strengthened(stated: Finding, race: Finding, order: 'same' | 'swapped'): Finding {
  if (rank(race.evidence) >= rank(stated.evidence) || !isSeen(race)) return stated;
  const how = race.evidence === 'trace' ? 'Seen in a recorded run' : 'Follows from a recorded run';
  const witness = race.witness ?? stated.witness;
  const threads = race.witness === null || order === 'same' ? null : [...race.witness.threads].reverse();
  // What a replay did not show no longer matters.
  const { replay: _replay, ...known } = stated;
  return {
    ...known,
    evidence: race.evidence,
    witness: witness === null || threads === null ? witness : { ...witness, threads },
    // It was an open question what is in memory; in this run it was there.
    dataDependent: false,
    message: `${stated.message} ${how}: ${race.message}`,
  };
}

/** The verdict on a kernel of the static result; it gets no better by runs. */
function seenRacing(stated: KernelResult, findings: readonly Finding[], traced: readonly KernelResult[]): KernelResult {
  const runs = traced.filter((run) => sameKernel(stated.kernel, run.kernel));
  if (runs.length === 0) return stated;
  const its = findings.filter((finding) => finding.status !== 'fixed' && sameKernel(stated.kernel, finding.kernel));
  const launches = [...stated.launches, ...runs.flatMap((run) => run.launches)].slice(0, MAX_LAUNCHES);
  if (its.some(isSeen)) return { ...stated, verdict: 'racy', launches };
  const open = its.filter(({ evidence }) => evidence === 'possible');
  const isClean = stated.verdict === 'race-free' || stated.verdict === 'conditional';
  if (!isClean || open.length === 0) return { ...stated, launches };
  const reasons = open.map(
    ({ rule, accesses: [at] }): Reason => ({
      kind: 'possible-finding',
      text: `possible ${rule} in a recorded run`,
      place: at === undefined ? null : placeAt(at.file, at.line),
    }),
  );
  return { ...stated, verdict: 'inconclusive', reasons: [...new Distinct([...stated.reasons, ...reasons])], launches };
}

function bothRuns(a: KernelResult, b: KernelResult): KernelResult {
  return {
    ...a,
    verdict: worstVerdict(a.verdict, b.verdict),
    reasons: [...new Distinct([...a.reasons, ...b.reasons])],
    assumptions: [...new Distinct([...a.assumptions, ...b.assumptions])],
    launches: [...a.launches, ...b.launches].slice(0, MAX_LAUNCHES),
    accessPairs: a.accessPairs + b.accessPairs,
  };
}

function mergeDetectors(results: readonly Result[]): NonNullable<Result['detectors']> {
  const merged = new Map<string, Map<string, [number, number]>>();
  for (const { detectors } of results) {
    for (const [name, pairs] of Object.entries(detectors ?? {})) {
      const known = merged.get(name) ?? new Map<string, [number, number]>();
      for (const pair of pairs) known.set(pair.join(' '), pair);
      merged.set(name, known);
    }
  }
  return Object.fromEntries(
    [...merged].map(([name, pairs]) => [name, [...pairs.values()].sort((x, y) => x[0] - y[0] || x[1] - y[1])]),
  );
}

function summarised(result: Result, files: number, elapsedMs: number): Result {
  return { ...result, summary: summaryOf(result.kernels, files, elapsedMs) };
}
