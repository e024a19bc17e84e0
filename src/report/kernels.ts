import type { Finding, KernelResult, Result } from '../model/result.ts';

/**
 * The kernel a finding belongs to. Names may repeat across files (two `reduce` in two programs): the one in a file of
 * the accesses is meant, else the first of that name.
 */
export function kernelOf(finding: Finding, result: Result): KernelResult | undefined {
  const named = result.kernels.filter((kernel) => kernel.kernel === finding.kernel);
  return named.find((kernel) => finding.accesses.some((access) => access.file === kernel.file)) ?? named[0];
}

/** The findings of one kernel. */
export function findingsOf(kernel: KernelResult, result: Result): Finding[] {
  // The name first: looking for the kernel of every finding takes long when there are hundreds of both.
  return result.findings.filter((finding) => finding.kernel === kernel.kernel && kernelOf(finding, result) === kernel);
}

/** The kernels of which something is open: the inconclusive ones, and racy ones with accesses that were not decided. */
export function openKernels(result: Result): KernelResult[] {
  return result.kernels.filter(({ verdict, reasons }) => verdict === 'inconclusive' || reasons.length > 0);
}

/** `12 kernels in 3 files: 9 race-free, 2 racy, 1 inconclusive`. */
export function countsInWords(result: Result): string {
  const { files, kernels, raceFree, racy, inconclusive } = result.summary;
  if (kernels === 0) return `no kernels in ${plural(files, 'file')}`;
  return `${plural(kernels, 'kernel')} in ${plural(files, 'file')}: ${raceFree} race-free, ${racy} racy, ${inconclusive} inconclusive`;
}

/** `1 new, 2 unchanged, 1 fixed`; empty when nothing was compared. */
export function statusesInWords({ findings }: Result): string {
  if (findings.every(({ status }) => status === null)) return '';
  return (['new', 'unchanged', 'fixed'] as const)
    .map((status) => `${findings.filter((finding) => finding.status === status).length} ${status}`)
    .join(', ');
}

export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}
