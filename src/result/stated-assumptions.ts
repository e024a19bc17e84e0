/** Facts that the user states for all kernels. */
import type { KernelResult, Problem } from '../model/result.ts';

const UNUSED = /^the assumption `(.*)` speaks of parameters that no analysed kernel has$/s;

/** A fact that speaks of no kernel's parameters is a mistake more often than not. */
export function unusedAssumptions(kernels: readonly KernelResult[], stated: ReadonlySet<string>): Problem[] {
  const used = new Set(kernels.flatMap((kernel) => kernel.assumptions));
  return [...stated]
    .filter((text) => !used.has(givenAssumption(text)))
    .map((text) => ({
      file: null,
      line: null,
      column: null,
      severity: 'warning',
      message: `the assumption \`${text}\` speaks of parameters that no analysed kernel has`,
    }));
}

/** True when a problem says that a fact is used by no kernel; of these kernels, when some are given. */
export function isUnused({ file, message }: Problem, kernels?: readonly KernelResult[]): boolean {
  const [, text] = file === null ? (UNUSED.exec(message) ?? []) : [];
  if (text === undefined) return false;
  return kernels === undefined || !kernels.some(({ assumptions }) => assumptions.includes(givenAssumption(text)));
}

/** How an assumption that was used is told. */
export function givenAssumption(text: string): string {
  return `${text} (given)`;
}
