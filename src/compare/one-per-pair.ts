/**
 * Two accesses can race between blocks, within a block and within a warp, each for a reason of its own. Where the change
 * did the same to all of them, one finding says it; where it brought one of them only, that one is not hidden by the others.
 */
import type { Finding } from '../model/result.ts';
import { EVIDENCE } from '../model/result.ts';

/** Widest first. */
const DISTANCES: readonly Finding['rule'][] = ['inter-block-race', 'intra-block-race', 'intra-warp-race'];

/** @param isKnownAtBase false: that a race of a known pair is new cannot be said */
export function onePerPair(findings: readonly Finding[], isKnownAtBase: (finding: Finding) => boolean): Finding[] {
  const pairs = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (!DISTANCES.includes(finding.rule)) continue;
    pairs.set(pairOf(finding), [...(pairs.get(pairOf(finding)) ?? []), finding]);
  }
  return findings.filter((finding) => {
    const others = (pairs.get(pairOf(finding)) ?? []).filter((other) => other !== finding);
    const isOld = others.some(({ status }) => status === 'unchanged');
    // Where an order was lost, what the base has is known.
    if (finding.status === 'new' && isOld && finding.orderLost == null && !isKnownAtBase(finding)) return false;
    return !others.some((other) => other.status === finding.status && saysMore(other, finding));
  });
}

/** The same for findings of one pair of accesses, whatever the distance. */
export function pairOf({ kernel, memory, accesses }: Finding): string {
  const sides = accesses.map(({ file, line, column, kind }) => `${kind} ${line}:${column} ${file}`).sort();
  return JSON.stringify([kernel, memory, sides]);
}

/** Better evidence, then an order that is lost, then the wider distance. */
function saysMore(a: Finding, b: Finding): boolean {
  const [x, y] = [a, b].map(({ evidence, orderLost, rule }) => [
    EVIDENCE.indexOf(evidence),
    orderLost == null ? 1 : 0,
    DISTANCES.indexOf(rule),
  ]) as [number[], number[]];
  const differs = x.findIndex((value, i) => value !== y[i]);
  return differs >= 0 && x[differs]! < y[differs]!;
}
