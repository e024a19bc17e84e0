/** A loop that takes two barriers, one for each way round, could do with one and two copies of its array: said, not made. */
import { isLoop, type TreeStatement } from '../lexical/statement-tree.ts';
import type { Finding } from '../model/result.ts';
import { SourceText, type SourceTexts } from './source-text.ts';

const BARRIER = /^(?:__syncthreads|barrier|work_group_barrier)\s*\(/;

/** The hint for the edited texts; null where no loop got its second barrier. */
export function doubleBufferHint(
  texts: ReadonlyMap<string, string>,
  sources: SourceTexts,
  findings: readonly Finding[],
): string | null {
  const names = new Set(findings.map(({ memory }) => (memory?.space === 'shared' ? memory.object : null)));
  const [name] = names;
  if (name == null || names.size > 1 || !/^[A-Za-z_]\w*$/.test(name)) return null;
  for (const [file, text] of texts) {
    const before = barriersOfLoops(new SourceText(file, sources.original(file)));
    const after = barriersOfLoops(new SourceText(file, text));
    // An edit makes no loops.
    if (before.length !== after.length) continue;
    if (after.some((count, i) => count >= 2 && count > before[i]!)) {
      return `The loop has two barriers or more now: with two copies of ${name}, used in turn, one barrier would do.`;
    }
  }
  return null;
}

/** How many barriers of the block each loop has, without those of loops inside, in the order of the text. */
function barriersOfLoops(source: SourceText): number[] {
  const own = (one: TreeStatement): number => {
    if (one.kind === 'simple') return BARRIER.test(source.codeOf(one)) ? 1 : 0;
    return one.parts.filter((part) => !isLoop(part)).reduce((sum, part) => sum + own(part), 0);
  };
  const of = (one: TreeStatement): number[] => [...(isLoop(one) ? [own(one)] : []), ...one.parts.flatMap(of)];
  return source.functions.flatMap(({ body }) => of(body));
}
