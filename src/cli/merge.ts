/**
 * `gpurace merge`: one result from the shards of a matrix, with the exit code that the whole run would have had. Results
 * of `gpurace trace` strengthen what the static ones say of the same races.
 */
import { Command } from 'commander';
import type { FailOn, MinEvidence } from '../model/options.ts';
import { exitCode } from '../result/exit-code.ts';
import { mergeShards } from '../result/merge.ts';
import { readStoredResult } from '../run/index.ts';
import type { Io } from './io.ts';
import { addOutputOptions, pairOutputs, writeOutputs, writeSummary } from './outputs.ts';
import { failOnOption, minEvidenceOption } from './shown-options.ts';
import { sourceReader } from './source-reader.ts';
import { addTerminalOptions, type TerminalFlags, withTerminal } from './terminal-options.ts';

export function mergeCommand(machine: Io, done: (code: number) => void): Command {
  const command = new Command('merge')
    .description('merge the results of a matrix, or those of `check` and `trace`')
    .argument('<RESULT.json...>', 'stored results')
    .addOption(failOnOption())
    .addOption(minEvidenceOption());
  const words = addOutputOptions(command);
  addTerminalOptions(command);
  return command.action((paths: string[], flags: TerminalFlags & { failOn: FailOn; minEvidence: MinEvidence }) => {
    const io = withTerminal(machine, flags);
    const outputs = pairOutputs(words(), 'json');
    const merged = mergeShards(paths.map((path) => ({ path, result: readStoredResult(path, io.cwd) })));
    const { minEvidence, failOn } = flags;
    writeOutputs(merged, outputs, { source: sourceReader(io.cwd, { confined: true }), minEvidence }, io);
    writeSummary(merged, outputs, { minEvidence }, io);
    const isUncompared = merged.findings.every(({ status }) => status === null);
    done(exitCode(merged, { failOn, minEvidence, isUncompared }));
  });
}
