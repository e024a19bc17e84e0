/**
 * Matrices in shared memory that the matrix units read beside their threads (`wgmma`). PTX ISA, Shared Memory Matrix Layout:
 * eight rows of 16 bytes are a core matrix, or eight rows of 32, 64 or 128 bytes of which an instruction reads 32; the descriptor
 * says how far it is from one such group to the next. Within a row it is not told which bytes are read, so that these are the
 * bytes that may be: of a race with them it takes a run to say that it is one.
 */
import { ROWS_OF_GROUP } from '../../intrinsics/index.ts';
import { type Int, isConstant } from '../../terms/index.ts';
import { allArguments, type CallSite, refuseAt } from '../call-site.ts';
import { onPath } from '../interval-under.ts';
import type { AsyncCopy } from '../kernel-model.ts';
import { type MatrixDescriptor, matrixDescriptor } from '../matrix-descriptors.ts';
import type { State } from '../state.ts';
import { rankOfPeer } from './clusters.ts';
import type { Transfers } from './transfer.ts';

/** Groups that lie side by side are one access up to so many bytes. */
const LARGEST_ACCESS = 4096n;
/** Those that do not fill larger ones are cut into so many bytes at least. */
const SMALLEST_PIECE = 512n;
const GROUP = BigInt(ROWS_OF_GROUP);
/** An instruction reads so many bytes of each row. */
const BYTES_OF_ROW = 32n;
/** The widest rows within which pieces are swapped. */
const WIDEST = 128n;

/** So many times so many bytes, from one to the next `step`; null: nobody knows how often. */
interface Part {
  readonly start: Int;
  readonly count: bigint | null;
  readonly step: bigint;
  readonly bytes: bigint;
}

export const MATRIX_OPERANDS: Transfers<'matrix-operand'> = {
  'matrix-operand': (site, state, { queue, isOfPeer }) => {
    const { thread } = site;
    const peer = isOfPeer ? rankOfPeer(site) : null;
    if (isOfPeer && peer === null) return state;
    const [descriptor, rows, layout] = allArguments(site);
    const chosen = onPath(thread.terms, state.path);
    const found = descriptor?.kind === 'int' ? matrixDescriptor(thread, chosen.int(descriptor.term)) : null;
    if (found === null) {
      refuseAt(site, 'shared memory that matrix units read: the descriptor does not say where it is');
      return state;
    }
    const isKnown = rows?.kind === 'int' && isConstant(rows.term) && layout?.kind === 'int' && isConstant(layout.term);
    const shape = isKnown ? { rows: rows.term.constant, elementBytes: layout.term.constant } : null;
    const copy: AsyncCopy = { ...thread.recorder.groupedCopy(state, 'thread', queue), isWithin: true };
    for (const part of partsOf(thread.terms, found, shape)) record(site, state, { part, found, copy, peer });
    return state;
  },
};

interface Shape {
  readonly rows: bigint;
  /** Of a matrix that lies by columns; else 0. */
  readonly elementBytes: bigint;
}

function partsOf(t: CallSite['thread']['terms'], { start, layout }: MatrixDescriptor, shape: Shape | null): Part[] {
  const { offset } = start;
  const rowStart = (width: bigint) => t.sub(offset, t.mod(offset, t.constant(width)));
  if (layout === null || shape === null || shape.rows === 0n) {
    return [{ start: rowStart(WIDEST), count: null, step: WIDEST * GROUP, bytes: WIDEST * GROUP }];
  }
  const { leading, stride, width } = layout;
  const { rows, elementBytes } = shape;
  if (elementBytes > 0n) {
    // Which of the two steps is which hangs on the width: it ends behind the longer way in any case.
    const across = ceil(rows * elementBytes, width) - 1n;
    const along = BYTES_OF_ROW / elementBytes / GROUP - 1n;
    const longest = max(across * leading + along * stride, across * stride + along * leading);
    return [pieces({ start: rowStart(width), bytes: longest + GROUP * width })];
  }
  const count = ceil(rows, GROUP);
  if (width > BYTES_OF_ROW / 2n) return [joined({ start: rowStart(width), count, step: stride, bytes: GROUP * width })];
  const bytes = GROUP * width;
  if (leading === bytes) return [joined({ start: offset, count, step: stride, bytes: 2n * bytes })];
  return [offset, t.add(offset, t.constant(leading))].map((at) => joined({ start: at, count, step: stride, bytes }));
}

/** The same as one access, where it is one piece and no larger than one may be. */
function joined(part: Part & { readonly count: bigint }): Part {
  const { count, step, bytes } = part;
  const isOnePiece = step === bytes && count * bytes <= LARGEST_ACCESS;
  return isOnePiece || step === 0n ? { ...part, count: 1n, bytes: step === 0n ? bytes : count * bytes } : part;
}

/** One piece of memory, of a size that may be beyond that of an access: no byte behind it belongs to it. */
function pieces({ start, bytes }: Pick<Part, 'start' | 'bytes'>): Part {
  if (bytes <= LARGEST_ACCESS) return { start, count: 1n, step: bytes, bytes };
  // The largest power of two that divides it.
  const even = bytes & -bytes;
  const step = even > LARGEST_ACCESS || even < SMALLEST_PIECE ? LARGEST_ACCESS : even;
  return { start, count: ceil(bytes, step), step, bytes: step };
}

interface Operand {
  readonly part: Part;
  readonly found: MatrixDescriptor;
  readonly copy: AsyncCopy;
  /** The rank of the block whose memory it is; null: of the thread's own. */
  readonly peer: Int | null;
}

function record({ thread, frame, call }: CallSite, state: State, { part, found, copy, peer }: Operand): void {
  const { terms: t, symbols, recorder } = thread;
  const { start, count, step, bytes } = part;
  const { location } = call;
  const access = { kind: 'read', size: Number(bytes), copy, pointer: call.arguments[0]!, location } as const;
  const within = peer === null ? found.start : { ...found.start, base: [peer] };
  if (count === 1n) {
    recorder.access(frame, state, { ...access, target: { ...within, offset: start } });
    return;
  }
  const at = symbols.iteration();
  const path = count === null ? state.path : t.and(state.path, t.lt(at, t.constant(count)));
  const offset = t.add(start, t.scale(at, step));
  recorder.access(frame, { ...state, path }, { ...access, target: { ...within, offset } });
}

function ceil(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
