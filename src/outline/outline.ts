/** The outline of one kernel: `model/outline.ts` says what that is, `meeting.ts` what can be asked of it. */
import type { Effect } from '../intrinsics/index.ts';
import { storeSizeOf } from '../ir/layout.ts';
import type { Operand, Program, ProgramFunction, SourceLocation } from '../ir/program.ts';
import { UserPlaces } from '../ir/user-places.ts';
import {
  CALL_LIMIT,
  type KernelOutline,
  OUTLINE_LIMIT,
  type OutlineAccess,
  type OutlineBarrier,
  type OutlinePlace,
} from '../model/outline.ts';
import { joined, Occurrences } from './behind.ts';
import { leastOf, repeatsIn } from './cycles.ts';
import { partedSegments } from './divergence.ts';
import { type Flow, flowOf, type OutlineFrame, type OutlineStep } from './flow.ts';
import { guardsOf } from './guards.ts';
import { intervalsOf } from './intervals.ts';
import { isConstantSum, sumText } from './numbers.ts';
import { OutlineValues } from './values.ts';

export type Outline = Pick<KernelOutline, 'accesses' | 'barriers' | 'unknown'>;

export interface OutlineRequest {
  readonly program: Program;
  readonly kernel: ProgramFunction;
  /** Paths below this prefix are our own headers. */
  readonly headerPrefix: string;
  /** Where an access is shown that stands at a location, and whose address is computed at another. */
  readonly placeOf: (
    location: SourceLocation | null,
    address: SourceLocation | null,
  ) => Omit<OutlinePlace, 'kind' | 'scope'>;
}

/** What an instruction does to memory. */
interface Touch {
  readonly kind: 'read' | 'write' | 'atomic';
  readonly pointer: Operand;
  /** Null: as many as there are. */
  readonly size: number | null;
  /** What is written, where it is one value. */
  readonly value?: Operand;
}

/**
 * Barriers, and accesses to shared and global memory in the order of the code, those left out whose object nobody knows.
 *
 * @returns null when the kernel is too large, or calls itself
 */
export function outlineOf({ program, kernel, headerPrefix, placeOf }: OutlineRequest): Outline | null {
  const flow = flowOf(program, kernel);
  if (flow === null) return null;
  const intervals = { shared: intervalsIn('shared'), global: intervalsIn('global') };
  const repeats = { shared: repeatsIn(flow, 'shared'), global: repeatsIn(flow, 'global') };
  const values = new OutlineValues(program, flow);
  const guards = guardsOf(flow, values);
  const places = new UserPlaces(program.files, headerPrefix);
  const found = new Map<string, OutlineAccess>();
  const occurrences = new Occurrences();
  const parted = partedSegments(flow, values);
  const texts = new Map<SourceLocation | null, string>();
  for (const step of flow.steps) {
    for (const { kind, pointer, size, value } of touchesOf(step, values)) {
      const target = values.pointer(step.frame, pointer);
      if (target === null || target.space === 'local') continue;
      const { space } = target;
      const [block, warp] = [intervals[space].block, intervals[space].warp];
      if (block === null || warp === null) return null;
      const { frame, instruction, segment } = step;
      if (block[segment]!.length === 0) continue;
      const location = places.of(frame, instruction.location);
      const address = places.ofAddress(frame, pointer, instruction.location);
      const { range, at } = target;
      const access: OutlineAccess = {
        place: { ...placeOf(location, address), kind, scope: null },
        calls: callsTo(frame).slice(0, CALL_LIMIT),
        space,
        object: target.name,
        bytes: range === null || size === null ? null : { from: range.from, to: range.to + size },
        isExact: size !== null && at !== null && isConstantSum(at),
        ownedBy: at !== null && !isConstantSum(at) && at.isOfThread ? sumText(at) : null,
        guards: [...guards[segment]!],
        partedBy: parted && conditionsOf(segment),
        blockIntervals: [...block[segment]!],
        warpIntervals: [...warp[segment]!],
        repeats: repeats[space][segment]!,
        value: value === undefined ? null : values.uniform(frame, value),
        occurrences: [occurrences.add(segment)],
        behind: null,
      };
      const { blockIntervals: _block, warpIntervals: _warp, repeats: _, calls: _calls, occurrences: _own, ...rest } = access;
      const key = `${target.object} ${JSON.stringify(rest)}`;
      const known = found.get(key);
      if (known === undefined && found.size === OUTLINE_LIMIT) return null;
      found.set(key, known === undefined ? access : together(known, access));
    }
  }
  const accesses = withOrder([...found.values()]);
  return { accesses, barriers: barriersOf(flow), unknown: [...flow.unknown].sort() };

  function withOrder(all: readonly OutlineAccess[]): OutlineAccess[] {
    const behindIn = (space: 'shared' | 'global') => ({
      block: occurrences.behind(flow!, ({ level, orders }) => level === 'block' && orders[space]),
      warp: occurrences.behind(flow!, ({ orders }) => orders[space]),
    });
    const behind = { shared: behindIn('shared'), global: behindIn('global') };
    return all.map((access) => {
      const { block, warp } = behind[access.space];
      if (block === null || warp === null) return access;
      const ofAll = (sets: readonly string[]) => access.occurrences.map((one) => sets[one]!).reduce(joined);
      return { ...access, behind: { block: ofAll(block), warp: ofAll(warp) } };
    });
  }

  function conditionText(frame: OutlineFrame, location: SourceLocation | null): string {
    const at = places.of(frame, location);
    const known = texts.get(at);
    if (known !== undefined) return known;
    const { file, line, text } = placeOf(at, null);
    const shown = text === '' ? `${file}:${line}` : text;
    texts.set(at, shown);
    return shown;
  }

  /** The conditions by which the threads part before they come there. */
  function conditionsOf(segment: number): string[] {
    const branches = parted?.get(segment) ?? [];
    return [...new Set(branches.map(({ frame, location }) => conditionText(frame, location)))].sort();
  }

  function barriersOf({ barriers }: Flow): OutlineBarrier[] {
    const byPlace = new Map<string, OutlineBarrier>();
    for (const barrier of barriers) {
      const { frame, call } = barrier;
      const place: OutlinePlace = {
        ...placeOf(places.of(frame, call.location), null),
        kind: 'barrier',
        scope: 'block',
      };
      const key = `${place.file}:${place.line}:${place.column}`;
      const before = byPlace.get(key);
      const partedBy = [...new Set([...(before?.partedBy ?? []), ...conditionsOf(barrier.segment)])].sort();
      byPlace.set(key, { place, calls: before?.calls ?? callsTo(frame).slice(0, CALL_LIMIT), partedBy });
    }
    return [...byPlace.values()].slice(0, OUTLINE_LIMIT);
  }

  function callsTo(frame: OutlineFrame): OutlineAccess['calls'] {
    return frame.callSites.flatMap((site) =>
      site === null || places.isOurs(site) ? [] : { file: program.files[site.file] ?? '', line: site.line },
    );
  }

  function intervalsIn(space: 'shared' | 'global') {
    return {
      block: intervalsOf(flow!, ({ level, orders }) => level === 'block' && orders[space]),
      warp: intervalsOf(flow!, ({ orders }) => orders[space]),
    };
  }
}

function together(a: OutlineAccess, b: OutlineAccess): OutlineAccess {
  const both = (x: readonly number[], y: readonly number[]) => [...new Set([...x, ...y])].sort((p, q) => p - q);
  const calls = new Map([...a.calls, ...b.calls].map((call) => [`${call.line} ${call.file}`, call]));
  return {
    ...a,
    calls: [...calls.values()].slice(0, CALL_LIMIT),
    blockIntervals: both(a.blockIntervals, b.blockIntervals),
    warpIntervals: both(a.warpIntervals, b.warpIntervals),
    repeats: leastOf(a.repeats, b.repeats),
    occurrences: [...a.occurrences, ...b.occurrences],
  };
}

function touchesOf({ frame, instruction, effect }: OutlineStep, values: OutlineValues): Touch[] {
  switch (instruction.op) {
    case 'load':
      return [
        {
          kind: instruction.ordering === null ? 'read' : 'atomic',
          pointer: instruction.pointer,
          size: storeSizeOf(instruction.type),
        },
      ];
    case 'store':
      return [
        {
          kind: instruction.ordering === null ? 'write' : 'atomic',
          pointer: instruction.pointer,
          size: storeSizeOf(instruction.value.type),
          value: instruction.value,
        },
      ];
    case 'atomicrmw':
      return [{ kind: 'atomic', pointer: instruction.pointer, size: storeSizeOf(instruction.value.type) }];
    case 'cmpxchg':
      return [{ kind: 'atomic', pointer: instruction.pointer, size: storeSizeOf(instruction.expected.type) }];
    case 'call': {
      const sizeOf = (operand: Operand | undefined) => {
        const size = operand === undefined ? null : values.constant(frame, operand);
        return size === null ? null : Number(size);
      };
      return effect === null ? [] : touchesOfCall(effect, instruction.arguments, sizeOf);
    }
    default:
      return [];
  }
}

function touchesOfCall(
  effect: Effect,
  [first, second, third]: readonly Operand[],
  sizeOf: (operand: Operand | undefined) => number | null,
): Touch[] {
  const touch = (kind: Touch['kind'], pointer: Operand | undefined, size: number | null): Touch[] =>
    pointer === undefined ? [] : [{ kind, pointer, size }];
  switch (effect.kind) {
    case 'memcpy':
      return [...touch('write', first, sizeOf(third)), ...touch('read', second, sizeOf(third))];
    case 'memset':
      return touch('write', first, sizeOf(third));
    case 'atomic':
    case 'atomic-compare-exchange':
    case 'atomic-store':
      return touch('atomic', first, second === undefined ? 4 : storeSizeOf(second.type));
    case 'atomic-load':
      return touch('atomic', first, 4);
    case 'vector-load':
      return touch('read', second, null);
    case 'vector-store':
      return touch('write', third, null);
    default:
      return [];
  }
}
