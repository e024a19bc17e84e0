/**
 * The units of a run, divided among the jobs of a matrix. Each job divides alone and by the texts alone, so all of them
 * come to the same; both sides of a unit are in one shard, and so is whatever may have to do with it: units that share
 * a kernel of a header, and the two files that a kernel moved between. What one shard says then holds of the whole.
 */
import { createHash } from 'node:crypto';
import { type ChangedFile, pathAtBase } from '../diff/changed-file.ts';
import { definedKernels } from '../lexical/call-index.ts';
import { IncludeGraph } from '../lexical/include-graph.ts';
import { definesKernel } from '../lexical/kernel-text.ts';
import type { Sources } from '../source/index.ts';
import type { Unit } from './select-units.ts';

export interface DividedSide {
  readonly sources: Sources;
  /** The units to analyse. */
  readonly units: readonly string[];
}

export interface Shard {
  readonly head: readonly Unit[];
  readonly base: readonly string[];
}

export interface ShardPlan {
  readonly shards: readonly Shard[];
  /** The same for all jobs that divided the same work; results of other work do not go together with it. */
  readonly id: string;
}

/** What a unit costs before its first character is read, in characters. */
const COST_OF_A_UNIT = 2_000;

/** @param base null: nothing is compared */
export function planShards(
  head: Omit<DividedSide, 'units'> & { readonly units: readonly Unit[] },
  base: DividedSide | null,
  changed: readonly ChangedFile[],
  count: number,
): ShardPlan {
  const names = new Map<string, string>();
  for (const file of changed) {
    const old = pathAtBase(file);
    if (old !== null) names.set(old, file.status === 'removed' ? `${old} (removed)` : file.path);
  }
  const headName = (file: string) => names.get(file) ?? file;
  const groups = new Groups();
  const sides = [
    { sources: head.sources, units: head.units.map(({ file }) => file), nameOf: (file: string) => file },
    ...(base === null ? [] : [{ ...base, nameOf: headName }]),
  ];
  const costs = new Map<string, number>();
  /** A unit that has a file with kernels, by the head's name of the file. */
  const holders = new Map<string, string[]>();
  const hash = createHash('sha256').update(String(count));
  for (const { sources, units, nameOf } of sides) {
    for (const unit of units) {
      const text = sources.read(unit) ?? '';
      groups.add(nameOf(unit));
      costs.set(nameOf(unit), (costs.get(nameOf(unit)) ?? COST_OF_A_UNIT) + text.length);
      hash.update(JSON.stringify([unit, nameOf(unit), text]));
    }
    joinIncluders(sources, units, nameOf, groups, holders);
  }
  for (const { path } of changed) hash.update(JSON.stringify([path, head.sources.read(path) ?? null]));
  if (base !== null) joinMoved(head, base, changed, headName, groups, holders);

  const shards = Array.from({ length: count }, () => ({ cost: 0, names: new Set<string>() }));
  const weighed = groups.all().map((group) => ({
    group,
    cost: group.reduce((sum, name) => sum + (costs.get(name) ?? 0), 0),
  }));
  weighed.sort((a, b) => b.cost - a.cost || (a.group[0]! < b.group[0]! ? -1 : 1));
  for (const { group, cost } of weighed) {
    const lightest = shards.reduce((least, shard) => (shard.cost < least.cost ? shard : least));
    lightest.cost += cost;
    for (const name of group) lightest.names.add(name);
  }
  return {
    id: hash.digest('hex').slice(0, 32),
    shards: shards.map(({ names: own }) => ({
      head: head.units.filter(({ file }) => own.has(file)),
      base: base === null ? [] : base.units.filter((file) => own.has(headName(file))),
    })),
  };
}

/** A kernel of a header is answered by all that include it, and a unit that another one includes is a part of that. */
function joinIncluders(
  sources: Sources,
  units: readonly string[],
  nameOf: (file: string) => string,
  groups: Groups,
  holders: Map<string, string[]>,
): void {
  const isUnit = new Set(units);
  const graph = new IncludeGraph();
  const shared: string[] = [];
  for (const file of sources.files) {
    const text = sources.read(file);
    if (text === undefined) continue;
    graph.add(file, text);
    if (isUnit.has(file) || definesKernel(text, 'cuda')) shared.push(file);
  }
  for (const file of shared) {
    const [first, ...rest] = [file, ...graph.includersOf(file)].filter((other) => isUnit.has(other));
    if (first === undefined) continue;
    holders.set(nameOf(file), [...(holders.get(nameOf(file)) ?? []), nameOf(first)]);
    for (const other of rest) groups.join(nameOf(first), nameOf(other));
  }
}

/** A kernel that is gone from one file and new in another may have moved: then its findings are the same. */
function joinMoved(
  head: Pick<DividedSide, 'sources'>,
  base: DividedSide,
  changed: readonly ChangedFile[],
  headName: (file: string) => string,
  groups: Groups,
  holders: ReadonlyMap<string, readonly string[]>,
): void {
  const gone = new Map<string, string[]>();
  const added = new Map<string, string[]>();
  const kernelsIn = ({ read }: Sources, file: string | null) => {
    return new Set(file === null ? [] : definedKernels(read(file) ?? ''));
  };
  for (const file of changed) {
    const old = pathAtBase(file);
    const before = kernelsIn(base.sources, old);
    const after = kernelsIn(head.sources, file.status === 'removed' ? null : file.path);
    for (const name of before) if (!after.has(name)) gone.set(name, [...(gone.get(name) ?? []), headName(old!)]);
    for (const name of after) if (!before.has(name)) added.set(name, [...(added.get(name) ?? []), file.path]);
  }
  for (const [name, files] of gone) {
    const [first, ...rest] = [...files, ...(added.get(name) ?? [])].flatMap((file) => holders.get(file) ?? []);
    if (added.has(name)) for (const other of rest) groups.join(first!, other);
  }
}

/** Units that stay together. */
class Groups {
  readonly #parents = new Map<string, string>();

  add(unit: string): void {
    if (!this.#parents.has(unit)) this.#parents.set(unit, unit);
  }

  join(a: string, b: string): void {
    this.add(a);
    this.add(b);
    const [first, second] = [this.#root(a), this.#root(b)].sort();
    this.#parents.set(second!, first!);
  }

  /** Each sorted, and by their first. */
  all(): string[][] {
    const groups = new Map<string, string[]>();
    for (const unit of [...this.#parents.keys()].sort()) {
      const root = this.#root(unit);
      groups.set(root, [...(groups.get(root) ?? []), unit]);
    }
    return [...groups.values()];
  }

  #root(unit: string): string {
    let at = unit;
    for (let parent = this.#parents.get(at)!; parent !== at; parent = this.#parents.get(at)!) at = parent;
    return at;
  }
}
