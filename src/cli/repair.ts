/** `gpurace repair`: verified edits for what `check` finds, shown or made. */
import { Command } from 'commander';
import { withSeverity } from '../config/index.ts';
import { unifiedDiff } from '../lexical/text-edits.ts';
import { ConfigurationError } from '../model/errors.ts';
import type { KernelRepair, Result } from '../model/result.ts';
import { isDefect } from '../model/rules.ts';
import { render, renderRepairs, withoutCommands } from '../report/index.ts';
import { renameFiles } from '../result/rename-files.ts';
import { applyTexts } from './apply-texts.ts';
import { withCache } from './cached.ts';
import { addCheckOptions, type CheckFlags, configOf } from './check-options.ts';
import { choiceOption } from './choices.ts';
import { type Io, inActions } from './io.ts';
import { analyseOpened, explainNoKernels, type OpenedCheck, openCheck, problemsOf } from './opened-check.ts';
import { wantsColor } from './outputs.ts';
import { checkAndRepair } from './repair-opened.ts';
import { sourceReader } from './source-reader.ts';
import { addColorOption, withTerminal } from './terminal-options.ts';

const FORMATS = ['text', 'json', 'patch'] as const;

type RepairFlags = CheckFlags & {
  readonly apply?: true;
  readonly force?: true;
  readonly format: (typeof FORMATS)[number];
};

/** @param done Takes the exit code. */
export function repairCommand(machine: Io, done: (code: number) => void): Command {
  const command = new Command('repair')
    .description('find edits that fix the races of kernels, and verify each of them')
    .argument('<FILE...>', 'files, folders or globs');
  addCheckOptions(command, 'any');
  command
    .option('--apply', 'apply the edits; files with uncommitted changes are refused')
    .option('--force', 'apply them to files with uncommitted changes as well')
    .addOption(choiceOption('--format <FORMAT>', 'output format', FORMATS).default('text'));
  addColorOption(command);
  return command.action(async (paths: string[], flags: RepairFlags) => {
    const io = withTerminal(machine, flags);
    if (flags.force === true && flags.apply !== true) throw new ConfigurationError('--force needs --apply');
    const config = configOf(flags.config, io.cwd);
    const opened = openCheck(paths, config, flags, io);
    const { sources } = opened;
    // What is only possible, often by a launch that was made up, is left alone until somebody asks.
    const tried = flags.minEvidence ?? 'witness';
    const { result, repairs, texts } = await checkAndRepair(
      opened,
      io,
      { interruption: null, minEvidence: tried },
      (reserve) =>
        withCache(flags.cache, io, (cache) => analyseOpened(opened, io, { cache, interruption: null }, { reserve })),
    );
    const named = renameFiles({ ...result, repairs: [...repairs] }, sources.shown);
    const all = withSeverity({ ...named, problems: [...named.problems, ...problemsOf(opened)] }, config);
    if (all.kernels.length === 0) explainNoKernels(all, opened, io);
    const applied = flags.apply === true ? applyTexts(texts, opened, flags.force === true) : [];
    io.stdout.write(reportOf(flags.format, all, { texts, opened, tried }, io));
    for (const file of applied) io.stderr.write(`${sources.shown(file)} is repaired\n`);
    done(exitCodeOf(all, repairs));
  });
}

interface Repairing {
  readonly texts: ReadonlyMap<string, string>;
  readonly opened: OpenedCheck;
  readonly tried: NonNullable<CheckFlags['minEvidence']>;
}

function reportOf(format: RepairFlags['format'], result: Result, { texts, opened, tried }: Repairing, io: Io): string {
  if (format === 'patch') return patchOf(texts, opened, io);
  const source = sourceReader(io.cwd, { confined: false });
  if (format === 'json') return render(result, 'json', { source, minEvidence: tried, color: false });
  const text = renderRepairs(result, { color: wantsColor(io), minEvidence: tried });
  return inActions(io) ? withoutCommands(text) : text;
}

/** All fixes as one patch. */
function patchOf(texts: ReadonlyMap<string, string>, { sources }: OpenedCheck, io: Io): string {
  const read = sourceReader(io.cwd, { confined: false });
  return [...texts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, text]) => unifiedDiff(sources.shown(file), read(sources.shown(file)) ?? '', text))
    .join('');
}

/** 1: a race is not repaired; 3: something was not analysed, or not tried. */
function exitCodeOf({ problems, findings }: Result, repairs: readonly KernelRepair[]): number {
  const racy = new Set(findings.filter(isDefect).map(({ kernel }) => kernel));
  if (repairs.some(({ status, kernel }) => status === 'refused' && racy.has(kernel))) return 1;
  const isOpen = repairs.some(({ status }) => status === 'refused' || status === 'timeout');
  return isOpen || problems.some(({ severity }) => severity === 'error') ? 3 : 0;
}
