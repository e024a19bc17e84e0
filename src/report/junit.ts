/** JUnit XML: one test case per kernel, so that a CI system's test view lists every kernel. */

import { messageOf } from '../model/finding-message.ts';
import { reasonText } from '../model/reason.ts';
import type { KernelResult, Language, Problem, Result } from '../model/result.ts';
import { vocabularyOf } from '../model/vocabulary.ts';
import { type CauseWithFindings, causesByKernel, levelOfCause } from '../result/causes/index.ts';
import { headlineText, pairRows, pairsInWords } from './cause.ts';
import { conditionInWords } from './condition.ts';
import type { ReportContext } from './context.ts';
import { evidenceInWords } from './evidence.ts';
import { changeInWords } from './explaining-line.ts';
import { escapeMarkup } from './untrusted.ts';
import { accessInWords, dim3, placeOf, witnessLaunch } from './witness.ts';

interface Suite {
  readonly cases: string[];
  failures: number;
  errors: number;
  ms: number;
}

/** The suite of what belongs to no file. */
const NO_FILE = 'gpurace';

/**
 * Renders a result as JUnit XML, with no attribute that a strict reader (Jenkins' xUnit plugin) refuses. A racy kernel
 * with a cause above a note is a failure; an inconclusive kernel and a file that was not analysed are errors, never
 * skipped tests: those read as clean.
 */
export function renderJunit(result: Result, context: ReportContext): string {
  const suites = new Map<string, Suite>();
  const suite = (file: string) => {
    const known = suites.get(file) ?? { cases: [], failures: 0, errors: 0, ms: 0 };
    suites.set(file, known);
    return known;
  };
  const byKernel = causesByKernel(result);
  for (const kernel of result.kernels) {
    const into = suite(kernel.file);
    const causes = byKernel.get(kernel) ?? [];
    const loud = causes.filter((cause) => levelOfCause(cause, context.minEvidence) !== 'note');
    const quiet = causes.filter((cause) => !loud.includes(cause));
    const inconclusive = kernel.verdict === 'inconclusive';
    into.failures += loud.length > 0 ? 1 : 0;
    into.errors += inconclusive && loud.length === 0 ? 1 : 0;
    into.ms += kernel.elapsedMs;
    into.cases.push(kernelCase(kernel, loud, quiet));
  }
  for (const problem of result.problems.filter(({ severity }) => severity === 'error')) {
    const into = suite(problem.file ?? NO_FILE);
    into.errors += 1;
    into.cases.push(problemCase(problem));
  }
  const total = (of: (suite: Suite) => number): number => [...suites.values()].reduce((sum, one) => sum + of(one), 0);
  const totals = counts(
    total(({ cases }) => cases.length),
    total(({ failures }) => failures),
    total(({ errors }) => errors),
    total(({ ms }) => ms),
  );
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites name="gpurace" ${totals}>`];
  for (const [file, { cases, failures, errors, ms }] of suites) {
    const place = file === NO_FILE ? '' : ` file="${escapeMarkup(file)}"`;
    const own = `${counts(cases.length, failures, errors, ms)} skipped="0"${place}`;
    lines.push(`  <testsuite name="${escapeMarkup(file)}" ${own}>`, ...cases, '  </testsuite>');
  }
  lines.push('</testsuites>');
  return `${lines.join('\n')}\n`;
}

function kernelCase(
  kernel: KernelResult,
  loud: readonly CauseWithFindings[],
  quiet: readonly CauseWithFindings[],
): string {
  const name = `name="${escapeMarkup(kernel.kernel)}" classname="${escapeMarkup(kernel.file)}"`;
  const body: string[] = [];
  const first = loud[0];
  if (first !== undefined) {
    // Several readers take only one failure of a test case, so all causes stand in it.
    const text = loud.map((cause) => causeText(cause, kernel.language)).join('\n\n');
    body.push(
      `      <failure message="${escapeMarkup(headlineText(first))}" type="${first.explains[0]!.rule}">${text}</failure>`,
    );
  } else if (kernel.verdict === 'inconclusive') {
    const reasons = kernel.reasons.map((reason) => escapeMarkup(reasonText(reason))).join('\n');
    body.push(`      <error message="not proved either way" type="inconclusive">${reasons}</error>`);
  }
  const told = [
    ...(kernel.verdict === 'conditional'
      ? [escapeMarkup(`race-free if ${kernel.conditions.map(conditionInWords).join(', and ')}`)]
      : []),
    ...quiet.map((cause) => causeText(cause, kernel.language)),
  ];
  if (told.length > 0) body.push(`      <system-out>${told.join('\n\n')}</system-out>`);
  const open = `    <testcase ${name} time="${seconds(kernel.elapsedMs)}"`;
  return body.length === 0 ? `${open}/>` : `${open}>\n${body.join('\n')}\n    </testcase>`;
}

function problemCase(problem: Problem): string {
  const file = problem.file ?? NO_FILE;
  const place = [file, problem.line, problem.column].filter((part) => part !== null).join(':');
  return [
    `    <testcase name="${escapeMarkup(`problem at ${place}`)}" classname="${escapeMarkup(file)}" time="0.000">`,
    `      <error message="${escapeMarkup(problem.message)}" type="problem"/>`,
    '    </testcase>',
  ].join('\n');
}

function causeText(cause: CauseWithFindings, language: Language): string {
  const finding = cause.explains[0]!;
  const change = changeInWords(finding);
  const lines = [
    `${finding.rule}: ${headlineText(cause)}`,
    messageOf(finding),
    ...(change === null ? [] : [change]),
    ...finding.accesses.map((access) => `${placeOf(access)}: ${accessInWords(access)}`),
  ];
  if (finding.witness !== null) {
    const { threads, address } = finding.witness;
    const words = vocabularyOf(language);
    lines.push(
      `witness: ${witnessLaunch(finding.witness, language)
        .map(({ name, value }) => `${name} = ${value}`)
        .join(', ')}`,
    );
    for (const { block, thread } of threads)
      lines.push(
        `  ${words.block} ${dim3(block)} ${words.thread} ${dim3(thread)}${address === '' ? '' : ` at ${address}`}`,
      );
  }
  lines.push(`evidence: ${evidenceInWords(finding)}`);
  if (cause.explains.length > 1) {
    const { rows, more } = pairRows(cause);
    lines.push(`${pairsInWords(cause)}:`);
    lines.push(...rows.map(({ memory, first, second, rule }) => `  ${memory}: ${first}, ${second} (${rule})`));
    if (more > 0) lines.push(`  and ${more} more`);
  }
  return lines.map(escapeMarkup).join('\n');
}

function counts(tests: number, failures: number, errors: number, ms: number): string {
  return `tests="${tests}" failures="${failures}" errors="${errors}" time="${seconds(ms)}"`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
