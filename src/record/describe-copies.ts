/** What a trace tells of copies that go on by themselves, and of what waits for them. */
import type { PtxInstruction } from '../frontend/index.ts';
import type { AddressSpace, Recorded } from './describe.ts';
import type { SiteKind } from './sites.ts';

type Half = Extract<SiteKind, { kind: 'copy' }>;
type Wait = Extract<SiteKind, { kind: 'copy-wait' }>;

const HINT = 'L2::cache_hint';
const ENGINE = 'mbarrier::complete_tx::bytes';
const OF_CLUSTER = 'shared::cluster';
const OF_BLOCK = 'shared::cta';

/** `cp.async`, `cp.async.bulk`, `cp.reduce.async.bulk`, and what closes groups, waits for them and arrives with them. */
export function copiesOf(instruction: PtxInstruction): readonly Recorded[] | null {
  const { words } = instruction;
  if (words[1] === 'reduce') return words[2] === 'async' && words[3] === 'bulk' ? reduction(instruction) : null;
  if (words[1] !== 'async') return null;
  switch (words[2]) {
    case 'bulk':
      return bulk(instruction);
    case 'mbarrier':
      return words[3] === 'arrive' ? [binding(0, spaceOf(words), 'groups')] : null;
    case 'commit_group':
      return [nothing({ kind: 'copy-commit', queue: 'groups' })];
    case 'wait_all':
      return [nothing({ kind: 'copy-wait', queue: 'groups', pending: null, reads: false })];
    case 'wait_group':
      return wait(instruction, 'groups', false);
    case 'ca':
    case 'cg':
      return small(instruction);
    default:
      return null;
  }
}

/** `cp.async.ca.shared.global [to], [from], 16{, bytes that are read, or a predicate: none};` */
function small({ words, operands }: PtxInstruction): readonly Recorded[] | null {
  const given = words.includes(HINT) ? operands.slice(0, -1) : operands;
  const size = given[2]?.kind === 'integer' ? Number(given[2].value) : 0;
  if (![4, 8, 16].includes(size) || given.length > 4) return null;
  const write = half({ op: 'write', size, queue: 'groups' }, 0, 'shared');
  if (given.length < 4) return [half({ op: 'read', size, queue: 'groups' }, 1, 'global'), write];
  const told: Recorded = { at: 'size', site: { kind: 'copy-size' }, operand: 3, bytes: size };
  return [told, half({ op: 'read', size: null, queue: 'groups' }, 1, 'global'), write];
}

/** `cp.async.bulk.TO.FROM.…`, `commit_group`, `wait_group{.read} N`; what is only fetched ahead into a cache is nothing. */
function bulk(instruction: PtxInstruction): readonly Recorded[] | null {
  const { words, operands } = instruction;
  const [to, from, ...rest] = words.slice(3);
  if (to === 'prefetch') return [];
  if (to === 'commit_group') return [nothing({ kind: 'copy-commit', queue: 'bulk' })];
  if (to === 'wait_group') return wait(instruction, 'bulk', from === 'read');
  const how = rest.filter((word) => word !== HINT).join('.');
  const count = operands.length - (rest.includes(HINT) ? 1 : 0);
  const told: Recorded = { at: 'values', site: { kind: 'copy-size' }, operands: [2] };
  const isInto = (to === OF_CLUSTER || to === OF_BLOCK) && from === 'global';
  if ((isInto || (to === OF_CLUSTER && from === OF_BLOCK)) && how === ENGINE && count === 4) {
    const place = to === OF_CLUSTER ? 'cluster' : 'shared';
    const [read, write] = [
      half({ op: 'read', size: null, queue: 'bound' }, 1, isInto ? 'global' : 'shared'),
      half({ op: 'write', size: null, queue: 'bound' }, 0, place),
    ];
    return [told, read, write, binding(2, place, 'bound')];
  }
  if (to !== 'global' || from !== OF_BLOCK || how !== 'bulk_group' || count !== 3) return null;
  return [
    told,
    half({ op: 'read', size: null, queue: 'bulk' }, 1, 'shared'),
    half({ op: 'write', size: null, queue: 'bulk' }, 0, 'global'),
  ];
}

/** `cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [to], [from], bytes` and its kin into another block of the cluster. */
function reduction({ words, operands }: PtxInstruction): readonly Recorded[] | null {
  const [to, from, how] = words.slice(4);
  const count = operands.length - (words.includes(HINT) ? 1 : 0);
  const told: Recorded = { at: 'values', site: { kind: 'copy-size' }, operands: [2] };
  if (from !== OF_BLOCK) return null;
  if (to === 'global' && how === 'bulk_group' && count === 3) {
    return [
      told,
      half({ op: 'read', size: null, queue: 'bulk' }, 1, 'shared'),
      half({ op: 'atomic', size: null, queue: 'bulk' }, 0, 'global'),
    ];
  }
  if (to !== OF_CLUSTER || how !== ENGINE || count !== 4) return null;
  return [
    told,
    half({ op: 'read', size: null, queue: 'bound' }, 1, 'shared'),
    half({ op: 'atomic', size: null, queue: 'bound' }, 0, 'cluster'),
    binding(2, 'cluster', 'bound'),
  ];
}

/** `st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [to], value, [object]` and `red.async`: done later, as a copy is. */
export function laterAccess({ words }: PtxInstruction, size: number): readonly Recorded[] | null {
  if (!words.includes(ENGINE) || !words.includes(OF_CLUSTER)) return null;
  const op = words[0] === 'red' ? 'atomic' : 'write';
  return [half({ op, size, queue: 'bound' }, 0, 'cluster'), binding(1, 'cluster', 'bound')];
}

function wait({ operands }: PtxInstruction, queue: Wait['queue'], reads: boolean): readonly Recorded[] | null {
  const [pending] = operands;
  if (pending?.kind !== 'integer') return null;
  return [nothing({ kind: 'copy-wait', queue, pending: Number(pending.value), reads })];
}

function half(of: Omit<Half, 'kind'>, bracket: number, space: AddressSpace): Recorded {
  return { at: 'address', site: { kind: 'copy', ...of }, space, bracket, isBehind: false, swaps: null };
}

function binding(bracket: number, space: AddressSpace, queue: 'groups' | 'bound'): Recorded {
  return { at: 'address', site: { kind: 'copy-bind', queue }, space, bracket, isBehind: false, swaps: null };
}

function nothing(site: SiteKind): Recorded {
  return { at: 'nothing', site };
}

/** Where an object is that an arrival names. */
function spaceOf(words: readonly string[]): AddressSpace {
  return words.includes('shared') || words.includes(OF_BLOCK) ? 'shared' : 'generic';
}
