/** `gpurace lsp`: a language server on standard input and output. */
import { Command } from 'commander';
import { VerdictCache } from '../cache/index.ts';
import { withSeverity } from '../config/index.ts';
import type { AnalyseFile } from '../lsp/index.ts';
import type { Result } from '../model/result.ts';
import { VERSION } from '../model/version.ts';
import { buildDigest } from '../platform/assets.ts';
import { renameFiles } from '../result/rename-files.ts';
import { configOf } from './check-options.ts';
import type { Io } from './io.ts';
import { analyseOpened, openCheck, problemsOf } from './opened-check.ts';
import { checkAndRepair } from './repair-opened.ts';

export function lspCommand(io: Io): Command {
  return new Command('lsp')
    .description('run a language server for editors: diagnostics, quick fixes, verdicts')
    .option('--stdio', 'use standard input and output (always the case)')
    .action(async () => {
      // It is as large as the command line itself.
      const { serve } = await import('../lsp/index.ts');
      const cache = new VerdictCache(buildDigest());
      const analyse: AnalyseFile = (request) => analyseFile(request, cache, { ...io, verbosity: 'quiet' });
      const { cwd } = io;
      const minEvidenceIn = (folder: string) => configOf(undefined, folder)['min-evidence'] ?? 'predicted';
      serve({ input: process.stdin, output: process.stdout, cwd, version: VERSION, minEvidenceIn, analyse });
      // The editor ends it.
      await new Promise(() => {});
    });
}

/** The file alone, with what the configuration of the folder says; fixes are looked for as `gpurace repair` does. */
async function analyseFile(
  { file, folder, interruption, first }: Parameters<AnalyseFile>[0],
  cache: VerdictCache,
  machine: Io,
): Promise<Result> {
  const io = { ...machine, cwd: folder };
  const config = configOf(undefined, folder);
  const opened = openCheck([file], config, {}, io);
  const { sources } = opened;
  const named = (result: Result): Result => {
    const shown = renameFiles(result, sources.shown);
    return withSeverity({ ...shown, problems: [...shown.problems, ...problemsOf(opened)] }, config);
  };
  const { result } = await checkAndRepair(opened, io, { minEvidence: 'witness', interruption }, async (reserve) => {
    const checked = await analyseOpened(opened, io, { cache, interruption }, { reserve });
    first(named(checked));
    return checked;
  });
  return named(result);
}
