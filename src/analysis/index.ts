/**
 * Analysis: files of a tree in, the `Result` out. Units run in worker threads with a budget each; whatever happens to
 * a worker, every kernel that is known of is answered, and the order of the result depends on the input alone.
 */
import { entryPoint } from '../assets.ts';
import { type TemplateLaunches, templateLaunches } from '../frontend/instantiations.ts';
import { kernelDefinitions } from '../frontend/kernel-definitions.ts';
import { givenAssumption } from '../host/index.ts';
import type { CheckOptions } from '../model/options.ts';
import type { Progress } from '../model/progress.ts';
import type { Problem, Result } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { openTree, type TreeDescription } from '../source/index.ts';
import { collect } from './collect.ts';
import { loadEngineParts } from './engines.ts';
import { languageOf } from './language.ts';
import { DEFAULT_LIMITS, type PoolLimits, runUnits } from './pool.ts';
import type { UnitJob } from './unit.ts';
import type { FoundKernel } from './unit-record.ts';

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
    const launches = launchesIn(source, distinct);
    const jobs = distinct.map((file) => ({
      file,
      language: languageOf(source, file, options.language),
      options,
      skip: new Map<string, string>(),
      templateLaunches: launches,
    }));
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
    const result = collect(outcomes, distinct.length, Math.round(performance.now() - began));
    return { ...result, problems: [...result.problems, ...unusedAssumptions(result, options)] };
  } finally {
    progress.stop();
  }
}

/** A fact that speaks of no kernel's parameters is a mistake more often than not. */
function unusedAssumptions(result: Result, options: CheckOptions): Problem[] {
  const used = new Set(result.kernels.flatMap((kernel) => kernel.assumptions));
  return options.assume
    .filter((text) => !used.has(givenAssumption(text)))
    .map((text) => ({
      file: null,
      line: null,
      column: null,
      severity: 'warning',
      message: `the assumption \`${text}\` speaks of parameters that no analysed kernel has`,
    }));
}

/** Launches of templates in any of the files. */
export function launchesIn(tree: SourceTree, files: readonly string[]): TemplateLaunches {
  const found = new Map<string, string[]>();
  for (const file of files) {
    try {
      templateLaunches(Buffer.from(tree.read(file) ?? []).toString('latin1'), found);
    } catch {
      // A text that overflows a regular expression.
    }
  }
  return found;
}

function definitionsIn(tree: SourceTree, { file, language }: UnitJob): FoundKernel[] {
  const text = Buffer.from(tree.read(file) ?? []).toString('utf8');
  try {
    return kernelDefinitions(text, language).map(({ name, line }) => ({ kernel: name, file, line }));
  } catch {
    // A text that overflows a regular expression; the problem of the unit stands without its kernels.
    return [];
  }
}

export type { TreeDescription } from '../source/index.ts';
export type { PoolLimits } from './pool.ts';
