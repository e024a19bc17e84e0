/**
 * Results of other tools, in the words of a static one. Logs often name a file without its folders, the function that an
 * instruction was inlined from in the place of the kernel, and one of two accesses only. What the static result knows, and
 * only one thing can be meant, is put in; nothing is guessed.
 */
import { namesKernel } from '../lexical/kernel-names.ts';
import type { Access, Finding, Result } from '../model/result.ts';
import { renameFiles } from './rename-files.ts';

/** @param seen Of a run. */
export function inTermsOf(stated: Result, seen: Result): Result {
  const renamed = renameFiles(seen, fileNames(stated));
  return { ...renamed, ...withKernels(stated, renamed) };
}

/** A name without its folders is the only file of the static result that ends so. */
function fileNames({ kernels, findings }: Result): (name: string) => string {
  const files = new Set([
    ...kernels.map(({ file }) => file),
    ...findings.flatMap(({ accesses }) => accesses.map(({ file }) => file)),
  ]);
  return (name) => {
    if (files.has(name) || name.includes('/')) return name;
    const meant = [...files].filter((file) => file.endsWith(`/${name}`));
    return meant.length === 1 ? meant[0]! : name;
  };
}

function withKernels(stated: Result, seen: Result): Pick<Result, 'findings' | 'kernels'> {
  const isStated = (name: string) => stated.kernels.some(({ kernel }) => isSame(kernel, name));
  const renamed = new Map<string, string>();
  const findings = seen.findings.map((finding) => {
    // A trace knows its kernel, its files and its threads.
    if (finding.witness !== null) return finding;
    const same = stated.findings.filter((other) => isSameRace(other, finding, isStated(finding.kernel)));
    const kernels = [...new Set(same.map(({ kernel }) => kernel))];
    const [kernel] = kernels;
    if (kernel === undefined || kernels.length > 1) return finding;
    if (!isStated(finding.kernel)) renamed.set(finding.kernel, kernel);
    const [only] = same;
    const accesses = finding.oneSided === true && same.length === 1 ? only!.accesses : finding.accesses;
    return { ...finding, kernel: isStated(finding.kernel) ? finding.kernel : kernel, accesses };
  });
  // A function that was inlined into several kernels stays what it is called.
  const still = new Set(findings.map(({ kernel }) => kernel));
  const kernels = seen.kernels.flatMap((one) => {
    const name = renamed.get(one.kernel);
    if (name === undefined) return [one];
    return [...(still.has(one.kernel) ? [one] : []), { ...one, kernel: name }];
  });
  return {
    findings,
    kernels: kernels.filter(({ kernel }, at) => kernels.findIndex((one) => one.kernel === kernel) === at),
  };
}

function isSame(a: string, b: string): boolean {
  return namesKernel(a, b) || namesKernel(b, a);
}

function isSameRace(stated: Finding, seen: Finding, isKernel: boolean): boolean {
  if (stated.status === 'fixed' || (isKernel && !isSame(stated.kernel, seen.kernel))) return false;
  if (stated.memory !== null && seen.memory !== null && stated.memory.space !== seen.memory.space) return false;
  const [a, b] = stated.accesses;
  const [x, y] = seen.accesses;
  if (a === undefined || b === undefined || x === undefined || y === undefined) return false;
  if (seen.oneSided === true) return isAt(a, x) || isAt(b, x);
  return (isAt(a, x) && isAt(b, y)) || (isAt(a, y) && isAt(b, x));
}

function isAt(stated: Access, seen: Access): boolean {
  return (
    stated.kind === seen.kind && stated.file === seen.file && seen.line >= stated.line && seen.line <= stated.endLine
  );
}
