/** Mistakes in what people state that cost nothing but their meaning: they are said, and the run goes on. */
import type { KernelResult, Problem } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { impossibleBlocks } from '../result/impossible-blocks.ts';
import { misspeltRules } from '../result/misspelt-rules.ts';
import { unusedAssumptions } from '../result/stated-assumptions.ts';
import type { UnitJob } from '../unit/job.ts';

export function inputMistakes(
  kernels: readonly KernelResult[],
  jobs: readonly UnitJob[],
  asked: readonly string[],
  source: SourceTree,
): Problem[] {
  const options = jobs.map((job) => job.options);
  const textOf = (file: string) => Buffer.from(source.read(file) ?? []).toString('utf8');
  const problems = [
    ...unusedAssumptions(kernels, new Set(options.flatMap(({ assume }) => assume))),
    ...impossibleBlocks(
      kernels,
      options.map(({ blockDim }) => blockDim),
    ),
    ...asked.flatMap((file) => misspeltRules(file, textOf(file))),
  ];
  // Instances of a template share their launches, and all files what the command line says.
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
