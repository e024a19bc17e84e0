import type { InputsReport } from './fuzz-inputs.ts';
import type { FuzzReport } from './fuzz-mutants.ts';

const COLUMNS = ['killed', 'no race seen', 'rests on facts', 'kept', 'wrong', 'flipped'] as const;

/** The report as a table by kind of mutation, with what is wrong below. */
export function tableOf({ seed, mutants, kernels, counts, wrong }: FuzzReport): string {
  const rows = [...counts]
    .sort()
    .map(([kind, row]) => [kind, ...COLUMNS.map((column) => String(row.get(column) ?? 0))]);
  const head = `${mutants} mutants of ${kernels} race-free kernels, seed ${seed}`;
  return report(head, [['mutation', ...COLUMNS], ...rows], wrong);
}

/** The report as a table by kind of input, with what is wrong below. */
export function tableOfInputs({ seed, inputs, kinds, wrong }: InputsReport): string {
  const rows = [...kinds]
    .sort()
    .map(([kind, count]) => [kind, String(count.inputs), String(count.wrong), String(count.longestMs)]);
  return report(
    `${inputs} damaged inputs, seed ${seed}`,
    [['input', 'read', 'wrong', 'longest ms'], ...rows],
    wrong.map(({ kind, name, why }) => `${kind}, ${name}: ${why}`),
  );
}

function report(head: string, lines: readonly (readonly string[])[], wrong: readonly string[]): string {
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  const printed = lines.map((line) =>
    line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
  );
  return `${[head, '', ...printed, '', ...wrong.map((one) => `WRONG ${one}`)].join('\n')}\n`;
}
