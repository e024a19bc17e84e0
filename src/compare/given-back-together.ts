/**
 * Lines of several kernels that are given back at once: where each edit stands in a kernel of its own, and control flow tells
 * whether the order is there again, one look at the text with all of them says what a look at each of them would.
 */
import { bareName } from '../lexical/kernel-names.ts';
import { edited } from '../lexical/text-edits.ts';
import type { Edit, KernelResult } from '../model/result.ts';
import type { CauseWithFindings } from '../result/causes/index.ts';
import { barriersIn } from './barrier-edits.ts';
import type { GiveBackRequest } from './give-back.ts';
import { kernelExtent } from './kernel-extent.ts';

/** What is tried first for a cause. */
export interface FirstEdits {
  readonly cause: CauseWithFindings;
  readonly kernel: KernelResult;
  readonly edits: readonly Edit[];
  /** The programs that are looked at. */
  readonly files: readonly string[];
}

/** Those of which the order is there again; none where there is nothing to be gained. */
export async function backTogether(
  all: readonly FirstEdits[],
  { head, timed, orderAgain }: Pick<GiveBackRequest, 'head' | 'timed' | 'orderAgain'>,
): Promise<ReadonlySet<CauseWithFindings>> {
  const back = new Set<CauseWithFindings>();
  for (const group of groupsOf(all, head.sources.read)) {
    const [{ edits, files }] = group as readonly [FirstEdits];
    const file = edits[0]!.file;
    const units = timed(files);
    const text = head.sources.read(file);
    if (units.files.length === 0 || text === undefined) continue;
    const fromEnd = group.flatMap((one) => one.edits).sort((a, b) => b.startLine - a.startLine);
    const findings = group.flatMap(({ cause }) => cause.explains);
    const barriersBack = Math.max(...group.map((one) => barriersIn(one.edits)));
    const again = await orderAgain.of(findings, new Map([[file, edited(text, fromEnd)]]), units, { barriersBack });
    for (const { cause } of group) if (cause.explains.every((finding) => again.has(finding))) back.add(cause);
  }
  return back;
}

/** Of one file and the same programs, one of each kernel; groups of one are left out. */
function groupsOf(all: readonly FirstEdits[], read: (file: string) => string | undefined): (readonly FirstEdits[])[] {
  const groups = new Map<string, Map<string, FirstEdits>>();
  for (const one of all.filter((each) => isWithinKernel(each, read))) {
    const key = JSON.stringify([one.kernel.file, one.files]);
    const group = groups.get(key) ?? new Map<string, FirstEdits>();
    const name = bareName(one.kernel.kernel);
    if (!group.has(name)) group.set(name, one);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => [...group.values()]).filter(({ length }) => length > 1);
}

function isWithinKernel({ kernel, edits }: FirstEdits, read: (file: string) => string | undefined): boolean {
  const range = kernelExtent(read(kernel.file) ?? '', kernel.line);
  return (
    range !== null &&
    edits.length > 0 &&
    edits.every(({ file, startLine, endLine }) => {
      return file === kernel.file && range.start < startLine && endLine <= range.end;
    })
  );
}
