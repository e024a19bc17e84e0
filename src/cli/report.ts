/** `gpurace report`: renders a stored result again. */
import { Command } from 'commander';
import type { MinEvidence } from '../model/options.ts';
import { readStoredResult } from '../run/index.ts';
import type { Io } from './io.ts';
import { addOutputOptions, pairOutputs, writeOutputs } from './outputs.ts';
import { minEvidenceOption } from './shown-options.ts';
import { sourceReader } from './source-reader.ts';
import { addTerminalOptions, type TerminalFlags, withTerminal } from './terminal-options.ts';

/** It says how a result looks, not how it stands: the exit code is 0 whatever the result holds. */
export function reportCommand(machine: Io, done: (code: number) => void): Command {
  const command = new Command('report')
    .description('render a stored result (--format json) in another format')
    .argument('<RESULT.json>', 'stored result')
    .addOption(minEvidenceOption());
  const words = addOutputOptions(command);
  addTerminalOptions(command);
  return command.action((path: string, flags: TerminalFlags & { minEvidence: MinEvidence }) => {
    const { minEvidence } = flags;
    const io = withTerminal(machine, flags);
    const outputs = pairOutputs(words(), 'text');
    const result = readStoredResult(path, io.cwd);
    writeOutputs(result, outputs, { source: sourceReader(io.cwd, { confined: true }), minEvidence }, io);
    done(0);
  });
}
