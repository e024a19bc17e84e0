/** One result from the shards of a matrix. */
import type { Finding, KernelResult, Problem, Result } from '../model/result.ts';

/** A shard that found the race outdoes one that did not, and one that gave up outdoes one that never met the reason. */
const STRENGTH = { racy: 2, inconclusive: 1, 'race-free': 0 } as const;

/**
 * Merges results of one revision. A kernel, finding or problem that several shards report (a kernel in a header)
 * appears once; of two verdicts on one kernel the worse stays, with the reasons and assumptions of both.
 * The order of the shards does not matter. Times add up; so do files, which shards do not share.
 */
export function mergeResults(results: readonly [Result, ...Result[]]): Result {
  const kernels = new Map<string, KernelResult>();
  const findings = new Map<string, Finding>();
  const problems = new Map<string, Problem>();
  for (const result of results) {
    for (const kernel of result.kernels) {
      const key = JSON.stringify([kernel.file, kernel.line, kernel.kernel]);
      const known = kernels.get(key);
      kernels.set(key, known === undefined ? kernel : worse(known, kernel));
    }
    for (const finding of result.findings) findings.set(findingKey(finding), finding);
    for (const problem of result.problems) problems.set(JSON.stringify(problem), problem);
  }
  const merged = [...kernels.values()].sort(byPlace);
  const count = (verdict: KernelResult['verdict']) => merged.filter((kernel) => kernel.verdict === verdict).length;
  const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0);
  return {
    schemaVersion: results[0].schemaVersion,
    tool: results[0].tool,
    kernels: merged,
    findings: sortedByKey(findings),
    problems: sortedByKey(problems),
    summary: {
      files: sum(({ summary }) => summary.files),
      kernels: merged.length,
      raceFree: count('race-free'),
      racy: count('racy'),
      inconclusive: count('inconclusive'),
      elapsedMs: sum(({ summary }) => summary.elapsedMs),
    },
  };
}

function worse(a: KernelResult, b: KernelResult): KernelResult {
  const verdict = STRENGTH[a.verdict] >= STRENGTH[b.verdict] ? a.verdict : b.verdict;
  const union = (x: readonly string[], y: readonly string[]) => [...new Set([...x, ...y])].sort();
  const launches = new Map([...a.launches, ...b.launches].map((launch) => [JSON.stringify(launch), launch]));
  return {
    ...a,
    verdict,
    reasons: union(a.reasons, b.reasons),
    assumptions: union(a.assumptions, b.assumptions),
    launches: sortedByKey(launches),
    accessPairs: Math.max(a.accessPairs, b.accessPairs),
    solverCalls: a.solverCalls + b.solverCalls,
    elapsedMs: a.elapsedMs + b.elapsedMs,
  };
}

/** First file and line, so that sorting by key is sorting by place; then everything. */
function findingKey(finding: Finding): string {
  const first = finding.accesses[0]!;
  return `${first.file}\0${String(first.line).padStart(9, '0')}\0${JSON.stringify(finding)}`;
}

function sortedByKey<T>(map: ReadonlyMap<string, T>): T[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, value]) => value);
}

function byPlace(a: KernelResult, b: KernelResult): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || (a.kernel < b.kernel ? -1 : a.kernel > b.kernel ? 1 : 0);
}
