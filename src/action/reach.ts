/**
 * Which findings a change can have brought, when the base cannot be had. It is decided from the changed lines, and in
 * doubt a finding counts: an old race shown again costs less than a new one that is missed.
 */

import type { Unit } from '../compare/index.ts';
import { kernelExtent } from '../compare/index.ts';
import type { ChangedFile } from '../diff/changed-file.ts';
import { type LineRange, touches, touchesOutside } from '../diff/patch.ts';
import type { Access, Finding, KernelResult, Result } from '../model/result.ts';
import { kernelOf } from '../result/kernels.ts';

/** What is known of the change. Null stands for "nothing": then the change can have brought every finding. */
export type Change = { readonly files: readonly ChangedFile[]; readonly units: readonly Unit[] } | null;

/** The result with `status: 'new'` on every finding that the change can have brought; the others keep theirs. */
export function markNew(result: Result, change: Change, source: (file: string) => string | undefined): Result {
  const reached = change === null ? () => true : reachTest(result, change, source);
  return {
    ...result,
    findings: result.findings.map((finding) => (reached(finding) ? { ...finding, status: 'new' } : finding)),
  };
}

/** A test whether an access lies on a line that the change added or edited. */
export function touchedBy(change: Change): (access: Access) => boolean {
  if (change === null) return () => false;
  const changed = new Map(change.files.map((file) => [file.path, file]));
  return (access) => {
    const lines = changed.get(access.file)?.lines;
    return lines === null || (lines !== undefined && touches(lines, { start: access.line, end: access.endLine }));
  };
}

function reachTest(
  result: Result,
  change: NonNullable<Change>,
  source: (file: string) => string | undefined,
): (finding: Finding) => boolean {
  const changed = new Map(change.files.map((file) => [file.path, file]));
  const units = new Map(change.units.map((unit) => [unit.file, unit]));
  const kernelsByFile = new Map<string, KernelResult[]>();
  for (const kernel of result.kernels) {
    kernelsByFile.set(kernel.file, [...(kernelsByFile.get(kernel.file) ?? []), kernel]);
  }
  /** Everything that changed in some unit: the units themselves and what they include. */
  const changedParts = new Set(change.units.flatMap((unit) => [unit.file, ...unit.throughHeaders]));
  const extents = new Map<string, readonly (LineRange | null)[]>();

  const extentsIn = (file: string): readonly (LineRange | null)[] => {
    const known = extents.get(file);
    if (known !== undefined) return known;
    const text = source(file);
    const found = (kernelsByFile.get(file) ?? []).map((kernel) =>
      text === undefined || kernel.line === 0 ? null : kernelExtent(text, kernel.line),
    );
    extents.set(file, found);
    return found;
  };

  const kernelReached = (kernel: KernelResult): boolean => {
    const file = changed.get(kernel.file);
    // Analysed although its own file did not change: something that the unit includes did, or the unit around it.
    if (file === undefined || file.lines === null) return true;
    const unit = units.get(kernel.file);
    const otherParts = unit === undefined ? [...changedParts].filter((part) => changed.has(part)) : unit.throughHeaders;
    if (otherParts.some((part) => part !== kernel.file)) return true;
    const inFile = extentsIn(kernel.file);
    // A change between the kernels (a helper, a macro, the launch) can reach each of them.
    if (inFile.includes(null)) return true;
    const ranges = inFile.filter((range) => range !== null);
    if (touchesOutside(file.lines, ranges)) return true;
    const own = ranges[(kernelsByFile.get(kernel.file) ?? []).indexOf(kernel)];
    return own === undefined || touches(file.lines, own);
  };

  const reachedKernels = new Map<KernelResult, boolean>();
  for (const kernel of result.kernels) reachedKernels.set(kernel, kernelReached(kernel));

  const onTouchedLine = touchedBy(change);
  return (finding) => {
    if (finding.accesses.some(onTouchedLine)) return true;
    const kernel = kernelOf(finding, result);
    return kernel === undefined || (reachedKernels.get(kernel) ?? true);
  };
}
