/** What an instruction of PTX does that a trace tells of. */
import type { PtxInstruction } from '../frontend/index.ts';
import { copiesOf, laterAccess } from './describe-copies.ts';
import type { SiteKind } from './sites.ts';

/** The memory that an address leads to, as far as the instruction says. */
export type AddressSpace =
  | 'global'
  | 'shared'
  /** Shared memory of a block of the cluster, perhaps another one. */
  | 'cluster'
  | 'generic';

export type Recorded =
  | {
      readonly at: 'address';
      readonly site: SiteKind;
      readonly space: AddressSpace;
      /** Which of the operands in brackets it is, from 0. */
      readonly bracket: number;
      /** Recorded behind the instruction: what it acquires comes before that. */
      readonly isBehind: boolean;
      /** Of a compare-and-swap: how wide what is compared is. */
      readonly swaps: number | null;
      /** Only these lanes of a warp do it; null: all that come. */
      readonly lanes?: number;
      /** Only lanes that the instruction gives a true predicate do it. */
      readonly isIfTrue?: boolean;
      /** Each lane does it so much further on than the one before it. */
      readonly step?: Step;
    }
  /** What orders the blocks of a cluster, as an access of memory that only they have. */
  | { readonly at: 'cluster'; readonly site: SiteKind; readonly isBehind: boolean }
  /** Values that go in the place of an address: registers or numbers, by their place among the operands. */
  | { readonly at: 'values'; readonly site: SiteKind; readonly operands: readonly number[] }
  /** A number of bytes: an operand, or where that is a predicate, none where it is true. */
  | { readonly at: 'size'; readonly site: SiteKind; readonly operand: number; readonly bytes: number }
  | { readonly at: 'nothing'; readonly site: SiteKind };

/** So many bits times an operand, or one where it is left out. */
export interface Step {
  readonly bits: number;
  /** The operand's place; null: it is `bits` alone. */
  readonly operand: number | null;
}

const SEMANTICS = ['relaxed', 'acquire', 'release', 'acq_rel'] as const;
type Order = (typeof SEMANTICS)[number];
const SCOPES = { cta: 'block', cluster: 'device', gpu: 'device', gl: 'device', sys: 'system' } as const;
type Scope = 'block' | 'device' | 'system';

/** They name addresses, and do nothing there. */
const HINTS = new Set(['prefetch', 'prefetchu', 'applypriority', 'createpolicy', 'isspacep', 'cvta', 'mov']);

/**
 * The things that an instruction has recorded of it, in order; none where it does nothing that a trace tells of.
 * @returns null where it does, and nobody knows how to record it
 */
export function recordedOf(instruction: PtxInstruction): readonly Recorded[] | null {
  const { words, operands, unreadable } = instruction;
  switch (words[0]) {
    case 'ld':
    case 'ldu':
    case 'st':
    case 'atom':
    case 'red':
      return access(instruction);
    case 'discard':
      return [
        { at: 'address', site: plainSite('write', 128), space: 'global', bracket: 0, isBehind: false, swaps: null },
      ];
    case 'ldmatrix':
    case 'stmatrix':
      return rows(instruction);
    case 'membar':
    case 'fence':
      return words[1] === 'proxy' || words.includes('mbarrier_init') ? [] : [fence(words)];
    case 'bar':
    case 'barrier':
      return barrier(instruction);
    case 'mbarrier':
      return memoryBarrier(instruction);
    case 'cp':
      return copiesOf(instruction);
    case 'wmma':
      return fragment(instruction);
    default:
      if (HINTS.has(words[0]!)) return [];
      return unreadable !== null || operands.some(({ kind }) => kind === 'address') ? null : [];
  }
}

function scopeIn(words: readonly string[]): Scope | null {
  const word = words.find((one): one is keyof typeof SCOPES => Object.hasOwn(SCOPES, one));
  return word === undefined ? null : SCOPES[word];
}

/** Null for memory that is a thread's own. */
function spaceIn(words: readonly string[]): AddressSpace | null {
  if (words.includes('shared::cluster')) return 'cluster';
  if (words.some((word) => word === 'shared' || word === 'shared::cta')) return 'shared';
  if (words.includes('global')) return 'global';
  return words.some((word) => /^(?:local|const|param)\b/.test(word)) ? null : 'generic';
}

function bitsIn(words: readonly string[]): number {
  const type = words.at(-1) ?? '';
  const lanes = Number(words.find((word) => /^v[248]$/.test(word))?.slice(1) ?? 1);
  return lanes * (/x2$/.test(type) ? 32 : Number(/\d+$/.exec(type)?.[0] ?? 0));
}

function access(instruction: PtxInstruction): readonly Recorded[] | null {
  const { words } = instruction;
  const space = spaceIn(words);
  if (space === null) return [];
  const bits = bitsIn(words);
  if (bits < 8 || bits > 1024) return null;
  if (words[1] === 'async') return bits <= 128 ? laterAccess(instruction, bits / 8) : null;
  const isAtomic = words[0] === 'atom' || words[0] === 'red';
  const semantics = SEMANTICS.find((one): one is Order => words.includes(one)) ?? null;
  const isVolatile = words.includes('volatile');
  const op = isAtomic ? 'atomic' : words[0] === 'st' ? 'write' : 'read';
  const rmw = isAtomic ? (words.find((word) => OPERATIONS.has(word)) ?? 'add') : null;
  const isSwap = words[0] === 'atom' && rmw === 'cas';
  const site: SiteKind = {
    kind: 'access',
    op,
    rmw,
    size: bits / 8,
    scope: isAtomic || semantics !== null ? (scopeIn(words) ?? 'device') : null,
    order: isAtomic ? (semantics ?? 'relaxed') : semantics,
    volatile: isVolatile,
    ends: false,
  };
  const acquires = op === 'read' && (semantics !== null || isVolatile);
  return [{ at: 'address', site, space, bracket: 0, isBehind: isSwap || acquires, swaps: isSwap ? bits : null }];
}

const OPERATIONS = new Set('add exch min max and or xor inc dec cas'.split(' '));

function fence(words: readonly string[]): Recorded {
  return { at: 'nothing', site: { kind: 'fence', scope: scopeIn(words) ?? 'device' } };
}

function barrier({ words, operands }: PtxInstruction): readonly Recorded[] {
  if (words[1] === 'warp') return [{ at: 'values', site: { kind: 'warp-barrier' }, operands: [0] }];
  if (words[1] === 'cluster') return clusterBarrier(words);
  const isReduction = words.includes('red');
  const waits = !words.includes('arrive');
  const first = isReduction ? 1 : 0;
  const count = operands.length > first + 1 && !(isReduction && operands.length === 3) ? [first + 1] : [];
  return [{ at: 'values', site: { kind: 'barrier', waits }, operands: [first, ...count] }];
}

/** `barrier.cluster.arrive.release.aligned` and `barrier.cluster.wait.acquire.aligned`. */
function clusterBarrier(words: readonly string[]): readonly Recorded[] {
  const isArrival = words[2] === 'arrive';
  const order = words.includes('relaxed') ? 'relaxed' : isArrival ? 'release' : 'acquire';
  const common = { ...plainSite('read', 4), scope: 'device', order } as const;
  const site: SiteKind = isArrival ? { ...common, op: 'atomic', rmw: 'add' } : common;
  return [{ at: 'cluster', site, isBehind: !isArrival }];
}

/** Barriers that are objects in shared memory: who arrives releases, who has waited acquires. */
function memoryBarrier({ words }: PtxInstruction): readonly Recorded[] | null {
  const [, action] = words;
  if (action === 'pending_count') return [];
  const space = spaceIn(words);
  if (space === null) return null;
  const common = { at: 'address', space, bracket: 0, isBehind: false, swaps: null } as const;
  // All that use it share its memory; that of a cluster is no narrower than the device, to a trace.
  const ordered = (order: Order) =>
    ({ scope: 'device', order: words.includes('relaxed') ? 'relaxed' : order }) as const;
  switch (action) {
    case 'init':
      return [{ ...common, site: plainSite('write', 8) }];
    // Of lanes that leave an object together one may make it invalid, by a vote that orders no memory: no race with their waits.
    case 'inval':
      return [{ ...common, site: { ...plainSite('write', 8), scope: 'device', order: 'relaxed' } }];
    case 'arrive':
    case 'arrive_drop':
      return [{ ...common, site: { ...plainSite('atomic', 8), rmw: 'add', ...ordered('release') } }];
    case 'expect_tx':
    case 'complete_tx':
      return [{ ...common, site: { ...plainSite('atomic', 8), rmw: 'add', ...ordered('relaxed') } }];
    case 'test_wait':
    case 'try_wait':
      return [
        {
          ...common,
          site: { ...plainSite('read', 8), ...ordered('acquire'), ends: true },
          isBehind: true,
          isIfTrue: true,
        },
      ];
    default:
      return null;
  }
}

/** `ldmatrix.sync.aligned.m8n8.x4.shared.b16 {…}, [row]`: lanes 8i to 8i + 7 name the rows of the i-th matrix. */
function rows({ words }: PtxInstruction): readonly Recorded[] | null {
  const count = Number(/^x([124])$/.exec(words.find((word) => /^x\d$/.test(word)) ?? '')?.[1] ?? 0);
  if (count === 0 || !words.includes('m8n8') || spaceIn(words) === 'cluster') return null;
  const site = plainSite(words[0] === 'ldmatrix' ? 'read' : 'write', 16);
  const space = spaceIn(words) ?? 'generic';
  return [{ at: 'address', site, space, bracket: 0, isBehind: false, swaps: null, lanes: 8 * count }];
}

function plainSite(op: 'read' | 'write' | 'atomic', size: number) {
  return { kind: 'access', op, rmw: null, size, scope: null, order: null, volatile: false, ends: false } as const;
}

/** `wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {r…}, [matrix]{, stride}` and `wmma.store.d`: each lane stands for a row. */
function fragment({ words, operands }: PtxInstruction): readonly Recorded[] | null {
  const [, action, which = ''] = words;
  if (action === 'mma') return [];
  const isLoad = action === 'load';
  const lines = linesOf(words, which);
  if ((!isLoad && action !== 'store') || lines === null || operands.length > 3) return null;
  const site = plainSite(isLoad ? 'read' : 'write', lines.bytes);
  const space = spaceIn(words) ?? 'generic';
  const step: Step =
    operands.length === 3 ? { bits: lines.bits, operand: 2 } : { bits: 8 * lines.bytes, operand: null };
  return [{ at: 'address', site, space, bracket: 0, isBehind: false, swaps: null, lanes: lines.count, step }];
}

/** How a matrix lies in memory: lines of so many bytes, of elements of so many bits. Null where that is not known. */
function linesOf(words: readonly string[], which: string) {
  const sizes = words.map((word) => /^m(\d{1,3})n(\d{1,3})k(\d{1,3})$/.exec(word)).find((match) => match !== null);
  const bits = Number(/^(?:tf|bf|[busf])(\d{1,2})$/.exec(words.at(-1) ?? '')?.[1] ?? 0);
  const isByColumns = words.includes('col');
  if (!sizes || bits === 0 || isByColumns === words.includes('row')) return null;
  const [m, n, k] = sizes.slice(1).map(Number) as [number, number, number];
  const [rows, columns] = which === 'a' ? [m, k] : which === 'b' ? [k, n] : [m, n];
  const [count, line] = isByColumns ? [columns, rows] : [rows, columns];
  const bytes = (line * bits) / 8;
  return count <= 32 && Number.isInteger(bytes) && bytes >= 1 && bytes <= 128 ? { count, bytes, bits } : null;
}
