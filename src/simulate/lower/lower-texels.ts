/** Lowering of images and surfaces: the place of a texel is asked of the machine, and then accessed like any other memory. */
import type { EffectOf } from '../../intrinsics/index.ts';
import { Op } from '../bytecode/opcodes.ts';
import { type Scalar, Unsupported } from '../scalars.ts';
import { plainAccess } from './access-sites.ts';
import type { CallSite } from './call-site.ts';
import { load, store } from './lower-memory.ts';

type ImageKind = 'image-read' | 'image-write';

/** A texel of an image takes so many bytes here: its format is not known, and four channels have room in them. */
const PIXEL_BYTES = 16;
const WORD_BYTES = 4;
const PAIR_BYTES = 8;

/** Where the arguments of an access to a surface stand. */
const [COLUMN, ROW, SLICE, BYTES, MODE, IS_TOLD, VALUE] = [1, 2, 3, 4, 5, 6, 7] as const;
/** `cudaBoundaryModeTrap`: a kernel that leaves its image is not one that works. */
const TRAP = 2;

export function lowerImageRead(call: CallSite, effect: EffectOf<ImageKind>): readonly number[] {
  const pointer = pixel(call, effect);
  if (pointer !== null) return load(call.lowering, call.results, pointer, siteOf(call, 'read', bytesOf(call.results)));
  // What a sampler makes of coordinates is not known.
  call.sync({ kind: 'unknown', what: 'a read of an image' }, [], 0);
  return call.zeros();
}

export function lowerImageWrite(call: CallSite, effect: EffectOf<ImageKind>): null {
  const pointer = pixel(call, effect);
  if (pointer === null) throw call.unsupported();
  const colour = call.scalars(2);
  store(call.lowering, colour, pointer, call.operands[2]!, siteOf(call, 'write', bytesOf(colour)));
  return null;
}

export function lowerSurfaceAccess(call: CallSite, { access, by }: EffectOf<'surface-access'>): null {
  const { builder: b } = call;
  const bytes = Number(constant(call, BYTES));
  const handle = by === 'handle' ? call.pair(0) : call.operand(0);
  const place = [COLUMN, ROW, SLICE, MODE].map((at) => call.operand(at));
  const words = call.sync({ kind: 'texel', of: by === 'handle' ? 'number' : 'address' }, [handle, ...place], 2);
  const pointer = b.compute(Op.inttoptr, b.helper('join', words[0]!, words[1]!));
  const site = siteOf(call, access, bytes);
  if (access === 'read') {
    load(call.lowering, wordsOf(bytes), pointer, site);
    return null;
  }
  if (call.isTrue(IS_TOLD) && bytes <= PAIR_BYTES) {
    const isPair = bytes === PAIR_BYTES;
    const scalar: Scalar = { representation: isPair ? 'pair' : 'word', bits: 8 * bytes, offset: 0, size: bytes };
    store(call.lowering, [scalar], pointer, [isPair ? call.pair(VALUE) : call.operand(VALUE)], site);
    return null;
  }
  const [value] = call.sync(
    { kind: 'unknown', what: 'a write to a surface of what is no integer', isOfThread: true },
    [],
    1,
  );
  const scalars = wordsOf(bytes);
  store(
    call.lowering,
    scalars,
    pointer,
    scalars.map(() => value!),
    site,
  );
  return null;
}

/** The memory of a texture: a handle that is an address was made up to be one, by a launch that no host makes. */
export function lowerTextureRead(call: CallSite): readonly number[] | null {
  if (call.results.length === 0) return null;
  const { builder: b } = call;
  const words = call.sync({ kind: 'buffer-at' }, [call.pair(0)], 2);
  return [b.compute(Op.inttoptr, b.helper('join', words[0]!, words[1]!))];
}

/** The address of the pixel that a call names; null where its coordinates are no whole numbers. */
function pixel(call: CallSite, { dimensions, coordinatesArgument }: EffectOf<ImageKind>): number | null {
  const { builder: b } = call;
  if (coordinatesArgument === null) return null;
  const given = call.operands[coordinatesArgument]!;
  if (call.scalars(coordinatesArgument).some(({ representation }) => representation !== 'word')) return null;
  const axis = (at: number) => (at < dimensions ? given[at]! : b.word(0));
  const column = b.compute(Op.mul32, axis(0), b.word(PIXEL_BYTES));
  const operands = [call.operand(0), column, axis(1), axis(2), b.word(TRAP)];
  const words = call.sync({ kind: 'texel', of: 'address' }, operands, 2);
  return b.compute(Op.inttoptr, b.helper('join', words[0]!, words[1]!));
}

function constant(call: CallSite, at: number): bigint {
  const operand = call.instruction.arguments[at];
  if (operand?.kind !== 'int') throw new Unsupported('memory of a surface that is not understood');
  return operand.value;
}

function siteOf(call: CallSite, kind: 'read' | 'write', bytes: number): number {
  return call.lowering.site(plainAccess(kind, bytes, 1));
}

function bytesOf(scalars: readonly Scalar[]): number {
  return scalars.reduce((sum, { size }) => sum + size, 0);
}

/** So many bytes as numbers of up to 32 bits. */
function wordsOf(bytes: number): Scalar[] {
  const size = Math.min(bytes, WORD_BYTES);
  return Array.from({ length: bytes / size }, (_, i) => {
    return { representation: 'word', bits: 8 * size, offset: i * size, size };
  });
}
