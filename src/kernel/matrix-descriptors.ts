/**
 * The 64-bit numbers by which `wgmma` and `tcgen05` find matrices in shared memory. PTX ISA, Matrix Descriptor Format: bits 0–13 are the
 * address, 16–29 the leading and 32–45 the stride dimension byte offset, all three in units of 16 bytes; the last two bits say
 * how wide the rows are within which pieces of 16 bytes are swapped. Programs put the address into it and add to it, so
 * that it has to be found again in the sum.
 */
import { DESCRIPTOR_UNIT, descriptorField, OF_BLACKWELL, ROW_WIDTHS, SHARED_WINDOW } from '../intrinsics/index.ts';
import { type Atom, type Int, isConstant, type Monomial, single, type Terms } from '../terms/index.ts';
import type { Target } from './memory.ts';
import type { Thread } from './thread.ts';

const WINDOW = BigInt(SHARED_WINDOW);
const UNIT = BigInt(DESCRIPTOR_UNIT);
/** So many of these units there are. */
const ADDRESSES = WINDOW / UNIT;
/** Below it are the address and two bits that mean nothing. */
const FIRST_FIELD = 1n << 16n;

export interface MatrixDescriptor {
  /** Where the matrix begins. */
  readonly start: Target;
  /** Null where the fields are not constant. */
  readonly layout: DescribedLayout | null;
}

interface DescribedLayout {
  readonly leading: bigint;
  readonly stride: bigint;
  /** Bytes of a row within which pieces are swapped; 16: none are. */
  readonly width: bigint;
}

/** @returns null where it is not known in which object the matrix lies */
export function matrixDescriptor({ terms: t, objects }: Thread, term: Int): MatrixDescriptor | null {
  const whole = withoutCutting(t, term);
  const bits = BigInt.asUintN(64, whole.constant);
  const beside = whole.monomials.filter(({ coefficient }) => coefficient % ADDRESSES === 0n);
  const low = whole.monomials.filter(({ coefficient }) => coefficient % ADDRESSES !== 0n);
  const address = t.ofSum({ constant: bits % ADDRESSES, monomials: low });
  const found = objects.pointerBehind({
    kind: 'int',
    width: 64,
    term: inBytes(t, address, UNIT),
    signedExact: true,
  });
  const [start] = found?.kind === 'pointer' ? found.targets : [];
  if (start === undefined || start.object.space !== 'shared') return null;
  const field = (at: bigint) => BigInt(descriptorField(bits, at));
  const isOfAddress = ({ coefficient }: Monomial) => coefficient > -FIRST_FIELD && coefficient < FIRST_FIELD;
  const isKnown = beside.length === 0 && low.every(isOfAddress) && (bits & OF_BLACKWELL) === 0n;
  const layout = isKnown
    ? { leading: field(16n), stride: field(32n), width: BigInt(ROW_WIDTHS[Number(bits >> 62n)]!) }
    : null;
  return { start, layout };
}

/**
 * The same number as a sum: registers of 32 and 64 bits hold what is put into them, and what is put beside an address of shared
 * memory shares no bit with it.
 */
function withoutCutting(t: Terms, term: Int): Int {
  return rewritten(t, term, (atom, coefficient) => {
    if (atom.kind === 'mod' && isConstant(atom.divisor) && REGISTERS.has(atom.divisor.constant)) {
      return t.scale(withoutCutting(t, atom.dividend), coefficient);
    }
    if (atom.kind !== 'bits' || atom.operator !== 'or' || !isConstant(atom.right)) return null;
    const beside = atom.right.constant % ADDRESSES;
    const low = t.bits('or', atom.left, t.constant(beside), atom.width);
    if (beside !== 0n && single(low)?.kind === 'bits') return null;
    return t.scale(t.add(withoutCutting(t, low), t.sub(atom.right, t.constant(beside))), coefficient);
  });
}

const REGISTERS: ReadonlySet<bigint> = new Set([1n << 32n, 1n << 64n]);

/**
 * `factor * term`, but for multiples of what addresses are below: without the masks and shifts that made a field of an
 * address.
 */
function inBytes(t: Terms, term: Int, factor: bigint): Int {
  return rewritten(t, t.scale(term, factor), (atom, coefficient) => {
    if (atom.kind === 'mod' && isConstant(atom.divisor) && (coefficient * atom.divisor.constant) % WINDOW === 0n) {
      return inBytes(t, atom.dividend, coefficient);
    }
    if (atom.kind !== 'div' || !isConstant(atom.divisor) || coefficient % atom.divisor.constant !== 0n) return null;
    // What is cut off: nothing, of what lies at a multiple of 16 bytes.
    const rest = t.mod(atom.dividend, atom.divisor);
    return inBytes(t, t.sub(atom.dividend, rest), coefficient / atom.divisor.constant);
  });
}

/** @param rewrite what stands for an atom that is multiplied by a number; null: itself */
function rewritten(t: Terms, term: Int, rewrite: (atom: Atom, coefficient: bigint) => Int | null): Int {
  return term.monomials
    .map((monomial) => {
      const [atom, ...others] = monomial.atoms;
      const other = others.length === 0 ? rewrite(atom!, monomial.coefficient) : null;
      return other ?? t.ofSum({ constant: 0n, monomials: [monomial] });
    })
    .reduce((sum, part) => t.add(sum, part), t.constant(term.constant));
}
