import { sizeOf } from '../ir/layout.ts';
import type { Program, SourceLocation, Type } from '../ir/program.ts';
import type { Execution, KernelAccess, KernelBarrier, MemoryObject } from '../kernel/index.ts';
import { accessSpan } from '../lexical/access-span.ts';
import {
  type Access,
  type Dim3,
  type Evidence,
  type FindingWithoutId,
  type RuleId,
  type Witness,
  WitnessSide,
} from '../model/result.ts';
import type { Evaluator, Int, Terms } from '../terms/index.ts';
import { visitAtoms } from '../terms/index.ts';
import type { Divergence } from './divergence.ts';
import type { RacePair } from './races.ts';
import type { LaunchTerms, ThreadPair, ThreadTerms } from './thread-pair.ts';

/** What it takes to name a place of a kernel. */
export interface PlaceContext {
  readonly program: Program;
  readonly kernel: string;
  readonly sourceLine: (file: string, line: number) => string | undefined;
}

export interface FindingContext extends PlaceContext {
  readonly launch: LaunchTerms;
  readonly parameters: ReadonlyMap<string, Int>;
  readonly terms: Terms;
  readonly loadPlaces: Execution['loadPlaces'];
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
  const rule: RuleId = race.narrowScope
    ? 'scoped-atomic-race'
    : race.missing !== null
      ? RULE_OF_MISSING[race.missing]
      : `${race.distance}-race`;
  const accesses = [accessOf(context, first), accessOf(context, second)];
  const address = addressText(
    context.program,
    first.object,
    seen?.offset ?? race.values.int(race.pair.first.int(first.offset)),
    first.size,
  );
  // By the memory model it is a race; on every GPU the memory ends up the same. Shown, but never as more than a note.
  const isMild = race.sameValue || race.unusual !== null || race.missing === 'reader-fence';
  const evidence = isMild ? 'possible' : evidenceOf(race.leansOn);
  return {
    rule,
    kernel: context.kernel,
    memory: { space: first.object.space === 'shared' ? 'shared' : 'global', object: first.object.name },
    accesses,
    evidence,
    witness: {
      ...witnessOf(context, race.values, race.pair.threads, address),
      ...(seen ? { threads: [...seen.threads] } : sidesOf(race)),
    },
    dataDependent: race.leansOn.has('input-memory') || race.leansOn.has('unknown'),
    message: raceMessage(race, accesses, address) + unknownLoads(context, race),
    fixes: [],
    status: null,
  };
}

/** Nothing where a number is beyond what JSON's readers keep exact. */
function sidesOf({ pair, values, first, second }: RacePair): Pick<Witness, 'sides'> {
  const side = (access: KernelAccess, instance: ThreadPair['first']): WitnessSide => ({
    offset: Number(values.int(instance.int(access.offset))),
    size: access.size,
    barriers: Number(values.int(instance.int(access.phase.block))),
  });
  const sides = [side(first, pair.first), side(second, pair.second)];
  return sides.every((one) => WitnessSide.safeParse(one).success) ? { sides } : {};
}

export function divergenceFinding(context: FindingContext, divergence: Divergence): FindingWithoutId {
  const access = barrierAccess(context, divergence.barrier);
  const scope = divergence.barrier.width === 'grid' ? 'grid' : 'block';
  return {
    rule: 'barrier-divergence',
    kernel: context.kernel,
    memory: null,
    accesses: [access],
    evidence: evidenceOf(divergence.leansOn),
    witness: witnessOf(context, divergence.values, divergence.pair.threads, ''),
    dataDependent: divergence.leansOn.has('input-memory') || divergence.leansOn.has('unknown'),
    message: `${access.text} is not reached by all threads of the ${scope}: the first thread gets here and the second does not.`,
    fixes: [],
    status: null,
  };
}

/** A note: what a proof says, so there is no witness. */
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
    message: `${access.text} orders no conflicting accesses: without it, and with all other barriers kept, the kernel has no race either.`,
    fixes: [],
    status: null,
  };
}

/** What a model leans on decides how much it is worth: chosen inputs make a witness, guessed values only a possibility. */
function evidenceOf(leansOn: ReadonlySet<string>): Evidence {
  return leansOn.has('unknown') || leansOn.has('approximate') ? 'possible' : 'witness';
}

/** Of loads whose value is not known so many are named. */
const NAMED_LOADS = 3;

/** On which loads the race hangs, as far as their values are not known. */
function unknownLoads(context: FindingContext, race: RacePair): string {
  if (!race.leansOn.has('unknown')) return '';
  const loads = new Set<string>();
  const roots = [race.first, race.second].flatMap((a) => [a.path, a.offset, ...a.base]);
  visitAtoms(roots, (atom) => {
    const at = context.loadPlaces.get(atom.id);
    if (!at) return;
    const { text, line } = placeOf(context, at.location, at.addressLocation);
    loads.add(`${text} (line ${line})`);
  });
  if (loads.size === 0) return '';
  const named = [...loads].sort().slice(0, NAMED_LOADS);
  return ` Whether it happens hangs on what is loaded at ${named.join(' and ')}${loads.size > NAMED_LOADS ? ' and elsewhere' : ''}.`;
}

/** Why a race that the solver found may be none of the program's. */
const UNUSUAL = {
  launch: 'No launch of this kernel is in sight, and not all usual sizes show it.',
  arguments: 'The host code leaves the arguments open, and it takes unusual ones.',
  rows: 'It takes rows that are longer than the argument that the host code hands in as their distance.',
} as const;

const RULE_OF_MISSING = {
  lock: 'scoped-lock-race',
  fence: 'scoped-fence-race',
  'reader-fence': 'scoped-fence-race',
} as const;

/** What a pattern of synchronisation lacks to be one. */
const MISSING = {
  lock: 'and the lock that both take does not order them: a fence behind taking it or before giving it back is missing, or a scope is one block only',
  fence:
    'and the hand-over between them does not order them: a fence between data and flag is missing on one side, or a scope is one block only',
  'reader-fence':
    'and who reads has no fence between what told it to and the data: an old value in its cache would be allowed',
} as const;

function raceMessage(race: RacePair, accesses: readonly Access[], address: string): string {
  const who =
    race.distance === 'inter-block'
      ? 'Two threads of different blocks'
      : race.distance === 'intra-block'
        ? 'Two threads of one block, in different warps,'
        : 'Two threads of one warp';
  const [a, b] = accesses as [Access, Access];
  const isCopy = race.first.copy !== null || race.second.copy !== null;
  const verb = (x: Access) => (x.kind === 'read' ? 'reads' : x.kind === 'write' ? 'writes' : 'updates atomically');
  if (race.narrowScope) {
    return `${who} update ${address} with atomics whose scope is one block only: ${a.text} and ${b.text} are not atomic to each other.`;
  }
  const same = race.first === race.second;
  const what = same
    ? `both ${verb(a).replace(/s$/, '').replace('updates', 'update')} ${address} at ${a.text}`
    : `meet at ${address}: one ${verb(a)} it (${a.text}), the other ${verb(b)} it (${b.text})`;
  const missing =
    race.missing !== null
      ? MISSING[race.missing]
      : race.distance === 'inter-block'
        ? 'and nothing orders blocks of one launch'
        : isCopy
          ? 'with no wait for the asynchronous copy and barrier between them'
          : race.distance === 'intra-block'
            ? 'with no barrier between them'
            : 'with no __syncwarp() or barrier between them';
  const harmless = race.sameValue ? ' Both write the same value, so the memory ends up the same either way.' : '';
  const launch = race.unusual === null ? '' : ` ${UNUSUAL[race.unusual]}`;
  return `${who} ${what}, ${missing}.${harmless}${launch}`;
}

function accessOf(context: FindingContext, access: KernelAccess): Access {
  return {
    ...placeOf(context, access.location, access.addressLocation),
    kind: access.kind,
    scope: access.kind === 'atomic' ? access.scope : null,
  };
}

function barrierAccess(context: PlaceContext, barrier: KernelBarrier): Access {
  return {
    ...placeOf(context, barrier.location, null),
    kind: 'barrier',
    scope: barrier.width === 'grid' ? 'device' : 'block',
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
  return {
    gridDim: dim(context.launch.gridDim),
    blockDim: dim(context.launch.blockDim),
    arguments: args,
    threads: threads.map((t) => ({ block: dim(t.blockIdx), thread: dim(t.threadIdx) })),
    address,
  };
}

/** `tile[3][5]`, `A[33]`, `p+12`: the place in the terms of the source where its type is known. */
export function addressText(program: Program, object: MemoryObject, offset: bigint, size: number): string {
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
