import type { Finding, KernelResult, Result } from '../model/result.ts';

/** The kernel a finding belongs to. */
export function kernelOf(finding: Finding, result: Result): KernelResult | undefined {
  return kernelAround(finding, indexOf(result).byName.get(finding.kernel) ?? []);
}

/**
 * Of kernels of one name (two `reduce` in two programs) the one in the file from which the accesses are reached, else the
 * first.
 */
export function kernelAround<K extends Pick<KernelResult, 'file'>>(
  { accesses }: Pick<Finding, 'accesses'>,
  named: readonly K[],
): K | undefined {
  const isIn = (files: readonly string[]) => named.find(({ file }) => files.includes(file));
  const around = accesses.map(({ file, calls: [outermost] }) => outermost?.file ?? file);
  return isIn(around) ?? isIn(accesses.map(({ file }) => file)) ?? named[0];
}

/** The findings of one kernel. */
export function findingsOf(kernel: KernelResult, result: Result): Finding[] {
  return indexOf(result).findings.get(kernel) ?? [];
}

interface ResultIndex {
  readonly byName: Map<string, KernelResult[]>;
  readonly findings: Map<KernelResult, Finding[]>;
}

/** A result is not changed once it is there, and may hold thousands of kernels. */
const INDICES = new WeakMap<Result, ResultIndex>();

function indexOf(result: Result): ResultIndex {
  const known = INDICES.get(result);
  if (known !== undefined) return known;
  const index: ResultIndex = { byName: new Map(), findings: new Map() };
  INDICES.set(result, index);
  const add = <K, V>(map: Map<K, V[]>, key: K, value: V) => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [value]);
    else list.push(value);
  };
  for (const kernel of result.kernels) add(index.byName, kernel.kernel, kernel);
  for (const finding of result.findings) {
    const kernel = kernelOf(finding, result);
    if (kernel !== undefined) add(index.findings, kernel, finding);
  }
  return index;
}

/** The kernels of which something is open: the inconclusive ones, and racy ones with accesses that were not decided. */
export function openKernels(result: Pick<Result, 'kernels'>): KernelResult[] {
  return result.kernels.filter(({ verdict, reasons }) => verdict === 'inconclusive' || reasons.length > 0);
}

/** `12 kernels in 3 files: 9 race-free, 2 racy, 1 inconclusive`; conditional ones are named where there are any. */
export function countsInWords(result: Result): string {
  const { files, kernels, raceFree, conditional, racy, inconclusive } = result.summary;
  if (kernels === 0) return `no kernels in ${plural(files, 'file')}`;
  return `${plural(kernels, 'kernel')} in ${plural(files, 'file')}: ${raceFree} race-free, ${conditional === 0 ? '' : `${conditional} conditional, `}${racy} racy, ${inconclusive} inconclusive`;
}

export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}
