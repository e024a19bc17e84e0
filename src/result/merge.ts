/** One result of several: of the two halves of a side, of the shards of a matrix, of `check` and `trace`. */

import { ConfigurationError } from '../model/errors.ts';
import type { Finding, Problem, Result } from '../model/result.ts';
import { collect, sortedFindings } from './collect.ts';
import { isOfTraces, joinTraces, mergeTraces } from './join-traces.ts';
import { withoutUsed } from './stated-assumptions.ts';

/** What several report (a kernel in a header) appears once. Times add up; so do files, which results do not share. */
export function mergeResults(results: readonly Result[]): Result {
  const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0);
  const isFixed = ({ status }: Finding) => status === 'fixed';
  const merged = collect(
    results.map((result) => ({ ...result, findings: result.findings.filter((finding) => !isFixed(finding)) })),
    sum(({ summary }) => summary.files),
    sum(({ summary }) => summary.elapsedMs),
  );
  // What the change fixed is of the base, and stands behind the rest.
  const fixed = sortedFindings(results.flatMap(({ findings }) => findings.filter(isFixed)));
  const sources = results.flatMap((result) => result.sources ?? []);
  const detectors = results.find((result) => result.detectors !== undefined)?.detectors;
  return {
    ...merged,
    ...(detectors === undefined ? {} : { detectors }),
    ...(sources.length === 0 ? {} : { sources }),
    tool: results[0]?.tool ?? merged.tool,
    findings: [...merged.findings, ...fixed],
    problems: withoutUsed(merged.problems, merged.kernels),
  };
}

/** A result and how the user calls it. */
export interface NamedResult {
  readonly path: string;
  readonly result: Result;
}

/**
 * The result of the whole run, of its shards. Those of traces are put together first, and then joined to what was found
 * statically: they strengthen what that says of the same races.
 * @throws ConfigurationError when they are not of one run
 */
export function mergeShards(named: readonly NamedResult[]): Result {
  const [first, ...rest] = named;
  if (first === undefined) throw new ConfigurationError('nothing to merge');
  for (const { path, result } of rest) {
    if (result.tool.version !== first.result.tool.version) {
      const versions = `${first.path} is of gpurace ${first.result.tool.version}, ${path} of ${result.tool.version}`;
      throw new ConfigurationError(`results of different versions do not merge: ${versions}`);
    }
  }
  const traced = named.filter(({ result }) => isOfTraces(result));
  const stated = named.filter(({ result }) => !isOfTraces(result));
  if (stated.length === 0) return mergeTraces(traced.map(({ result }) => result));
  const merged = mergeStated(stated);
  return traced.length === 0 ? merged : joinTraces(merged, mergeTraces(traced.map(({ result }) => result)));
}

function mergeStated(named: readonly NamedResult[]): Result {
  const [first, ...rest] = named;
  for (const { path, result } of rest) {
    if (first === undefined || planOf(result) === planOf(first.result)) continue;
    throw new ConfigurationError(
      `${first.path} and ${path} are not shards of the same work: revision, configuration or number of shards differ`,
    );
  }
  const merged = mergeResults(named.map(({ result }) => result));
  const problems = [...merged.problems, ...missingShards(named)];
  return { ...merged, problems };
}

function planOf({ shard }: Result): string {
  return shard === undefined ? '' : `${shard.plan}/${shard.count}`;
}

/** @throws ConfigurationError when one is there twice */
function missingShards(named: readonly NamedResult[]): Problem[] {
  const count = named[0]?.result.shard?.count ?? 0;
  const paths = new Map<number, string>();
  for (const { path, result } of named) {
    const index = result.shard?.index;
    if (index === undefined) continue;
    const other = paths.get(index);
    if (other !== undefined) throw new ConfigurationError(`${other} and ${path} are both shard ${index}/${count}`);
    paths.set(index, path);
  }
  return Array.from({ length: count }, (_, i) => i + 1)
    .filter((index) => !paths.has(index))
    .map((index) => ({
      file: null,
      line: null,
      column: null,
      severity: 'error',
      message: `the result of shard ${index}/${count} is missing: nothing is known about its kernels`,
    }));
}
