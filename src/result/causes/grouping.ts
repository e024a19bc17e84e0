/**
 * Which findings of a kernel one missing or changed synchronisation explains. Nothing is dropped: each finding is in one
 * group, and what nothing else says of is in one of its own.
 */
import { bareName } from '../../lexical/kernel-names.ts';
import type { BarrierGap, Finding, KernelResult } from '../../model/result.ts';
import { isDefect } from '../../model/rules.ts';

/** A finding with the kernel that it belongs to, where the result has that. */
export interface PlacedFinding {
  readonly finding: Finding;
  readonly kernel: KernelResult | undefined;
}

/** A line of the change that a finding comes of, by whatever way that is known. */
export interface ChangedLine {
  readonly file: string;
  readonly line: number;
  readonly side: 'LEFT' | 'RIGHT';
  readonly text: string;
}

/** Null when the change wrote an access itself, when no line of it explains the finding, and where nothing was compared. */
export function changedLineOf({ orderLost, anchor, status }: Finding): ChangedLine | null {
  if (status !== 'new') return null;
  if (orderLost != null) {
    const { file, line, side, text } = orderLost;
    return { file, line, side, text };
  }
  if (anchor === undefined || anchor.line === null) return null;
  if (anchor.kind !== 'deleted-line' && anchor.kind !== 'written-line') return null;
  const { file, line, text } = anchor;
  return { file, line, side: anchor.kind === 'deleted-line' ? 'LEFT' : 'RIGHT', text: text.trim() };
}

/** Groups in the order of their first findings, each in the order given. Instances of one template are one kernel. */
export function groupsWithinKernels(placed: readonly PlacedFinding[]): PlacedFinding[][] {
  const families = new Map<string, PlacedFinding[]>();
  for (const one of placed) add(families, `${one.finding.status} ${definitionOf(one)}`, one);
  const groups = [...families.values()].flatMap(groupsOfFamily);
  const order = new Map(placed.map(({ finding }, index) => [finding, index]));
  const first = (group: readonly PlacedFinding[]) => order.get(group[0]!.finding)!;
  return groups.sort((a, b) => first(a) - first(b));
}

/** The kernel of a finding as the source has it: instances of one template share it. */
export function definitionOf({ finding, kernel }: PlacedFinding): string {
  const place = kernel === undefined ? [finding.accesses[0]?.file] : [kernel.file, kernel.line];
  return JSON.stringify([bareName(finding.kernel), ...place]);
}

function groupsOfFamily(family: readonly PlacedFinding[]): PlacedFinding[][] {
  const groups = new Groups(family);
  const rest: Finding[] = [];
  for (const { finding } of family) {
    const key = keyAlone(finding);
    if (key === null) rest.push(finding);
    else groups.join(finding, key);
  }
  const unordered = rest.filter(isBeyondBarriers);
  for (const finding of unordered) for (const key of writesOf(finding)) groups.join(finding, key);
  const written = new Set(unordered.filter(({ rule }) => rule === 'inter-block-race').flatMap(writesOf));
  const within = rest.filter((finding) => !isBeyondBarriers(finding));
  // A barrier of the block would leave a write that other blocks race with as racy as it is.
  const shared = within.filter((finding) => writesOf(finding).some((key) => written.has(key)));
  for (const finding of shared) for (const key of writesOf(finding)) groups.join(finding, key);
  const isShared = new Set(shared);
  const open = within.filter((finding) => !isShared.has(finding));
  const withGap = open.flatMap((finding) => (finding.gap === undefined ? [] : { finding, gap: finding.gap }));
  for (const { finding, point } of barrierPoints(withGap)) groups.join(finding, point);
  const ofLostBarriers = family.flatMap(({ finding }) =>
    finding.gap !== undefined && isOfLostWarpBarrier(finding) ? [{ finding, gap: finding.gap }] : [],
  );
  joinChains(groups, [...withGap, ...ofLostBarriers]);
  for (const finding of open) if (finding.gap === undefined) groups.join(finding, `object ${objectOf(finding)}`);
  for (const { finding } of family) for (const key of fixesOf(finding)) groups.join(finding, key);
  return groups.all();
}

/**
 * What one verified edit mends has one cause. A repair knows more than the lines of the accesses do: which places are left, and
 * that one of them orders another race as well.
 */
function fixesOf(finding: Finding): string[] {
  return finding.fixes.map(({ diff }) => `fix ${isDefect(finding)} ${diff}`);
}

/** The change deleted a barrier of the warp: with it may have gone others of the same chain. */
function isOfLostWarpBarrier(finding: Finding): boolean {
  return finding.orderLost?.keptApartBy === 'warp-barrier' && changedLineOf(finding)?.side === 'LEFT';
}

/** What a finding has in common with others that share nothing else; null: that is to be looked for in the accesses. */
function keyAlone(finding: Finding): string | null {
  const [first] = finding.accesses;
  const line = changedLineOf(finding);
  if (finding.rule === 'barrier-divergence' || !isDefect(finding)) {
    if (line !== null) return `${finding.rule} ${lineKey(line)}`;
    const branch = partingBranch(finding);
    if (branch !== null) return `${finding.rule} behind ${lineKey(branch)}`;
    return `${finding.rule} ${first?.file}:${first?.line}:${first?.column}`;
  }
  if (line !== null) return `line ${line.side} ${lineKey(line)}`;
  return finding.rule.startsWith('scoped-') ? `${finding.rule} ${objectOf(finding)}` : null;
}

/**
 * Of a divergence: the branch by which a thread leaves the kernel, and with it all the barriers behind it. A thread that
 * waits at another barrier says nothing of that: it may come further once the first barrier is repaired.
 */
export function partingBranch({ otherWay }: Finding): { readonly file: string; readonly line: number } | null {
  return otherWay === undefined || otherWay.waits !== null ? null : otherWay.parted;
}

/** True for races that no barrier of the block could order. */
function isBeyondBarriers({ rule, accesses: [a, b] }: Finding): boolean {
  return rule === 'inter-block-race' || (a !== undefined && b !== undefined && samePlace(a, b));
}

type Place = Pick<Finding['accesses'][number], 'file' | 'line' | 'column'>;

function samePlace(a: Place, b: Place): boolean {
  return a.file === b.file && a.line === b.line && a.column === b.column;
}

/** Each write of a race, with the object that is written; where no access is a plain write, each access. */
function writesOf(finding: Finding): string[] {
  const { accesses } = finding;
  const writes = accesses.filter(({ kind }) => kind === 'write');
  return (writes.length > 0 ? writes : accesses).map(
    ({ file, line, column }) => `write ${objectOf(finding)} ${file}:${line}:${column}`,
  );
}

function objectOf({ memory }: Finding): string {
  return memory === null ? '' : `${memory.space} ${memory.object}`;
}

function lineKey({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${file}:${line}`;
}

interface WithGap {
  readonly finding: Finding;
  readonly gap: BarrierGap;
}

/**
 * Puts as few barriers as it takes: of the gaps in straight code, the one that ends first has its barrier at its very end,
 * which is in all the other gaps that begin before. What goes round a loop has it where the loop goes round.
 */
function barrierPoints(all: readonly WithGap[]): { readonly finding: Finding; readonly point: string }[] {
  const points = all.flatMap(({ finding, gap }) => {
    const isApart = gap.from.file !== gap.to.file || gap.from.line > gap.to.line;
    if (gap.round === null && !isApart) return [];
    // Text and time go different ways, in a loop that was unrolled or in a macro: what is left is the barrier before.
    return { finding, point: gap.round === null ? chainKey(finding, gap) : `round ${lineKey(gap.round)}` };
  });
  const done = new Set(points.map(({ finding }) => finding));
  let straight = all.filter(({ finding }) => !done.has(finding));
  while (straight.length > 0) {
    const { gap: first } = straight.reduce((a, b) => (endsBefore(b.gap, a.gap) ? b : a));
    const isIn = ({ gap: { from, to } }: WithGap) => {
      if (from.file !== first.to.file) return false;
      // Within one line a barrier takes a statement apart, and serves no other line.
      if (first.from.line === first.to.line) return from.line === first.from.line && to.line === first.to.line;
      return from.line < first.to.line && first.to.line <= to.line;
    };
    for (const { finding } of straight.filter(isIn)) points.push({ finding, point: `before ${lineKey(first.to)}` });
    straight = straight.filter((one) => !isIn(one));
  }
  return points;
}

function endsBefore(a: BarrierGap, b: BarrierGap): boolean {
  if (a.to.file !== b.to.file) return a.to.file < b.to.file;
  if (a.to.line !== b.to.line) return a.to.line < b.to.line;
  return a.from.line > b.from.line;
}

/** An object between two neighbouring barriers. */
function chainKey(finding: Finding, { since }: BarrierGap): string {
  return `chain ${objectOf(finding)} ${since === null ? '' : lineKey(since)}`;
}

/**
 * Steps of one warp on one object, each of which waits for the one before: that they are without barriers of the warp is
 * one mistake, although it takes several of them.
 */
function joinChains(groups: Groups, all: readonly WithGap[]): void {
  const gaps = new Map(all.map(({ finding, gap }) => [finding, gap]));
  for (const group of groups.all()) {
    if (group.some(({ finding: { rule } }) => rule !== 'intra-warp-race')) continue;
    for (const { finding } of group) {
      const gap = gaps.get(finding);
      if (gap !== undefined) groups.join(finding, chainKey(finding, gap));
    }
  }
}

/** Findings that share a key are in one group, and so are those that are in one by several keys. */
class Groups {
  readonly #family: readonly PlacedFinding[];
  /** Of each finding another one of its group, or itself. */
  readonly #parents = new Map<Finding, Finding>();
  readonly #byKey = new Map<string, Finding>();

  constructor(family: readonly PlacedFinding[]) {
    this.#family = family;
  }

  join(finding: Finding, key: string): void {
    const other = this.#byKey.get(key);
    if (other === undefined) this.#byKey.set(key, finding);
    else this.#parents.set(this.#root(finding), this.#root(other));
  }

  all(): PlacedFinding[][] {
    const groups = new Map<Finding, PlacedFinding[]>();
    for (const one of this.#family) add(groups, this.#root(one.finding), one);
    return [...groups.values()];
  }

  #root(finding: Finding): Finding {
    let root = finding;
    for (let next = this.#parents.get(root) ?? root; next !== root; next = this.#parents.get(root) ?? root) root = next;
    if (root !== finding) this.#parents.set(finding, root);
    return root;
  }
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
