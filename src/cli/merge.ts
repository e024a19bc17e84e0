/** `gpurace merge`: one result from the shards of a matrix, with the exit code that the whole run would have had. */
import { Command } from 'commander';
import { collect } from '../analysis/collect.ts';
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
    .description('make one result of the results of a matrix')
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

/** What several shards report (a kernel in a header) appears once. Times add up; so do files, which shards do not share. */
export function mergeResults(results: readonly Result[]): Result {
  const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0);
  return collect(
    results,
    sum(({ summary }) => summary.files),
    sum(({ summary }) => summary.elapsedMs),
  );
}
