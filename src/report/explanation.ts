/** How pairs and barriers were decided, for people on a terminal. */
import { assumptionText } from '../model/assumption.ts';
import type {
  ExplainedPair,
  ExplainedQuestion,
  ExplainedSide,
  KernelExplanation,
  LaunchExplanation,
  SourceLine,
} from '../model/explanation.ts';
import type { KernelResult, Result } from '../model/result.ts';
import { plural } from '../result/kernels.ts';
import { nextSteps, stepInWords } from '../result/next-steps.ts';
import { visible, visibleLines } from './untrusted.ts';

/** @param places The lines that were asked for; none: everything. */
export function renderExplanations(
  kernels: readonly KernelExplanation[],
  places: readonly SourceLine[],
  result: Result,
  { withNextSteps }: { readonly withNextSteps: boolean },
): string {
  const lines = ['', "How it was decided (x'1 is the first thread's x, x'2 the second's)", ''];
  const isAsked = places.length > 0;
  for (const kernel of kernels) {
    const launches = kernel.launches.filter((launch) => !isAsked || launch.pairs.length > 0);
    if (launches.length === 0) continue;
    const about = result.kernels.find((k) => k.kernel === kernel.kernel && k.file === kernel.file);
    lines.push(`${visible(kernel.kernel)} (${visible(kernel.file)}:${kernel.line})${about ? verdictText(about) : ''}`);
    for (const assumption of about?.assumptions ?? []) lines.push(`  assumes: ${visible(assumptionText(assumption))}`);
    for (const launch of launches) lines.push(...launchLines(launch));
    lines.push('');
  }
  if (isAsked && !kernels.some((kernel) => kernel.launches.some((launch) => launch.pairs.length > 0))) {
    const where = places.map(({ file, line }) => `${file}:${line}`).join(' and ');
    lines.push(`no pair of accesses and no barrier at ${visible(where)}: reads do not race with reads, nor different`);
    lines.push('objects with each other', '');
  }
  if (withNextSteps) lines.push(...nextSteps(result).map((step) => `what helps: ${stepInWords(step)}`));
  lines.push(shareText(result.kernels));
  return `${lines.join('\n')}\n`;
}

function verdictText({ verdict, accessPairs, solverPairs }: KernelResult): string {
  if (solverPairs === undefined) return `: ${verdict}`;
  return `: ${verdict}; ${accessPairs - solverPairs} of ${plural(accessPairs, 'pair')} decided without the solver`;
}

/** The share of all pairs that took no solver call. */
function shareText(kernels: readonly KernelResult[]): string {
  const analysed = kernels.filter((k) => k.solverPairs !== undefined);
  const pairs = analysed.reduce((sum, k) => sum + k.accessPairs, 0);
  const asked = analysed.reduce((sum, k) => sum + (k.solverPairs ?? 0), 0);
  const share = pairs === 0 ? '' : ` (${((100 * (pairs - asked)) / pairs).toFixed(1)} %)`;
  const calls = analysed.reduce((sum, k) => sum + k.solverCalls, 0);
  return `${plural(pairs, 'access pair')}, ${pairs - asked} decided without the solver${share}; ${plural(calls, 'solver call')}`;
}

/** One launch: what is known of it, and each pair and barrier. */
export function launchLines({ source, gridDim, blockDim, facts, pairs, omitted }: LaunchExplanation): string[] {
  const where = source === null ? 'launch' : `launch at ${visible(source.file)}:${source.line}`;
  const lines = [`  ${where}: grid ${dimensions(gridDim)}, block ${dimensions(blockDim)}`];
  if (facts.length > 0) lines.push(`    known: ${facts.map(visible).join(' && ')}`);
  for (const pair of pairs) lines.push('', ...pairLines(pair).map((line) => `    ${line}`));
  if (omitted > 0)
    lines.push('', `    ${plural(omitted, 'more pair')} not shown; --explain FILE:LINE,FILE:LINE chooses`);
  return lines;
}

function dimensions(sizes: readonly string[]): string {
  return `(${sizes.map(visible).join(', ')})`;
}

function pairLines({ object, sides, outcome, reason, questions }: ExplainedPair): string[] {
  const [a, b] = sides;
  const isSelf = a !== undefined && b !== undefined && samePlace(a, b);
  const what = isSelf ? `${placeText(a)} in two threads` : sides.map(placeText).join(' and ');
  const lines = [`${outcome}: ${object === null ? '' : `${visible(object)}: `}${what}`];
  if (reason !== null) lines.push(`  ${visible(reason)}`);
  for (const side of isSelf ? [a] : sides) lines.push(`  ${sideText(side)}`);
  for (const question of questions) lines.push(...questionLines(question).map((line) => `  ${line}`));
  return lines;
}

function samePlace(a: ExplainedSide, b: ExplainedSide): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function placeText({ kind, text, file, line, column }: ExplainedSide): string {
  return `${kind} ${visible(text)} (${visible(file)}:${line}:${column})`;
}

function sideText({ line, offset, size, path, interval }: ExplainedSide): string {
  const bytes = offset === null ? '' : `${plural(size, 'byte')} at ${visible(offset)}, `;
  return `line ${line}: ${bytes}${visible(interval)} passed, ${path === 'true' ? 'always reached' : `when ${visible(path)}`}`;
}

function questionLines({ threads, conditions, decisions }: ExplainedQuestion): string[] {
  const lines = [`${visible(threads)}:`];
  for (const { what, text } of conditions) lines.push(`  ${what}: ${visible(text)}`);
  for (const { how, query, elapsedMs } of decisions) {
    lines.push(`  ${visible(how)}${elapsedMs === null ? '' : ` (${elapsedMs.toFixed(1)} ms)`}`);
    if (query !== null) lines.push(...visibleLines(query).map((line) => `    ${line}`));
  }
  return lines;
}
