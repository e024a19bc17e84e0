/**
 * Analysis: files of a tree in, the `Result` out. Units run in worker threads with a budget each; whatever happens to
 * a worker, every kernel that is known of is answered, and the order of the result depends on the input alone.
 */
import { entryPoint } from '../assets.ts';
import { kernelDefinitions } from '../frontend/kernel-definitions.ts';
import type { CheckOptions } from '../model/options.ts';
import type { Progress } from '../model/progress.ts';
import type { Result } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { openTree, type TreeDescription } from '../source/index.ts';
import { collect } from './collect.ts';
import { loadEngineParts } from './engines.ts';
import { DEFAULT_LIMITS, type PoolLimits, runUnits } from './pool.ts';
import type { UnitJob } from './unit.ts';
import { type FoundKernel, languageOf } from './unit-record.ts';

/**
 * @param files Relative to the tree's root.
 * @param limits For tests.
 * @throws Error when the tree cannot be opened or the engines cannot be loaded.
 */
export async function analyse(
  tree: TreeDescription,
  files: readonly string[],
  options: CheckOptions,
  progress: Progress,
  limits: PoolLimits = DEFAULT_LIMITS,
): Promise<Result> {
  const began = performance.now();
  // A root that does not exist is the caller's error, and not one per file.
  const source = openTree(tree);
  const distinct = [...new Set(files)].sort();
  progress.start(distinct.length);
  try {
    const jobs = distinct.map((file) => ({ file, options, skip: new Map<string, string>() }));
    const script = entryPoint('worker.js', 'analysis/worker.ts');
    const outcomes =
      jobs.length === 0
        ? []
        : await runUnits(
            jobs,
            {
              script,
              tree,
              workers: options.jobs,
              engines: loadEngineParts(),
              limits,
              definitions: (job) => definitionsIn(source, job),
            },
            progress,
          );
    return collect(outcomes, distinct.length, Math.round(performance.now() - began));
  } finally {
    progress.stop();
  }
}

function definitionsIn(tree: SourceTree, { file, options }: UnitJob): FoundKernel[] {
  const text = Buffer.from(tree.read(file) ?? []).toString('utf8');
  const language = options.language ?? languageOf(file);
  try {
    return kernelDefinitions(text, language).map(({ name, line }) => ({ kernel: name, file, line }));
  } catch {
    // A text that overflows a regular expression; the problem of the unit stands without its kernels.
    return [];
  }
}

export type { TreeDescription } from '../source/index.ts';
export type { PoolLimits } from './pool.ts';
