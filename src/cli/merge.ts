/**
 * `gpurace merge`: one result from the shards of a matrix, with the exit code that the whole run would have had. Results
 * of `gpurace trace` strengthen what the static ones say of the same races.
 */
import { Command } from 'commander';
import { collect } from '../analysis/collect.ts';
import { isOfTraces, joinTraces, mergeTraces } from '../analysis/join-traces.ts';
import type { FailOn, MinEvidence } from '../config/index.ts';
import { ConfigurationError } from '../errors.ts';
import type { Result } from '../model/result.ts';
import { exitCode } from './exit-code.ts';
import type { Io } from './io.ts';
import { addOutputOptions, pairOutputs, writeOutputs, writeSummary } from './outputs.ts';
import { failOnOption, minEvidenceOption } from './shown-options.ts';
import { sourceReader } from './source-reader.ts';
import { readStoredResult } from './stored-result.ts';

export function mergeCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('merge')
    .description('make one result of the results of a matrix, of `check` and `trace`, or both')
    .argument('<RESULT.json...>', 'stored results')
    .addOption(failOnOption())
    .addOption(minEvidenceOption());
  const words = addOutputOptions(command);
  return command.action((paths: string[], flags: { failOn: FailOn; minEvidence: MinEvidence }) => {
    const outputs = pairOutputs(words(), 'json');
    const [first, ...rest] = paths.map((path) => ({ path, result: readStoredResult(path, io.cwd) }));
    if (first === undefined) throw new ConfigurationError('nothing to merge');
    for (const { path, result } of rest) {
      if (result.tool.version === first.result.tool.version) continue;
      const versions = `${first.path} is of gpurace ${first.result.tool.version}, ${path} of ${result.tool.version}`;
      throw new ConfigurationError(`results of different versions do not merge: ${versions}`);
    }
    const merged = mergeResults([first.result, ...rest.map(({ result }) => result)]);
    const { minEvidence, failOn } = flags;
    writeOutputs(merged, outputs, { source: sourceReader(io.cwd, { confined: true }), minEvidence }, io);
    writeSummary(merged, outputs, { minEvidence }, io);
    done(exitCode(merged, failOn));
  });
}

/**
 * What several shards report (a kernel in a header) appears once. Times add up; so do files, which shards do not share.
 * Traces are put together first, and then joined to what was found statically.
 */
export function mergeResults(results: readonly Result[]): Result {
  const traced = results.filter(isOfTraces);
  const stated = results.filter((result) => !isOfTraces(result));
  if (stated.length === 0 && traced.length > 0) return mergeTraces(traced);
  const merged = mergeStated(stated);
  return traced.length === 0 ? merged : joinTraces(merged, mergeTraces(traced));
}

function mergeStated(results: readonly Result[]): Result {
  const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0);
  const merged = collect(
    results,
    sum(({ summary }) => summary.files),
    sum(({ summary }) => summary.elapsedMs),
  );
  const detectors = results.find((result) => result.detectors !== undefined)?.detectors;
  return detectors === undefined ? merged : { ...merged, detectors };
}
