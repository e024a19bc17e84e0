/** Which synchronisation would keep the accesses of a cause apart. */
import type { Access, Finding, KeptApartBy, MissingSynchronisation } from '../../model/result.ts';

/** What a change took away, by what it did. */
const LOST: Readonly<Record<Exclude<KeptApartBy, 'size'>, MissingSynchronisation>> = {
  barrier: 'block-barrier',
  'warp-barrier': 'warp-barrier',
  lock: 'fence',
  fence: 'fence',
  atomic: 'atomic',
  guard: 'guard',
};

/** @param findings of one cause */
export function missingOf(findings: readonly Finding[]): MissingSynchronisation {
  const lost = findings.find(({ orderLost }) => orderLost?.keptApartBy !== undefined)?.orderLost?.keptApartBy;
  const said = findings.map((finding) => ofOne(finding));
  // What orders the widest pair orders the others as well.
  const widest = WIDEST_FIRST.find((missing) => said.includes(missing)) ?? 'none';
  // A launch that was small enough for no order does not say which order a larger one takes.
  if (lost === undefined || lost === 'size') return widest;
  if (lost === 'barrier' && widest === 'grid-barrier') return widest;
  return lost === 'atomic' && widest === 'scope' ? widest : LOST[lost];
}

const WIDEST_FIRST: readonly MissingSynchronisation[] = [
  'grid-barrier',
  'atomic',
  'guard',
  'block-barrier',
  'warp-barrier',
  'scope',
  'fence',
  'none',
];

function ofOne(finding: Finding): MissingSynchronisation {
  switch (finding.rule) {
    case 'barrier-divergence':
    case 'redundant-barrier':
      return 'none';
    // Where a wait is there, a barrier may be missing behind it; where none is, no barrier helps.
    case 'async-copy-race':
      return 'none';
    case 'scoped-atomic-race':
      return 'scope';
    case 'proxy-fence-race':
    case 'scoped-fence-race':
    case 'scoped-lock-race':
      return 'fence';
    case 'inter-block-race':
      return withoutBarrier(finding) ?? 'grid-barrier';
    case 'intra-block-race':
      return withoutBarrier(finding) ?? 'block-barrier';
    case 'intra-warp-race':
      return withoutBarrier(finding) ?? 'warp-barrier';
  }
}

/** What no barrier can help: an update that is none, and a write by too many; null for all others. */
function withoutBarrier({ accesses: [a, b] }: Finding): MissingSynchronisation | null {
  if (a === undefined || b === undefined) return null;
  if ((a.kind === 'atomic') !== (b.kind === 'atomic')) return 'atomic';
  if (a.kind === 'write' && b.kind === 'write' && isOnePlace(a, b)) return 'guard';
  // Without their texts, two accesses of one line may be of different statements, or the line be that of a log.
  const isUpdate = a.kind !== b.kind && a.text !== '' && a.text === b.text && isOneLine(a, b);
  return isUpdate ? 'atomic' : null;
}

function isOnePlace(a: Access, b: Access): boolean {
  return isOneLine(a, b) && a.column === b.column;
}

function isOneLine(a: Access, b: Access): boolean {
  return a.file === b.file && a.line === b.line;
}
