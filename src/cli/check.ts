/** `gpurace check`: the static check of what lies on the disk. */
import { Command } from 'commander';
import { VerdictCache } from '../cache/index.ts';
import { type ConfigFile, suggestedConfig, withSeverity } from '../config/index.ts';
import type { Interruption } from '../model/interruption.ts';
import type { Result } from '../model/result.ts';
import { buildDigest } from '../platform/assets.ts';
import { exitCode } from '../result/exit-code.ts';
import { renameFiles } from '../result/rename-files.ts';
import { countUnusedAssumptions } from '../result/stated-assumptions.ts';
import { withCache } from './cached.ts';
import { addCheckOptions, type CheckFlags, configOf } from './check-options.ts';
import { addExplain, type Explaining, explaining, writeExplanations } from './explain.ts';
import { interruptible } from './interruptible.ts';
import type { Io } from './io.ts';
import {
  analyseOpened,
  explainNoKernels,
  type OpenedRun,
  openCheck,
  problemsOf,
  unknownKernelProblems,
} from './opened-check.ts';
import { addOutputOptions, type Output, pairOutputs, writeOutputs, writeSummary } from './outputs.ts';
import { checkAndRepair } from './repair-opened.ts';
import { sourceReader } from './source-reader.ts';
import { addTerminalOptions, withTerminal } from './terminal-options.ts';
import { isOutdated, watching } from './watch.ts';

type CheckOnlyFlags = CheckFlags & {
  readonly explain?: true | string;
  readonly suggestConfig?: true;
  readonly repair?: true;
  readonly watch?: true;
};

/** @param done Takes the exit code. */
export function checkCommand(machine: Io, done: (code: number) => void): Command {
  const command = new Command('check')
    .description('find data races in kernels')
    .argument('[PATH...]', 'files, folders or globs (default: .)');
  addCheckOptions(command, 'any');
  addExplain(command);
  command
    .option('--repair', 'look for a verified fix of each cause, like `gpurace repair`')
    .option('--watch', 'check again whenever a source changes, until Ctrl+C')
    .option('--suggest-config', 'print a .gpurace.yml with what had to be guessed, instead of the report');
  const words = addOutputOptions(command);
  addTerminalOptions(command);
  return command.action(async (paths: string[], flags: CheckOnlyFlags) => {
    const io = withTerminal(machine, flags);
    const outputs = pairOutputs(words(), 'text');
    const asked = { paths, flags, outputs };
    if (flags.watch !== true) {
      done(await interruptible(io, (interruption) => checkAndReport(asked, io, { interruption, kept: null })));
      return;
    }
    const { sources } = openCheck(paths, configOf(flags.config, io.cwd), flags, io);
    // What did not change since the last check is not decided again.
    const kept = new VerdictCache(buildDigest());
    const again = (interruption: Interruption) => checkAndReport(asked, io, { interruption, kept });
    done(await watching(io, { folder: sources.root, check: again }));
  });
}

interface Asked {
  readonly paths: readonly string[];
  readonly flags: CheckOnlyFlags;
  readonly outputs: readonly Output[];
}

/** @returns the exit code */
async function checkAndReport(
  { paths, flags, outputs }: Asked,
  io: Io,
  { interruption, kept }: { readonly interruption: Interruption; readonly kept: VerdictCache | null },
): Promise<number> {
  const config = configOf(flags.config, io.cwd);
  const minEvidence = flags.minEvidence ?? config['min-evidence'] ?? 'predicted';
  const explained = flags.explain === undefined ? null : explaining(flags.explain, io.cwd);
  const result = await withCache(flags.cache, io, (cache) =>
    check(paths, config, flags, io, { explained, cache: cache ?? kept, interruption }),
  );
  if (isOutdated(interruption)) return 0;
  if (flags.suggestConfig === true) io.stdout.write(suggestedConfig(result));
  else writeOutputs(result, outputs, { source: sourceReader(io.cwd, { confined: false }), minEvidence }, io);
  if (explained) writeExplanations(explained, result, outputs, io);
  writeSummary(result, outputs, { minEvidence }, io);
  const failOn = flags.failOn ?? config['fail-on'] ?? 'any';
  return exitCode(result, { failOn, minEvidence, isUncompared: true });
}

/** Runs the engine over what the paths hold and names files as the user does. */
async function check(
  paths: readonly string[],
  config: ConfigFile,
  flags: CheckOnlyFlags,
  io: Io,
  { explained, ...run }: OpenedRun & { readonly explained: Explaining | null },
): Promise<Result> {
  const opened = openCheck(paths, config, flags, io);
  const { sources } = opened;
  const explain = explained === null ? {} : { explain: explained.request(sources) };
  const fixed =
    flags.repair === true
      ? (
          await checkAndRepair(opened, io, { ...run, minEvidence: flags.minEvidence ?? 'witness' }, (reserve) =>
            analyseOpened(opened, io, run, { ...explain, reserve }),
          )
        ).result
      : await analyseOpened(opened, io, run, explain);
  const named = countUnusedAssumptions(renameFiles(fixed, sources.shown), flags.assume ?? [], paths.length === 0);
  const unknown = unknownKernelProblems(named, flags.kernel ?? [], sources);
  const result = withSeverity({ ...named, problems: [...named.problems, ...problemsOf(opened), ...unknown] }, config);
  if (result.kernels.length === 0) explainNoKernels(result, opened, io);
  return result;
}
