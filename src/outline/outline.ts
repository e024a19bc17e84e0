/** The outline of one kernel: `model/outline.ts` says what that is, `meeting.ts` what can be asked of it. */
import type { Program, ProgramFunction, SourceLocation } from '../ir/program.ts';
import { UserPlaces } from '../ir/user-places.ts';
import {
  CALL_LIMIT,
  type KernelOutline,
  OUTLINE_LIMIT,
  type OutlineAccess,
  type OutlineBarrier,
  type OutlineCondition,
  type OutlinePlace,
} from '../model/outline.ts';
import { joined, Occurrences } from './behind.ts';
import { FlowComponents, leastOf, ordersAlike, repeatsIn } from './cycles.ts';
import { CutOff, partedSegments } from './divergence.ts';
import { type Edge, type Flow, flowOf, type OutlineFrame, type OutlineStep } from './flow.ts';
import { guardsOf } from './guards.ts';
import { intervalsOf } from './intervals.ts';
import { isConstantSum, sumText } from './numbers.ts';
import { type Touch, touchesOf } from './touches.ts';
import { type OutlinePointer, OutlineValues } from './values.ts';

export interface Outline extends Pick<KernelOutline, 'accesses' | 'barriers' | 'unknown'> {
  /** How many pieces of code it was made from, each for every way of calls that leads there. */
  readonly segments: number;
}

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

/**
 * Barriers, and accesses to shared and global memory in the order of the code, those left out whose object nobody knows.
 *
 * @returns null when the kernel is too large, or calls itself
 */
export function outlineOf(request: OutlineRequest): Outline | null {
  const flow = flowOf(request.program, request.kernel);
  if (flow === null) return null;
  const outliner = new Outliner(request, flow);
  const accesses = outliner.accesses();
  if (accesses === null) return null;
  const unknown = [...flow.unknown].sort();
  return { accesses, barriers: outliner.barriers(), unknown, segments: flow.edges.length };
}

type Branch = NonNullable<Edge['taken']>;
type Space = OutlineAccess['space'];

class Outliner {
  readonly #request: OutlineRequest;
  readonly #flow: Flow;
  readonly #values: OutlineValues;
  readonly #places: UserPlaces;
  readonly #parted: ReadonlyMap<number, readonly Branch[]> | null;
  readonly #conditions = new Map<Branch, OutlineCondition>();

  constructor(request: OutlineRequest, flow: Flow) {
    this.#request = request;
    this.#flow = flow;
    this.#values = new OutlineValues(request.program, flow);
    this.#places = new UserPlaces(request.program.files, request.headerPrefix);
    this.#parted = partedSegments(flow, this.#values);
  }

  /** @returns null when there is too much to tell */
  accesses(): OutlineAccess[] | null {
    const shared = this.#intervalsIn('shared');
    const intervals = { shared, global: ordersAlike(this.#flow) ? shared : this.#intervalsIn('global') };
    const components = new FlowComponents(this.#flow);
    const repeats = { shared: repeatsIn(components, 'shared'), global: repeatsIn(components, 'global') };
    const guards = guardsOf(this.#flow, this.#values);
    const found = new Map<string, OutlineAccess>();
    const occurrences = new Occurrences();
    const axes = this.#values.threadAxes(this.#flow);
    for (const step of this.#flow.steps) {
      for (const touch of touchesOf(step, this.#values)) {
        const target = this.#values.pointer(step.frame, touch.pointer);
        if (target === null || target.space === 'local') continue;
        const { space } = target;
        const [block, warp] = [intervals[space].block, intervals[space].warp];
        if (block === null || warp === null) return null;
        const { segment } = step;
        if (block[segment]!.length === 0) continue;
        const what = { ...this.#access(step, touch, target, space), axes };
        const access: OutlineAccess = {
          ...what,
          calls: this.#callsTo(step.frame),
          guards: [...guards[segment]!],
          blockIntervals: [...block[segment]!],
          warpIntervals: [...warp[segment]!],
          repeats: repeats[space][segment]!,
          occurrences: [occurrences.add(segment)],
          behind: null,
        };
        const key = `${target.object} ${JSON.stringify([what, access.guards])}`;
        const known = found.get(key);
        if (known === undefined && found.size === OUTLINE_LIMIT) return null;
        found.set(key, known === undefined ? access : together(known, access));
      }
    }
    return withOrder([...found.values()], occurrences, components);
  }

  #access({ frame, instruction, segment }: OutlineStep, touch: Touch, target: OutlinePointer, space: Space) {
    const { kind, pointer, size, value } = touch;
    const { range, at } = target;
    const location = this.#places.of(frame, instruction.location);
    const address = this.#places.ofAddress(frame, pointer, instruction.location);
    return {
      place: { ...this.#request.placeOf(location, address), kind, scope: null },
      space,
      object: target.name,
      identity: target.object,
      bytes: range === null || size === null ? null : { from: range.from, to: range.to + size },
      isExact: size !== null && at !== null && isConstantSum(at),
      ownedBy: at !== null && !isConstantSum(at) && at.isOfThread ? sumText(at) : null,
      partedBy: this.#parted && [...new Set(this.#conditionsOf(segment).map(({ key }) => key))].sort(),
      value: value === undefined ? null : this.#values.uniform(frame, value),
    };
  }

  #conditionOf(branch: Branch): OutlineCondition {
    const known = this.#conditions.get(branch);
    if (known !== undefined) return known;
    const { frame, condition, location } = branch;
    const { file, line, text } = this.#request.placeOf(this.#places.of(frame, location), null);
    const shown = text === '' ? `${file}:${line}` : text;
    const found = { key: this.#values.compared(frame, condition) ?? shown.replace(/\s+/g, ''), text: shown };
    this.#conditions.set(branch, found);
    return found;
  }

  /** The conditions by which the threads part before they come there. */
  #conditionsOf(segment: number): OutlineCondition[] {
    return (this.#parted?.get(segment) ?? []).map((branch) => this.#conditionOf(branch));
  }

  barriers(): OutlineBarrier[] {
    const cutOffs = new CutOff(this.#flow, this.#values);
    const byPlace = new Map<string, OutlineBarrier>();
    for (const { frame, call, segment } of this.#flow.barriers) {
      const place: OutlinePlace = {
        ...this.#request.placeOf(this.#places.of(frame, call.location), null),
        kind: 'barrier',
        scope: 'block',
      };
      const key = `${place.file}:${place.line}:${place.column}`;
      const before = byPlace.get(key);
      const cutOff = this.#parted?.has(segment) ? cutOffs.from(segment).map((branch) => this.#conditionOf(branch)) : [];
      byPlace.set(key, {
        place,
        calls: before?.calls ?? this.#callsTo(frame),
        partedBy: byKey([...(before?.partedBy ?? []), ...this.#conditionsOf(segment)]),
        cutOffBy: byKey([...(before?.cutOffBy ?? []), ...cutOff]),
      });
    }
    return [...byPlace.values()].slice(0, OUTLINE_LIMIT);
  }

  #callsTo({ callSites }: OutlineFrame): OutlineAccess['calls'] {
    const { files } = this.#request.program;
    const calls = callSites.flatMap((site) =>
      site === null || this.#places.isOurs(site) ? [] : { file: files[site.file] ?? '', line: site.line },
    );
    return calls.slice(0, CALL_LIMIT);
  }

  #intervalsIn(space: Space) {
    return {
      block: intervalsOf(this.#flow, ({ level, orders }) => level === 'block' && orders[space]),
      warp: intervalsOf(this.#flow, ({ orders }) => orders[space]),
    };
  }
}

/** With what comes behind what. */
function withOrder(
  accesses: readonly OutlineAccess[],
  occurrences: Occurrences,
  components: FlowComponents,
): OutlineAccess[] {
  const behindIn = (space: Space) => ({
    block: occurrences.behind(components.in(space, 'block')),
    warp: occurrences.behind(components.in(space, 'warp')),
  });
  const behind = { shared: behindIn('shared'), global: behindIn('global') };
  return accesses.map((access) => {
    const { block, warp } = behind[access.space];
    if (block === null || warp === null) return access;
    const ofAll = (sets: readonly Uint8Array[]) => joined(access.occurrences.map((one) => sets[one]!));
    return { ...access, behind: { block: ofAll(block), warp: ofAll(warp) } };
  });
}

/** Each once, in order. */
function byKey(conditions: readonly OutlineCondition[]): OutlineCondition[] {
  const found = new Map(conditions.map((condition) => [condition.key, condition]));
  return [...found.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
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
