/** Fetches from textures: no accesses, but in a launch that is made up to have memory under a texture that the kernel writes. */
import { argument, type CallSite, define } from '../call-site.ts';
import type { Value } from '../memory.ts';
import { pointerKey } from '../passed-memory.ts';
import type { State } from '../state.ts';
import { memoryOfHandle, type TextureRead } from '../textures.ts';
import { handleParameter, texelsOfParameter } from './surfaces.ts';
import type { Transfers } from './transfer.ts';

function textureRead(site: CallSite, by: TextureRead['texture']['kind']): TextureRead {
  const { thread, place: location } = site;
  const value = argument(site, 0);
  if (by === 'handle') {
    const handle = value.kind === 'int' ? thread.machine.pattern(value) : null;
    const over = handle && memoryOfHandle(handle);
    const parameter = handleParameter(thread, value);
    const name = parameter === null ? null : thread.input.kernel.parameters[parameter]!.name;
    return { texture: { kind: by, over }, name, parameter, location };
  }
  const [target, ...others] = value.kind === 'pointer' ? value.targets : [];
  const object = target && others.length === 0 && target.object.origin.kind === 'variable' ? target.object : null;
  const symbol = object?.origin.kind === 'variable' ? object.origin.symbol : null;
  return { texture: { kind: by, symbol }, name: object?.name ?? null, parameter: null, location };
}

/**
 * The memory that a launch is made up to have under a texture; null in those that hosts make. Of a surface's texels, any one
 * may be read.
 */
function memoryMadeUp({ thread, frame, call }: CallSite, state: State, { parameter }: TextureRead): Value {
  const alias = parameter === null ? undefined : thread.input.aliases.get(pointerKey(parameter, 0));
  const texels = alias?.to.kind === 'parameter' ? texelsOfParameter(thread, alias.to.index) : null;
  if (texels !== null) {
    const any = () => thread.symbols.unknown('unknown', { low: 0n, high: null }, 'texel');
    const target = { guard: thread.terms.true, object: texels.object, base: [any(), any()], offset: any() };
    const { location } = call;
    thread.recorder.access(frame, state, { kind: 'read', target, size: 1, pointer: call.arguments[0]!, location });
  }
  return alias === undefined || texels !== null ? { kind: 'pointer', targets: [] } : thread.inputs.sharing(alias);
}

export const TEXTURES: Transfers<'texture-read'> = {
  'texture-read': (site, state, { by }) => {
    const read = textureRead(site, by);
    site.thread.recorder.textureRead(state, read);
    define(site, memoryMadeUp(site, state, read));
    return state;
  },
};
