/**
 * What a comparison does at its end, made again on a result that is kept: edits that make of a kernel what it was at the base. It
 * looks at texts alone, so the answer is the one that the comparison itself gives, and takes no time.
 */
import { AsAtBase } from '../src/compare/as-at-base.ts';
import { type GiveBackRequest, withLinesGivenBack } from '../src/compare/give-back.ts';
import { functionAsBefore, restoringEdits } from '../src/compare/restoring-edits.ts';
import { askGit, changesBetween } from '../src/git/index.ts';
import type { Result } from '../src/model/result.ts';
import type { Sources } from '../src/source/index.ts';

/** @param sides the revisions that were compared */
export function restoredAgain(
  result: Result,
  cwd: string,
  sides: Readonly<Record<'base' | 'head', string>>,
): Promise<Result> {
  const changed = changesBetween(cwd, sides.base, sides.head);
  const [base, head] = [sourcesOf(cwd, sides.base), sourcesOf(cwd, sides.head)];
  // The worst: every changed file may be a part of the kernel's program.
  const parts = changed.map(({ path }) => path).filter((path) => /\.(?:h|hh|hpp|hxx|cuh|inl)$/.test(path));
  const units = [...new Set(result.kernels.map(({ file }) => file))].map((file) => ({ file, throughHeaders: parts }));
  const request = {
    // Nothing is analysed, and nothing is known of the base but what the result says.
    head: { sources: head, analyseEdited: () => Promise.resolve({ ...result, kernels: [], findings: [] }) },
    orderAgain: { of: () => Promise.resolve(new Set()) },
    isProvedAtBase: () => false,
    units,
    timed: (files: readonly string[]) => ({ files, until: null, stop: null }),
    asAtBase: new AsAtBase({ base, head, changed, units }),
  };
  const asked = request as unknown as Omit<GiveBackRequest, 'editsOf'>;
  return withLinesGivenBack(result, {
    ...asked,
    editsOf: (cause) => restoringEdits(cause, changed, head.read),
  }).then((given) =>
    withLinesGivenBack(given, {
      ...asked,
      editsOf: (cause) => functionAsBefore(cause, changed, head.read),
      isWhole: true,
    }),
  );
}

function sourcesOf(cwd: string, revision: string): Sources {
  const known = new Map<string, string | null>();
  const read = (file: string): string | undefined => {
    if (!known.has(file)) known.set(file, askGit(cwd, ['show', `${revision}:${file}`]));
    return known.get(file) ?? undefined;
  };
  return { files: [], read };
}
