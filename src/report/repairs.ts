/** What `gpurace repair` tells people: for each kernel what became of it, and the diff of each fix. */
import picocolors from 'picocolors';
import type { Evidence, Fix, KernelRepair, Result } from '../model/result.ts';
import { type CauseWithFindings, causesOf } from '../result/causes/index.ts';
import { plural } from '../result/kernels.ts';
import { atLeast } from '../result/level.ts';
import { headlineText } from './cause.ts';
import { visibleDiff } from './text.ts';
import { visible } from './untrusted.ts';

type Colors = ReturnType<typeof picocolors.createColors>;

interface RepairsContext {
  readonly color: boolean;
  /** The weakest for which edits were tried. */
  readonly minEvidence: Evidence;
}

/** The text report, ending with a line that counts. */
export function renderRepairs(result: Result, { color, minEvidence }: RepairsContext): string {
  const colors = picocolors.createColors(color);
  const causes = causesOf(result);
  const blocks = [
    ...causes.map((cause) => causeBlock(cause, minEvidence, colors)),
    ...(result.repairs ?? []).flatMap((repair) => (repair.reason === null ? [] : [refusal(repair, colors)])),
  ];
  return [...blocks.map((lines) => lines.join('\n')), summaryLine(result), ''].join('\n\n').replace(/\n+$/, '\n');
}

/** `2 causes in 3 kernels: 1 repaired, 1 refused; 4 checks of edited texts`. */
function summaryLine(result: Result): string {
  const repairs = result.repairs ?? [];
  const counts = (['repaired', 'refused', 'timeout', 'clean'] as const)
    .map((status) => ({ status, count: repairs.filter((one) => one.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${WORD[status]}`);
  const calls = repairs.reduce((sum, { verifierCalls }) => sum + verifierCalls, 0);
  const kernels = plural(repairs.length, 'kernel');
  return `${kernels}${counts.length === 0 ? '' : `: ${counts.join(', ')}`}; ${plural(calls, 'check')} of edited texts`;
}

const WORD = { repaired: 'repaired', refused: 'not repaired', timeout: 'out of time', clean: 'with nothing to repair' };

function causeBlock(cause: CauseWithFindings, minEvidence: Evidence, colors: Colors): string[] {
  const [fix] = cause.fixes;
  const title = `${colors.bold(visible(cause.kernel))}: ${headlineText(cause)}`;
  const isTried = cause.explains.some(({ evidence }) => atLeast(evidence, minEvidence));
  if (fix === undefined && !isTried) return [title, `  Not tried: it is only ${cause.explains[0]?.evidence}.`];
  if (fix === undefined) return [title, '  No fix was found.'];
  return [
    title,
    `  ${colors.green('Verified fix')} (${visible(fix.kind)}):`,
    ...noteLines(fix),
    ...diffLines(fix, colors),
  ];
}

function noteLines({ note }: Fix): string[] {
  return note === undefined ? [] : [`  ${visible(note)}`];
}

/** The diff with colours, set in. */
export function diffLines({ diff }: Fix, colors: Colors): string[] {
  return visibleDiff(diff).map((line) => `    ${paint(line, colors)}`);
}

function paint(line: string, colors: Colors): string {
  if (line.startsWith('---') || line.startsWith('+++')) return colors.bold(line);
  if (line.startsWith('@@')) return colors.cyan(line);
  if (line.startsWith('+')) return colors.green(line);
  return line.startsWith('-') ? colors.red(line) : line;
}

const SAID = { repaired: 'repaired', refused: 'not repaired', timeout: 'not done', clean: 'in order' };

function refusal({ kernel, status, reason }: KernelRepair, colors: Colors): string[] {
  return [`${colors.bold(visible(kernel))} is ${SAID[status]}: ${visible(reason ?? '')}.`];
}
