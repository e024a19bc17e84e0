/**
 * `node scripts/dump.ts FILE [--stage program|accesses|pairs|smt] [--kernel NAME] [option of gpurace check]…`: what lies
 * between a kernel and its verdict, through the same code.
 *   program   what the front end made of it: LLVM IR as the analysis reads it
 *   accesses  what one thread does: accesses, barriers and fences with their offsets, branches and barrier intervals
 *   pairs     which two accesses could race, what was asked about them, and how that was decided
 *   smt       the questions that went to the solver, as SMT-LIB
 * Without a stage: the accesses. Sizes are those of the options, of the file's own launches, or those that a line
 * `// launch: grid X block Y` gives, as kernels of `test/kernels/` have it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { Command, Option } from 'commander';
import { createEngines, type EngineParts, loadEngineParts } from '../src/analysis/engines.ts';
import { addCheckOptions, type CheckFlags, givenOptions } from '../src/cli/check-options.ts';
import { checkOptions } from '../src/config/index.ts';
import type { CheckOptions } from '../src/model/options.ts';
import { visible } from '../src/report/index.ts';
import { openTree } from '../src/source/index.ts';
import { headerOf } from '../test/kernel-header.ts';
import { middlesOf } from './dump/middle.ts';
import { dumpOf, STAGES, type Stage } from './dump/stages.ts';

interface Work {
  readonly parts: EngineParts;
  readonly root: string;
  readonly file: string;
  readonly stage: Stage;
  readonly options: CheckOptions;
}

if (isMainThread) {
  const command = new Command('dump')
    .argument('<FILE>')
    .description('what lies between a kernel and its verdict')
    .addOption(new Option('--stage <STAGE>', 'what to print').choices(STAGES).default('accesses'));
  addCheckOptions(command, 'any');
  command.action(async (path: string, flags: CheckFlags & { readonly stage: Stage }) => {
    const isBelow = !relative(process.cwd(), path).startsWith('..');
    const root = isBelow ? process.cwd() : dirname(resolve(path));
    if (!existsSync(path)) command.error(`no such file: ${path}`);
    const { gridDim, blockDim } = headerOf(readFileSync(path, 'utf8'));
    const options = checkOptions({}, { gridDim, blockDim, ...givenOptions(flags, {}) });
    const file = relative(root, resolve(path)).split(sep).join('/');
    const work: Work = { parts: await loadEngineParts(), root, file, stage: flags.stage, options };
    // Clang needs more of a stack than the main thread has.
    const worker = new Worker(new URL(import.meta.url), { workerData: work, resourceLimits: { stackSizeMb: 16 } });
    worker.on('exit', (code) => {
      process.exitCode = code;
    });
  });
  await command.parseAsync();
} else {
  const { parts, root, file, stage, options } = workerData as Work;
  const tree = openTree({ kind: 'disk', root });
  const { middles, remarks } = middlesOf(createEngines(parts), tree, file, options);
  for (const remark of remarks) process.stderr.write(`${visible(remark)}\n`);
  if (middles.length === 0) process.stderr.write(`no kernel of ${visible(file)} was analysed\n`);
  process.stdout.write(middles.map((middle) => dumpOf(middle, stage, tree, file)).join('\n'));
  process.exitCode = middles.length === 0 ? 1 : 0;
}
