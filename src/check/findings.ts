/** What a decision becomes for a reader: a finding with places, a witness and a message. */
import { sizeOf } from '../ir/layout.ts';
import type { Program, SourceLocation, Type } from '../ir/program.ts';
import type { Execution, KernelAccess, KernelBarrier, MemoryObject } from '../kernel/index.ts';
import { accessSpan } from '../lexical/access-span.ts';
import { accessText } from '../model/access-text.ts';
import {
  type Access,
  cellName,
  type Dim3,
  type Evidence,
  type FindingWithoutId,
  type Language,
  type MemoryContent,
  type RuleId,
  type Witness,
  WitnessSide,
} from '../model/result.ts';
import { vocabularyOf } from '../model/vocabulary.ts';
import { type Evaluator, type Int, type SymbolOrigin, type Terms, visitAtoms } from '../terms/index.ts';
import { barrierGap } from './barrier-gap.ts';
import type { Divergence } from './divergence.ts';
import { cellOf, contentsOfRace } from './memory-contents.ts';
import { callsOf, type Instance, iterationsOf } from './moment.ts';
import { isLaterStore } from './order/index.ts';
import { raceMessage } from './race-message.ts';
import type { RacePair } from './races.ts';
import { isGuess } from './symbols.ts';
import type { LaunchTerms, Meeting, ThreadPair, ThreadTerms } from './thread-pair.ts';

/** What it takes to name a place of a kernel. */
interface PlaceContext {
  readonly program: Program;
  readonly kernel: string;
  readonly sourceLine: (file: string, line: number) => string | undefined;
}

export interface FindingContext extends PlaceContext {
  /** In whose words the message is. */
  readonly language: Language;
  readonly launch: LaunchTerms;
  readonly parameters: ReadonlyMap<string, Int>;
  readonly nulls: Execution['nulls'];
  readonly terms: Terms;
  readonly loadPlaces: Execution['loadPlaces'];
  readonly barriers: Execution['barriers'];
}

/** The two threads of a witness, that of the first access first. */
export type WitnessThreads = readonly [Witness['threads'][number], Witness['threads'][number]];

/** @param seen the threads that were seen to meet, and where, when they are not the model's. */
export function raceFinding(
  context: FindingContext,
  race: RacePair,
  seen: { readonly threads: WitnessThreads; readonly offset: bigint } | null = null,
): FindingWithoutId {
  const { first, second } = race;
  const words = vocabularyOf(context.language);
  const rule: RuleId =
    race.narrowScope !== null && race.distance === 'inter-block'
      ? 'scoped-atomic-race'
      : race.missing !== null
        ? RULE_OF_MISSING[race.missing]
        : ruleAt(race.distance, first, second);
  // In which iterations the threads are that were seen to meet, nobody has told.
  const [mine, theirs] = seen
    ? [null, null]
    : [race.pair.first, race.pair.second].map((thread): Instance => ({ values: race.values, thread }));
  const accesses: [Access, Access] = [accessOf(context, first, mine), accessOf(context, second, theirs)];
  const gap = barrierGap(race, context.barriers, ({ file, line }) => {
    return { file: context.program.files[file] ?? '', line: Math.max(1, line) };
  });
  const valueFor = (term: Int) => race.values.int(race.pair.first.int(term));
  const { kind } = first.object.origin;
  const place = kind === 'surface' ? [first.offset, ...first.base.slice(-2)] : first.base;
  const address =
    kind === 'image' || kind === 'surface'
      ? seen
        ? first.object.name
        : `${first.object.name}(${place.map(valueFor).join(', ')})`
      : addressText(context.program, first.object, seen?.offset ?? valueFor(first.offset), first.size);
  // By the memory model it is a race, but it needs unusual conditions or does no harm: shown, never as more than a note.
  const isMild = race.sameValue || race.unusual !== null || race.missing === 'reader-fence';
  const evidence = isMild ? 'possible' : evidenceOf(race.leansOn);
  const contents = contentsIn(context, race);
  return {
    rule,
    kernel: context.kernel,
    memory: memoryOf(first),
    accesses,
    evidence,
    witness: {
      ...witnessOf(context, race.values, race.pair.threads, address),
      contents,
      ...(seen ? { threads: [...seen.threads] } : sidesOf(race)),
    },
    dataDependent: race.leansOn.has('input-memory') || race.leansOn.has('unknown'),
    message:
      raceMessage(race, accesses, address, { contents, words }) + unknownLoadsSentence(unknownLoads(context, race)),
    fixes: [],
    status: null,
    ...(gap === null ? {} : { gap }),
    ...(race.missing === 'reader-fence' ? { lacks: race.missing } : {}),
  };
}

/** Cells of memory that a witness names. */
const NAMED_CELLS = 8;

/** What the model takes memory to hold where one of the two threads looks on its way. */
function contentsIn(context: FindingContext, race: RacePair): MemoryContent[] {
  const cells = new Map<string, MemoryContent>();
  for (const content of contentsOfRace(race, context)) {
    const { object, size, value } = content;
    const cell = { ...cellOf(content), value: `${BigInt.asIntN(8 * size, value)}` };
    if (Number.isSafeInteger(cell.index)) cells.set(`${object.key} ${cellName(cell)}`, cell);
  }
  const inOrder = (a: MemoryContent, b: MemoryContent) =>
    a.object === b.object ? a.index - b.index : a.object < b.object ? -1 : 1;
  return [...cells.values()].sort(inOrder).slice(0, NAMED_CELLS);
}

/** Nothing where a number is beyond what JSON's readers keep exact. */
function sidesOf({ pair, values, first, second }: RacePair): Pick<Witness, 'sides'> {
  const side = (access: KernelAccess, instance: ThreadPair['first']): WitnessSide => ({
    offset: Number(values.int(instance.int(access.offset))),
    size: access.size,
    barriers: Number(values.int(instance.int(access.interval.block))),
  });
  const sides = [side(first, pair.first), side(second, pair.second)];
  return sides.every((one) => WitnessSide.safeParse(one).success) ? { sides } : {};
}

const UNUSUAL_DIVERGENCE = ' The host code leaves the launch open, and only unusual sizes or arguments show it.';

const UNUSUAL_DOUBT = 'it takes unusual sizes or arguments, which the host code leaves open';

const UNKNOWN_NUMBERS_DOUBT = 'the host code could not be followed to the numbers that it takes';

/** @param isUnusual it takes sizes or arguments that nobody would choose */
export function divergenceFinding(
  context: FindingContext,
  divergence: Divergence,
  isUnusual: boolean,
): FindingWithoutId {
  const access = barrierAccess(context, divergence.barrier);
  const { thread, block } = vocabularyOf(context.language);
  const scope = divergence.barrier.width === 'grid' ? 'grid' : block;
  return {
    rule: 'barrier-divergence',
    kernel: context.kernel,
    memory: null,
    accesses: [access],
    evidence: isUnusual ? 'possible' : evidenceOf(divergence.leansOn),
    witness: witnessOf(context, divergence.values, divergence.pair.threads, ''),
    dataDependent: divergence.leansOn.has('input-memory') || divergence.leansOn.has('unknown'),
    message: `${accessText(access)} is not reached by all ${thread}s of the ${scope}: A gets here and B does not.${isUnusual ? UNUSUAL_DIVERGENCE : ''}`,
    fixes: [],
    status: null,
    ...(isUnusual ? { doubt: UNUSUAL_DOUBT } : isGuess(divergence.leansOn) ? { doubt: UNKNOWN_NUMBERS_DOUBT } : {}),
  };
}

/** A note that rests on a proof, so there is no witness. */
export function redundancyFinding(context: PlaceContext, barrier: KernelBarrier): FindingWithoutId {
  const access = barrierAccess(context, barrier);
  return {
    rule: 'redundant-barrier',
    kernel: context.kernel,
    memory: null,
    accesses: [access],
    evidence: 'witness',
    witness: null,
    dataDependent: false,
    message: `${accessText(access)} orders no conflicting accesses: without it, and with all other barriers kept, the kernel has no race either.`,
    fixes: [],
    status: null,
  };
}

/**
 * The rule that two accesses break that barriers do not order. Between blocks nothing would, within one a copy that is under
 * way has to be waited for.
 */
export function ruleAt(distance: Meeting, first: KernelAccess, second: KernelAccess): RuleId {
  const isStale = first.copy?.end.kind === 'here' || second.copy?.end.kind === 'here';
  if (distance === 'same-thread') return isStale ? 'intra-warp-race' : 'async-copy-race';
  const isCopied = !isStale && (first.copy !== null || second.copy !== null);
  // A store into another block's memory is one that the other block waits for.
  const isAwaited = distance !== 'inter-block' || isLaterStore(first) || isLaterStore(second);
  return isCopied && isAwaited ? 'async-copy-race' : `${distance}-race`;
}

/** A model that chose only inputs is a witness; one that leans on guessed values is only a possibility. */
function evidenceOf(leansOn: ReadonlySet<SymbolOrigin>): Evidence {
  return isGuess(leansOn) ? 'possible' : 'witness';
}

/** How many loads of unknown value a message names. */
const NAMED_LOADS = 3;

/** The loads of unknown value on which the race depends, as the source writes them. */
export function unknownLoads(context: PlaceContext & Pick<FindingContext, 'loadPlaces'>, race: RacePair): string[] {
  if (!race.leansOn.has('unknown')) return [];
  const loads = new Set<string>();
  const roots = [race.first, race.second].flatMap((a) => [a.path, a.offset, ...a.base]);
  visitAtoms(roots, (atom) => {
    const at = context.loadPlaces.get(atom.id);
    if (!at) return;
    const { text, line } = placeOf(context, at.location, at.addressLocation);
    loads.add(`${text} (line ${line})`);
  });
  return [...loads].sort();
}

function unknownLoadsSentence(loads: readonly string[]): string {
  if (loads.length === 0) return '';
  const named = loads.slice(0, NAMED_LOADS);
  return ` Whether it happens depends on what is loaded at ${named.join(' and ')}${loads.length > NAMED_LOADS ? ' and elsewhere' : ''}.`;
}

const RULE_OF_MISSING = {
  lock: 'scoped-lock-race',
  fence: 'scoped-fence-race',
  'reader-fence': 'scoped-fence-race',
  'proxy-fence': 'proxy-fence-race',
} as const;

/** The memory that an access is to. */
export function memoryOf({ object }: KernelAccess): NonNullable<FindingWithoutId['memory']> {
  return { space: object.space === 'shared' ? 'shared' : 'global', object: object.name };
}

/** @param instance null: nothing is known of the iterations */
export function accessOf(context: FindingContext, access: KernelAccess, instance: Instance | null = null): Access {
  return {
    ...placeOf(context, access.location, access.addressLocation),
    kind: access.kind,
    scope: access.kind === 'atomic' ? scopeInResult(access.scope) : null,
    iterations: instance === null ? [] : iterationsOf(context, access, instance),
    calls: callsOf(context, access),
  };
}

/** Results name no warps and clusters: the message does. */
function scopeInResult(scope: KernelAccess['scope']): Access['scope'] {
  return scope === 'warp' || scope === 'cluster' ? null : scope;
}

function barrierAccess(context: PlaceContext, barrier: KernelBarrier): Access {
  return {
    ...placeOf(context, barrier.location, null),
    kind: 'barrier',
    scope: barrier.width === 'grid' ? 'device' : 'block',
    iterations: [],
    calls: [],
  };
}

export function placeOf(
  context: PlaceContext,
  location: SourceLocation | null,
  address: SourceLocation | null,
): Pick<Access, 'file' | 'line' | 'column' | 'endLine' | 'endColumn' | 'text'> {
  const at = address ?? location;
  const file = at ? (context.program.files[at.file] ?? '') : '';
  const line = at && at.line > 0 ? at.line : 1;
  const text = context.sourceLine(file, line) ?? '';
  const span = accessSpan(text, at?.column ?? 0);
  return {
    file,
    line,
    column: span.column,
    endLine: line,
    endColumn: Math.max(span.endColumn, span.column),
    text: span.text,
  };
}

function witnessOf(
  context: FindingContext,
  values: Evaluator,
  threads: readonly ThreadTerms[],
  address: string,
): Witness {
  const dim = (d: readonly [Int, Int, Int]): Dim3 => [
    Number(values.int(d[0])),
    Number(values.int(d[1])),
    Number(values.int(d[2])),
  ];
  const args: Record<string, number | string> = {};
  for (const [name, term] of context.parameters) {
    const value = values.int(term);
    args[name] =
      value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : `${value}`;
  }
  for (const { name, isNull } of context.nulls.values()) if (values.int(isNull) !== 0n) args[name] = 0;
  return {
    gridDim: dim(context.launch.gridDim),
    blockDim: dim(context.launch.blockDim),
    arguments: args,
    threads: threads.map((t) => ({ block: dim(t.blockIdx), thread: dim(t.threadIdx) })),
    address,
    contents: [],
  };
}

/** `tile[3][5]`, `A[33]`, `p+12`: the place in the terms of the source where its type is known. */
function addressText(program: Program, object: MemoryObject, offset: bigint, size: number): string {
  if (object.origin.kind === 'variable') {
    const type = program.globals.get(object.origin.symbol)?.type;
    if (type && type.kind !== 'array') return offset === 0n ? object.name : `${object.name}+${offset}`;
    const indices = type ? elementPath(type, offset) : null;
    if (indices) return object.name + indices;
  }
  if (size > 0 && offset % BigInt(size) === 0n) return `${object.name}[${offset / BigInt(size)}]`;
  return `${object.name}+${offset} bytes`;
}

function elementPath(type: Type, offset: bigint): string | null {
  let path = '';
  let rest = offset;
  let current = type;
  while (current.kind === 'array') {
    const stride = BigInt(sizeOf(current.element));
    if (stride === 0n || rest < 0n) return null;
    path += `[${rest / stride}]`;
    rest %= stride;
    current = current.element;
  }
  return rest === 0n ? path : null;
}
