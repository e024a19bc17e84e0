/** CUDA's surfaces: texels are memory, row by row, and an access touches so many bytes of a row. */
import type { EffectOf } from '../../intrinsics/index.ts';
import { type Int, integerRange, isConstant, type MachineInt, someAtom } from '../../terms/index.ts';
import { argument, type CallSite, refuseAt } from '../call-site.ts';
import type { MemoryObject, Target, Value } from '../memory.ts';
import { pointerKey } from '../passed-memory.ts';
import { memoryOfHandle } from '../textures.ts';
import type { Thread } from '../thread.ts';
import { nothing, type Transfers } from './transfer.ts';

/** Where the arguments stand. */
const [COLUMN, ROW, SLICE, BYTES, MODE, IS_TOLD, VALUE] = [1, 2, 3, 4, 5, 6, 7] as const;
/** `cudaBoundaryModeClamp`: what lies beyond an edge is written at it. Otherwise it is not written at all. */
const CLAMP = 1n;

type Texels = Pick<Target, 'object' | 'base'>;

function constantAt(site: CallSite, i: number): bigint | null {
  const value = argument(site, i);
  if (value.kind === 'bool') return value.cond.kind === 'true' ? 1n : value.cond.kind === 'false' ? 0n : null;
  return value.kind === 'int' && isConstant(value.term) ? value.term.constant : null;
}

/** Coordinates of a texel: any, where the edge decides and nobody knows how far away it is. */
function coordinate({ thread, ...site }: CallSite, i: number, isClamped: boolean): Int {
  const value = argument({ thread, ...site }, i);
  if (value.kind === 'int' && !isClamped) return thread.machine.signed(value);
  return thread.symbols.unknown('unknown', integerRange(32), 'texel');
}

/** Which parameter of the kernel a handle is; null: none. */
export function handleParameter({ input, recorder }: Thread, handle: Value): number | null {
  const name = handle.kind === 'int' ? recorder.parameterNamed(handle.term) : null;
  const index = input.kernel.parameters.findIndex((one) => one.name === name && one.byValue === null);
  return index < 0 ? null : index;
}

/** The texels of the surface whose handle that parameter is; null where it is no number. */
export function texelsOfParameter(thread: Thread, index: number): Texels | null {
  const { byValue, type } = thread.input.kernel.parameters[index]!;
  const handle = byValue === null && type.kind === 'int' ? thread.inputs.parameter(index) : null;
  return handle?.kind === 'int' ? behindHandle(thread, handle) : null;
}

/** The texels that a handle names: by itself where it is one for all threads, else by its number. */
function behindHandle(thread: Thread, surface: MachineInt & Value): Texels {
  const { objects, recorder, machine, input } = thread;
  const parameter = handleParameter(thread, surface);
  const alias = parameter === null ? undefined : input.aliases.get(pointerKey(parameter, 0));
  // A launch is made up in which the two are one.
  const shared = alias?.to.kind === 'parameter' ? texelsOfParameter(thread, alias.to.index) : null;
  if (shared !== null) return shared;
  const handle = machine.pattern(surface);
  const isOne = !someAtom(
    [handle],
    (atom) => atom.kind === 'apply' || (atom.kind === 'symbol' && atom.sharing !== 'launch'),
  );
  const name = recorder.parameterNamed(surface.term) ?? 'a surface';
  const arrays = isOne ? (memoryOfHandle(handle)?.arrays ?? null) : null;
  const object = objects.object(isOne ? `surface ${handle.id}` : 'surfaces', (id) => {
    return { id, space: 'global', name, origin: { kind: 'surface', arrays, isOne, parameter } };
  });
  if (!isOne) recorder.assume('aliasing', 'different surface objects are of different arrays');
  return { object, base: isOne ? [] : [handle] };
}

/** The texels of a surface that is a variable: which array that is bound to is not followed. */
function behindVariable({ thread }: CallSite, variable: MemoryObject): Texels {
  const object = thread.objects.object(`surface of ${variable.key}`, (id) => {
    const origin = { kind: 'surface', arrays: null, isOne: true, parameter: null } as const;
    return { id, space: 'global', name: variable.name, origin };
  });
  return { object, base: [] };
}

function surfaceOf(site: CallSite, by: 'handle' | 'reference'): Texels | null {
  const surface = argument(site, 0);
  if (by === 'handle') return surface.kind === 'int' ? behindHandle(site.thread, surface) : null;
  const [target, ...others] = surface.kind === 'pointer' ? surface.targets : [];
  const isVariable = target?.object.origin.kind === 'variable' && others.length === 0;
  return isVariable ? behindVariable(site, target.object) : null;
}

export const SURFACES: Transfers<'surface-access'> = {
  'surface-access': (site, state, { access, by }: EffectOf<'surface-access'>) => {
    const { thread, frame, call } = site;
    const surface = surfaceOf(site, by);
    const bytes = constantAt(site, BYTES);
    if (surface === null || bytes === null) {
      refuseAt(site, 'memory of a surface that is not understood');
      return nothing(site, state);
    }
    const mode = constantAt(site, MODE);
    const isClamped = mode === null || mode === CLAMP;
    const [row, slice, offset] = [ROW, SLICE, COLUMN].map((i) => coordinate(site, i, isClamped)) as [Int, Int, Int];
    const { object } = surface;
    const written = access === 'write' && constantAt(site, IS_TOLD) === 1n ? argument(site, VALUE) : null;
    thread.recorder.access(frame, state, {
      kind: access,
      target: { guard: thread.terms.true, object, base: [...surface.base, row, slice], offset },
      size: Number(bytes),
      pointer: call.arguments[0]!,
      location: call.location,
      value: written?.kind === 'int' ? written.term : null,
    });
    return nothing(site, state);
  },
};
