/** What the base answered about the pairs that the change made open, and what that makes of the findings. */
import type { KeepsApart, PairAnswer } from '../model/pairs.ts';
import type { Finding, Language, OrderLost } from '../model/result.ts';
import { type Vocabulary, vocabularyOf } from '../model/vocabulary.ts';
import { atLeast } from '../result/level.ts';
import type { Keeper } from './lost-intervals.ts';
import type { NewPair } from './new-pairs.ts';

/** What the base says of one pair, over all programs that have its kernel. */
export interface AtBase {
  /** The base has both accesses. */
  readonly isThere: boolean;
  readonly keptApartBy: KeepsApart | null;
  readonly lines: PairAnswer['lines'];
  readonly safeInputs: number | null;
  /** The change wrote one of the two: its kind was kept from the other. */
  readonly isWritten?: boolean;
}

const UNKNOWN: AtBase = { isThere: false, keptApartBy: null, lines: [], safeInputs: null };

/** What the base says of a pair by its control flow alone. */
export function keptApart(keptApartBy: KeepsApart): AtBase {
  return { ...UNKNOWN, isThere: true, keptApartBy };
}

/** @param answers of every unit that has the kernel: only what all of them say counts */
export function atBase(answers: readonly PairAnswer[], id: number): AtBase {
  const there = answers.filter((answer) => answer.id === id && answer.isThere);
  const [first] = there;
  if (first === undefined) return UNKNOWN;
  const agree = <T>(of: (answer: PairAnswer) => T) => there.every((answer) => of(answer) === of(first));
  return {
    isThere: true,
    keptApartBy: there.some(({ keptApartBy }) => keptApartBy === null) ? null : first.keptApartBy,
    lines: there.flatMap(({ lines }) => lines),
    safeInputs: agree(({ safeInputs }) => safeInputs) ? first.safeInputs : null,
  };
}

/** What kept the two apart, in words. */
const ORDER: Readonly<Record<Exclude<KeepsApart, 'addresses'>, string>> = {
  barrier: 'a barrier',
  'warp-barrier': 'a warp barrier',
  lock: 'a lock',
  fence: 'a fence before the data is handed over',
  atomic: 'the atomicity of both',
  guard: 'a condition that no two threads satisfy',
  size: 'the size of the launch',
};

/** True when the two were kept apart at the base by more than where they lie. */
export function wasOrdered({ keptApartBy }: AtBase): boolean {
  return keptApartBy !== null && keptApartBy !== 'addresses';
}

/**
 * The finding as one of an order that is lost.
 * @param base what kept the two apart there
 */
export function withOrderLost(
  { finding, isOpen, facts }: NewPair,
  base: AtBase,
  orderLost: OrderLost,
  language: Language | null,
): Finding {
  // Who wins when both write the same makes no difference.
  if (base.keptApartBy === null || base.keptApartBy === 'addresses' || facts.isHarmless) return finding;
  const marked: Finding = { ...finding, orderLost: { ...orderLost, keptApartBy: base.keptApartBy } };
  if (atLeast(finding.evidence, 'predicted')) return marked;
  const inputs = base.safeInputs === null ? undefined : facts.inputs[base.safeInputs];
  const order = ORDER[base.keptApartBy];
  const removed = base.isWritten
    ? `Before the change ${order} stood between this read and every write to that memory; nothing orders it with the write that the change adds.`
    : `The change removed what ordered these two: ${order}.`;
  if (inputs !== undefined && finding.witness !== null) {
    const { replay: _replay, ...rest } = marked;
    const { gridDim, blockDim, threads } = inputs;
    return {
      ...rest,
      evidence: 'replayed',
      witness: { ...finding.witness, gridDim, blockDim, threads: [...threads] },
      message: `${finding.message} ${removed} With these inputs the two do not race in the old code.`,
    };
  }
  const open = isOpen
    ? 'Whether they touch the same bytes could not be decided.'
    : 'Whether they touch the same bytes in a real run could not be decided.';
  return {
    ...marked,
    message: `${isOpen ? openMessage(finding, vocabularyOf(language)) : finding.message} ${removed} ${open}`,
  };
}

/** The finding where only the order from one iteration to the next is lost. */
export function withOrderLostAcross(
  finding: Finding,
  keptApartBy: 'barrier' | 'warp-barrier',
  orderLost: OrderLost,
): Finding {
  const removed = `The change removed what ordered these two from one iteration of their loop to the next: ${ORDER[keptApartBy]}. Within one iteration nothing ordered them before either.`;
  return {
    ...finding,
    orderLost: { ...orderLost, keptApartBy, isAcrossIterations: true },
    message: `${finding.message} ${removed}`,
  };
}

const NOW: Readonly<Record<Keeper, string>> = {
  barrier: 'a barrier does',
  'warp-barrier': 'a warp barrier does',
  atomic: 'both are atomic',
  guard: 'a condition that no two threads satisfy does',
};

/**
 * A finding of the base, of a pair that the head keeps apart.
 * @param line of the change that says so; its sides have changed places
 */
export function withOrderGiven(finding: Finding, keptApartBy: Keeper, line: OrderLost): Finding {
  const where = `line ${line.line}${line.side === 'LEFT' ? '' : ' of the old code'}: ${line.text}`;
  const message = `Before the change nothing ordered these two; now ${NOW[keptApartBy]} (${where}). Whether they met in a real run could not be decided.`;
  return { ...finding, message };
}

/** A finding of the base, of a read and a write that the head does not make. */
export function withWriteGone(finding: Finding): Finding {
  const message =
    'Before the change nothing ordered these two; the write is gone now. Whether they met in a real run could not be decided.';
  return { ...finding, message };
}

const GROUP: Partial<Record<Finding['rule'], (words: Vocabulary) => string>> = {
  'inter-block-race': ({ block }) => ` of different ${block}s`,
  'intra-block-race': ({ block, warp }) => ` of one ${block}, in different ${warp}s,`,
  'intra-warp-race': ({ warp }) => ` of one ${warp}`,
};
const DOES = { read: 'reads it', write: 'writes it', atomic: 'atomically updates it', barrier: 'waits at it' } as const;

function openMessage({ rule, memory, accesses }: Finding, words: Vocabulary): string {
  const [a, b] = accesses.map(({ kind, text }) => `${DOES[kind]} (${text})`);
  const threads = `Two ${words.thread}s${GROUP[rule]?.(words) ?? ''}`;
  return `${threads} may access ${memory?.object ?? 'the same memory'} at the same time: one ${a}, the other ${b}.`;
}
