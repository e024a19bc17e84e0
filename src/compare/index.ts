/**
 * Compare: a change, the sources and an analysis of both its sides in; one result out, each finding `new`, `unchanged`
 * or `fixed`, and new ones with the place in the diff where they are shown. Pure: patches, trees and the engine come in.
 */
export { Anchors } from './anchor.ts';
export {
  type BothSelections,
  type ComparedRevisions,
  compareRevisions,
  type Side,
  selectBoth,
  type TimedUnits,
} from './compare-revisions.ts';
export { ComparisonTime } from './comparison-time.ts';
export { kernelExtent } from './kernel-extent.ts';
export { onePerPair } from './one-per-pair.ts';
export { pathFilter, pathsWithoutFile, type Selection, selectAll, selectChanged, type Unit } from './select-units.ts';
export { planShards, type Shard, type ShardPlan } from './shards.ts';
export { sourcesOfBase, sourcesOfTree } from './sources-of-tree.ts';
