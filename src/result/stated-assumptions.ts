/** Facts that the user states for all kernels. */
import type { KernelResult, Problem } from '../model/result.ts';

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

/** Without those facts that one of these kernels does use: each part of a run only knows its own kernels. */
export function withoutUsed(problems: readonly Problem[], kernels: readonly KernelResult[]): Problem[] {
  return problems.filter(({ unusedAssumption: text }) => text === undefined || !isUsed(text, kernels));
}

function isUsed(stated: string, kernels: readonly KernelResult[]): boolean {
  return kernels.some(({ assumptions }) => assumptions.some(({ kind, text }) => kind === 'given' && text === stated));
}
