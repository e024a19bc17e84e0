/** Two results in, one out: the head's, every finding with its status, and what the change fixed. */
import type { Finding, KernelResult, Problem, Result } from '../model/result.ts';
import { findingsOf, kernelOf } from '../report/kernels.ts';
import { type AnchorFacts, Anchors } from './anchor.ts';
import { matchFindings } from './match.ts';

export interface Comparison {
  /** Of the head, with `status` everywhere and the fixed findings of the base behind the others. */
  readonly result: Result;
  /** Findings of the base in kernels that the head leaves undecided: neither there nor gone for sure. */
  readonly open: readonly Finding[];
}

/** The base is told apart from the head by this alone: names of kernels, not lines. */
export function compareResults(facts: AnchorFacts): Comparison {
  const { base, head, changed } = facts;
  const { unchanged, added, gone } = matchFindings(base.findings, head.findings, changed);
  const isNew = new Set(added);
  const anchors = new Anchors(facts);
  const undecided = undecidedNames(head);
  const failed = head.problems.some(({ severity, file }) => severity === 'error' && file === null);
  const isOpen = (finding: Finding) =>
    failed || undecided.has(kernelName(finding.kernel)) || inFailedFile(finding, head);
  // Advice on a kernel that is no longer understood is just gone.
  const open = gone.filter((finding) => isOpen(finding) && finding.rule !== 'redundant-barrier');
  const fixed = gone.filter((finding) => !isOpen(finding));
  const findings: Finding[] = [
    ...head.findings.map((finding): Finding => {
      if (isNew.has(finding)) return { ...finding, status: 'new', anchor: anchors.of(finding) };
      return unchanged.has(finding) ? { ...finding, status: 'unchanged' } : finding;
    }),
    ...fixed.map((finding): Finding => ({ ...finding, status: 'fixed' })),
  ];
  return { result: { ...head, findings, problems: [...head.problems, ...openProblems(open, base)] }, open };
}

/** Kernels of which something is left open that is not one of their `possible` findings. */
function undecidedNames(head: Result): ReadonlySet<string> {
  const undecided = head.kernels.filter((kernel) => {
    const possible = new Set(
      findingsOf(kernel, head)
        .filter(({ evidence }) => evidence === 'possible')
        .map(({ rule, accesses: [first] }) => `${rule} ${first?.file}:${first?.line}`),
    );
    return kernel.reasons.length > possible.size || (kernel.verdict === 'inconclusive' && possible.size === 0);
  });
  return new Set(undecided.map(({ kernel }) => kernelName(kernel)));
}

/** A file that does not compile may hide its kernels altogether. */
function inFailedFile(finding: Finding, head: Result): boolean {
  const files = new Set(finding.accesses.map(({ file }) => file));
  return head.problems.some(({ severity, file }) => severity === 'error' && file !== null && files.has(file));
}

function openProblems(open: readonly Finding[], base: Result): Problem[] {
  const byKernel = new Map<KernelResult | undefined, Finding[]>();
  for (const finding of open) {
    const kernel = kernelOf(finding, base);
    byKernel.set(kernel, [...(byKernel.get(kernel) ?? []), finding]);
  }
  return [...byKernel].map(([kernel, findings]) => {
    const name = kernel?.kernel ?? findings[0]?.kernel ?? '';
    const rules = [...new Set(findings.map(({ rule }) => rule))].join(', ');
    const message = `kernel ${name} has ${findings.length} finding(s) at the base (${rules}); at the head it is not decided, so they are neither confirmed nor fixed`;
    return { file: kernel?.file ?? null, line: null, column: null, severity: 'warning', message };
  });
}

function kernelName(kernel: string): string {
  return kernel.replace(/<.*$/, '');
}
