/** A PTX module through everything that reads one: it is checked, its kernels are run, and it is made to record. */
import type { Engines } from '../../src/analysis/engines.ts';
import { functionName } from '../../src/frontend/index.ts';
import { ptxEntries } from '../../src/lexical/ptx-entries.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import type { Dim3 } from '../../src/model/result.ts';
import { instrumentPtx, NotInstrumented } from '../../src/record/index.ts';
import { type ArgumentValue, recordTrace } from '../../src/simulate/index.ts';
import { createBinaryWriter } from '../../src/trace/index.ts';
import type { Sample } from './input-kinds.ts';
import { analysed } from './mutant-judge.ts';

const GRID: Dim3 = [2, 1, 1];
const BLOCK: Dim3 = [64, 1, 1];
const STEPS = 100_000;
const EVENTS = 2_000;
const MEMORY = 1 << 28;

/** @returns what is wrong with the answer, or null. @throws what no reader may throw */
export function readModule(engines: Engines, { name, bytes }: Sample): string | null {
  const text = Buffer.from(bytes).toString('utf8');
  const options = { ...DEFAULT_CHECK_OPTIONS, gridDim: GRID, blockDim: BLOCK };
  const { program, kernels, problems } = analysed(engines, name, text, options);
  const known = new Set(kernels.map(({ kernel }) => kernel));
  const lost = ptxEntries(text).find((entry) => !known.has(entry.name) && !known.has(functionName(entry.name, null)));
  if (lost !== undefined && !problems.some(({ severity }) => severity === 'error')) {
    return `entry ${lost.name} of line ${lost.line} is not in the result`;
  }
  for (const kernel of program?.functions.values() ?? []) {
    if (!kernel.isKernel || !kernel.isDefinition || program === null) continue;
    const given = kernel.parameters.map(({ type, byValue }, i): [number, ArgumentValue] => {
      if (byValue !== null) return [i, { kind: 'struct', fields: [] }];
      return [i, type.kind === 'pointer' ? 'region' : 64];
    });
    const run = {
      name: kernel.sourceName,
      fileName: (file: string) => file,
      kernel: kernel.name,
      gridDim: GRID,
      blockDim: BLOCK,
      arguments: new Map(given),
      seed: null,
      stepBudget: STEPS,
      memoryBudget: MEMORY,
      eventLimit: EVENTS,
    };
    recordTrace(
      program,
      run,
      createBinaryWriter(() => {}),
    );
  }
  try {
    const sources = { file: name, sourceOf: (path: string) => ({ path, isOwn: true }) };
    instrumentPtx(text, sources, { isWanted: () => true, sample: 1, ring: null });
  } catch (error) {
    if (!(error instanceof NotInstrumented)) throw error;
  }
  return null;
}
