/**
 * Mistakes that several kernels share: a helper that lacks a barrier, a header that lost one. What one line or one edit
 * explains is one cause, in however many kernels it shows.
 */
import type { Finding } from '../../model/result.ts';
import { isDefect } from '../../model/rules.ts';
import { changedLineOf, type PlacedFinding } from './grouping.ts';
import { missingOf } from './missing.ts';

/**
 * Joins groups, each of which is of one kernel. Two that have different fixes stay apart: then they were two mistakes.
 * The order is kept, and a joined group stands where its first one stood.
 */
export function joinedAcrossKernels(groups: readonly PlacedFinding[][]): PlacedFinding[][] {
  // By what they have in common: several only where their fixes differ.
  const byKey = new Map<string, readonly Joined[]>();
  const all = groups.map((group) => {
    const own: Joined = { group, fix: fixOf(group), into: null };
    for (const key of new Set(group.flatMap(({ finding }) => keysOf(finding)))) {
      const known = byKey.get(key) ?? [];
      for (const other of known) join(rootOf(other), rootOf(own));
      byKey.set(key, [...new Set([...known, own].map(rootOf))]);
    }
    return own;
  });
  const merged = new Map<Joined, PlacedFinding[]>();
  for (const one of all) {
    const root = rootOf(one);
    const own = merged.get(root);
    if (own === undefined) merged.set(root, [...one.group]);
    else own.push(...one.group);
  }
  return [...merged.values()];
}

interface Joined {
  readonly group: readonly PlacedFinding[];
  fix: string | null;
  /** The one that it was joined with. */
  into: Joined | null;
}

function join(earlier: Joined, later: Joined): void {
  if (earlier === later || (earlier.fix !== null && later.fix !== null && earlier.fix !== later.fix)) return;
  later.into = earlier;
  earlier.fix ??= later.fix;
}

function rootOf(one: Joined): Joined {
  let root = one;
  while (root.into !== null) root = root.into;
  // The way there is shorter next time.
  if (one !== root) one.into = root;
  return root;
}

function fixOf(group: readonly PlacedFinding[]): string | null {
  return group.flatMap(({ finding }) => finding.fixes)[0]?.diff ?? null;
}

/** What a finding may have in common with one of another kernel. */
function keysOf(finding: Finding): string[] {
  const { status, gap, accesses, fixes, rule, otherWay } = finding;
  const keys = fixes.map(({ diff }) => `${status} ${isDefect(finding)} fix ${diff}`);
  const isDivergence = rule === 'barrier-divergence';
  const of = `${status} ${isDivergence || !isDefect(finding) ? rule : 'race'}`;
  const line = changedLineOf(finding);
  if (line !== null) return [...keys, `${of} line ${line.side} ${line.file}:${line.line}`];
  // Kernels have no line in common but those of a function that both call.
  const places = accesses.map((at) => `${at.file}:${at.line}:${at.column}`).sort();
  if (isDivergence) {
    const parted = otherWay?.parted ?? null;
    return parted === null ? keys : [...keys, `${of} from ${parted.file}:${parted.line} at ${places.join(' ')}`];
  }
  if (!isDefect(finding)) return [...keys, `${of} at ${places.join(' ')}`];
  if (gap !== undefined) {
    const stretch = [gap.from, gap.to, gap.round].map((at) => (at === null ? '' : `${at.file}:${at.line}`));
    return [...keys, `${of} gap ${stretch.join(' ')}`];
  }
  const missing = missingOf([finding]);
  // Which element a store of a helper leads to, and by how many threads, is its caller's affair.
  return missing === 'atomic' || missing === 'scope' ? [...keys, `${of} ${missing} ${places.join(' ')}`] : keys;
}
