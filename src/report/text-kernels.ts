/** What the text report says of kernels: what is open, what holds under conditions, what a proof rests on. */

import picocolors from 'picocolors';
import type { LineReader } from '../lexical/lines.ts';
import { assumptionText } from '../model/assumption.ts';
import { reasonText } from '../model/reason.ts';
import type { KernelResult, Result } from '../model/result.ts';
import { openKernels, plural } from '../result/kernels.ts';
import { nextSteps, stepInWords } from '../result/next-steps.ts';
import { assumptionLines } from './assumption-lines.ts';
import { conditionInWords, statingComment } from './condition.ts';
import { launchSizes } from './launch-text.ts';
import { visible } from './untrusted.ts';

export type Colors = ReturnType<typeof picocolors.createColors>;

export const NO_COLORS: Colors = picocolors.createColors(false);

export function openBlock(result: Result, colors: Colors): string[] {
  const kernels = openKernels(result);
  if (kernels.length === 0) return [];
  const lines = [colors.bold(`Not fully decided (${plural(kernels.length, 'kernel')}):`)];
  for (const kernel of kernels) {
    lines.push(`  ${kernelPlace(kernel)}: ${kernel.verdict}`, ...bullets(kernel.reasons.map(reasonText)));
  }
  return [...lines, ...nextStepLines(result)];
}

/** What to do about what was left open, as lines of the text report. */
export function nextStepLines(result: Pick<Result, 'kernels'>): string[] {
  const steps = nextSteps(result);
  return steps.length === 0 ? [] : ['  What helps:', ...bullets(steps.map(stepInWords))];
}

export function conditionalBlock(result: Result, colors: Colors): string[] {
  const kernels = result.kernels.filter(({ verdict }) => verdict === 'conditional');
  if (kernels.length === 0) return [];
  const lines = [colors.bold('Race-free if these conditions hold:')];
  for (const kernel of kernels)
    lines.push(
      `  ${kernelPlace(kernel)}`,
      ...bullets([
        ...kernel.conditions.map(conditionInWords),
        `if so, write above the kernel: ${statingComment(kernel)}`,
      ]),
    );
  return lines;
}

/** What the proofs rest on, each once, with the kernels that it is of. */
export function assumptionsBlock(result: Result, colors: Colors): string[] {
  const kernels = result.kernels.filter(
    ({ verdict, assumptions }) => verdict === 'race-free' && assumptions.length > 0,
  );
  if (kernels.length === 0) return [];
  const byText = new Map<string, KernelResult[]>();
  for (const kernel of kernels) {
    for (const text of new Set(assumptionLines(kernel.assumptions)))
      byText.set(text, [...(byText.get(text) ?? []), kernel]);
  }
  // What the most kernels rest on comes first.
  const shared = [...byText].sort(([, a], [, b]) => b.length - a.length);
  const of = (sharing: readonly KernelResult[]) =>
    sharing.length === 1 ? sharing[0]?.kernel : plural(sharing.length, 'kernel');
  return [
    colors.bold('Race-free under these assumptions:'),
    ...bullets(shared.map(([text, sharing]) => `${of(sharing)}: ${text}`)),
  ];
}

const VERDICT_COLOR = {
  'race-free': 'green',
  conditional: 'cyan',
  racy: 'red',
  inconclusive: 'yellow',
} as const satisfies Record<KernelResult['verdict'], keyof Colors>;

/** Every kernel with its verdict, the launches it was checked with, and all that the verdict rests on. */
export function kernelsBlock({ kernels }: Result, readLine: LineReader, colors: Colors): string[] {
  if (kernels.length === 0) return [];
  return [
    colors.bold(`Kernels (${kernels.length}):`),
    ...kernels.flatMap((kernel) => {
      const { verdict, accessPairs, elapsedMs } = kernel;
      const work = `${plural(accessPairs, 'access pair')}, ${(elapsedMs / 1000).toFixed(1)} s`;
      return [
        `  ${kernelPlace(kernel)}: ${colors[VERDICT_COLOR[verdict]](verdict)} (${work})`,
        ...launchLines(kernel, readLine).map((line) => `    ${line}`),
        ...bullets(kernel.assumptions.map((assumption) => `assumed: ${assumptionText(assumption)}`)),
      ];
    }),
  ];
}

/** A line for each launch; of those that read the same, one that says how many they are. */
export function launchLines({ launches, language }: KernelResult, readLine: LineReader): string[] {
  const counts = new Map<string, number>();
  const lines = launches.map((launch) => {
    const { file, line } = launch;
    const sizes = visible(launchSizes(launch, language, readLine));
    // A launch of a trace stands in no line.
    return line === 0
      ? `Recorded in ${visible(file)} with ${sizes}`
      : `Launched at ${visible(file)}:${line} with ${sizes}`;
  });
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].map(([line, count]) => (count === 1 ? line : `${line}, ${count} times`));
}

function kernelPlace(kernel: KernelResult): string {
  return `${visible(kernel.kernel)} (${visible(kernel.file)}:${kernel.line})`;
}

export function bullets(items: readonly string[]): string[] {
  return items.map((item) => `    - ${visible(item)}`);
}
