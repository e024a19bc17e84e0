/** What an instruction of PTX does that a trace tells of; null for one that no trace tells of. */
import type { PtxInstruction } from '../frontend/index.ts';
import type { SiteKind } from './sites.ts';

/** The memory that an address leads to, as far as the instruction says. */
export type AddressSpace = 'global' | 'shared' | 'generic';

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
    }
  /** Values that go in the place of an address: registers or numbers, by their place among the operands. */
  | { readonly at: 'values'; readonly site: SiteKind; readonly operands: readonly number[] }
  | { readonly at: 'nothing'; readonly site: SiteKind };

const SEMANTICS = ['relaxed', 'acquire', 'release', 'acq_rel'] as const;
type Order = (typeof SEMANTICS)[number];
const SCOPES = { cta: 'block', cluster: 'device', gpu: 'device', gl: 'device', sys: 'system' } as const;
type Scope = 'block' | 'device' | 'system';

/** The things that an instruction has recorded of it, in order. */
export function recordedOf(instruction: PtxInstruction): readonly Recorded[] {
  const { words } = instruction;
  switch (words[0]) {
    case 'ld':
    case 'ldu':
    case 'st':
    case 'atom':
    case 'red':
      return access(instruction);
    case 'membar':
    case 'fence':
      return words[1] === 'proxy' || words.includes('mbarrier_init') ? [] : [fence(words)];
    case 'bar':
    case 'barrier':
      return barrier(instruction);
    case 'cp':
      return words[1] === 'async' ? copy(instruction) : [];
    default:
      return [];
  }
}

function scopeIn(words: readonly string[]): Scope | null {
  const word = words.find((one): one is keyof typeof SCOPES => Object.hasOwn(SCOPES, one));
  return word === undefined ? null : SCOPES[word];
}

function spaceIn(words: readonly string[]): AddressSpace | null {
  if (words.some((word) => word === 'shared' || word.startsWith('shared::'))) return 'shared';
  if (words.includes('global')) return 'global';
  return words.some((word) => /^(?:local|const|param)\b/.test(word)) ? null : 'generic';
}

function bitsIn(words: readonly string[]): number {
  const type = words.at(-1) ?? '';
  if (/x2$/.test(type)) return 32;
  const lanes = Number(words.find((word) => /^v[248]$/.test(word))?.slice(1) ?? 1);
  return lanes * Number(/\d+$/.exec(type)?.[0] ?? 0);
}

function access({ words }: PtxInstruction): readonly Recorded[] {
  const space = spaceIn(words);
  const bits = bitsIn(words);
  if (space === null || bits < 8 || bits > 1024) return [];
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
  if (words.includes('cluster')) return [];
  const isReduction = words.includes('red');
  const waits = !words.includes('arrive');
  const first = isReduction ? 1 : 0;
  const count = operands.length > first + 1 && !(isReduction && operands.length === 3) ? [first + 1] : [];
  return [{ at: 'values', site: { kind: 'barrier', waits }, operands: [first, ...count] }];
}

/** `cp.async.ca.shared.global [to], [from], 16;` and what waits for it. */
function copy({ words, operands }: PtxInstruction): readonly Recorded[] {
  if (words[2] === 'commit_group') return [{ at: 'nothing', site: { kind: 'copy-commit' } }];
  const [pending] = operands;
  if (words[2] === 'wait_all') return [{ at: 'nothing', site: { kind: 'copy-wait', pending: null } }];
  if (words[2] === 'wait_group' && pending?.kind === 'integer') {
    return [{ at: 'nothing', site: { kind: 'copy-wait', pending: Number(pending.value) } }];
  }
  const size = operands[2]?.kind === 'integer' ? Number(operands[2].value) : 0;
  if ((words[2] !== 'ca' && words[2] !== 'cg') || ![4, 8, 16].includes(size)) return [];
  const half = (op: 'read' | 'write', bracket: number, space: AddressSpace): Recorded => ({
    at: 'address',
    site: { kind: 'copy', op, size },
    space,
    bracket,
    isBehind: false,
    swaps: null,
  });
  return [half('read', 1, 'global'), half('write', 0, 'shared')];
}
