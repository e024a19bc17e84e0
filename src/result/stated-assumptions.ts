/** Facts that the user states for all kernels. */
import type { KernelResult, Problem, Result } from '../model/result.ts';

/** A fact that speaks of no kernel's parameters is a mistake more often than not. */
export function unusedAssumptions(kernels: readonly KernelResult[], stated: ReadonlySet<string>): Problem[] {
  return [...stated]
    .filter((text) => !isUsed(text, kernels))
    .map((text) => ({
      file: null,
      line: null,
      column: null,
      severity: 'warning',
      message: `the assumption \`${text}\` uses parameters that no analysed kernel has`,
      unusedAssumption: text,
    }));
}

/**
 * Counts assumptions that no kernel makes use of as mistakes, where all kernels are in sight that they may be meant for.
 * @param onLine those that are meant for what is analysed here, whatever that is
 * @param isWhole true when all is analysed that the configuration speaks of
 */
export function countUnusedAssumptions(result: Result, onLine: readonly string[], isWhole: boolean): Result {
  const { kernels, problems } = result;
  // What does not compile may hold the kernel.
  if (kernels.length === 0 || problems.some(({ severity }) => severity === 'error')) return result;
  const counted = problems.map((problem): Problem => {
    const text = problem.unusedAssumption;
    return text !== undefined && (isWhole || onLine.includes(text)) ? { ...problem, isMistake: true } : problem;
  });
  return { ...result, problems: counted };
}

/** Without those facts that one of these kernels does use: each part of a run only knows its own kernels. */
export function withoutUsed(problems: readonly Problem[], kernels: readonly KernelResult[]): Problem[] {
  return problems.filter(({ unusedAssumption: text }) => text === undefined || !isUsed(text, kernels));
}

/** Facts about memory count one by one where several are stated together. */
function isUsed(stated: string, kernels: readonly KernelResult[]): boolean {
  const used = new Set(
    kernels.flatMap(({ assumptions }) => assumptions.flatMap(({ kind, text }) => (kind === 'given' ? text : []))),
  );
  return used.has(stated) || stated.split('&&').every((part) => used.has(part.trim()));
}
