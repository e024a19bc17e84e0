/** One unit on its way through the analysis, kept where the analysis itself only passes it on. */
import { analyseUnit } from '../../src/analysis/analyse-unit.ts';
import type { Engines } from '../../src/analysis/engines.ts';
import { languageOf } from '../../src/analysis/index.ts';
import type { Program, ProgramFunction } from '../../src/ir/program.ts';
import type { Execution } from '../../src/kernel/index.ts';
import type { KernelExplanation } from '../../src/model/explanation.ts';
import type { CheckOptions } from '../../src/model/options.ts';
import { reasonText } from '../../src/model/reason.ts';
import type { KernelResult } from '../../src/model/result.ts';
import type { SourceTree } from '../../src/model/source-tree.ts';

/** A kernel that was analysed. */
export interface Middle {
  readonly program: Program;
  readonly kernel: ProgramFunction;
  /** One for each launch that it was checked with. */
  readonly executions: readonly Execution[];
  readonly explanation: KernelExplanation;
  readonly result: KernelResult;
}

/** @returns the kernels that were analysed, and what was said of the file and of the others */
export function middlesOf(
  engines: Engines,
  tree: SourceTree,
  file: string,
  options: CheckOptions,
): { middles: Middle[]; remarks: string[] } {
  const middles: Middle[] = [];
  const remarks: string[] = [];
  let program: Program | null = null;
  let kernel: ProgramFunction | null = null;
  let executions: Execution[] = [];
  const language = languageOf(tree, file, options.language);
  analyseUnit(
    { file, language, options, skip: new Map(), explain: { places: [] } },
    tree,
    engines,
    (event) => {
      if (event.type === 'problem') remarks.push(`${event.problem.file}: ${event.problem.message}`);
      if (event.type === 'begin') executions = [];
      if (event.type !== 'kernel') return;
      const { result, explanation } = event;
      if (program === null || kernel === null || explanation === undefined)
        remarks.push(...result.reasons.map(reasonText));
      else middles.push({ program, kernel, executions, explanation, result });
    },
    {
      read: (unit) => {
        program = unit.program;
      },
      executed: (executed, execution) => {
        kernel = executed;
        executions.push(execution);
      },
    },
  );
  return { middles, remarks };
}
