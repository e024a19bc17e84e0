/**
 * Tensor memory (PTX ISA, Tensor Memory): of each block, 128 lanes of 512 columns of 32 bits. An address has the lane in its upper half and
 * the column in its lower one. A piece of it is given to a block at run time: its address is stored in shared memory, so that all
 * that is loaded from there is where that piece begins.
 */
import { COLUMN_BYTES, LANE_BYTES, TENSOR_COLUMNS } from '../intrinsics/index.ts';
import { type Atom, type Int, isConstant, someAtom, type Terms } from '../terms/index.ts';
import { Load } from './meanings.ts';
import type { MemoryObject, Target } from './memory.ts';
import type { Objects } from './objects.ts';

const ALL_COLUMNS = BigInt(TENSOR_COLUMNS);
/** What an address has for each lane. */
const LANE = 1n << 16n;

export class TensorMemory {
  readonly #terms: Terms;
  readonly #objects: Objects;
  /** Where addresses of pieces are stored, and whether the piece is all of the memory, which begins at zero. */
  readonly #given = new Map<string, 'piece' | 'all'>();
  /** All pieces are given to both blocks of a pair, at one place in both. */
  #areOfPairs = true;
  /** Whether addresses were seen that begin with that of a piece, or that do not. */
  readonly #seen = new Set<'piece' | 'all'>();

  constructor(terms: Terms, objects: Objects) {
    this.#terms = terms;
    this.#objects = objects;
  }

  /**
   * The address of a piece is stored there.
   * @param columns null: nobody knows how many
   * @param isOfPair the other block of the pair is given the same piece of its own
   */
  give({ object, offset }: Target, columns: bigint | null, isOfPair: boolean): void {
    const key = keyOf(object, offset);
    const known = this.#given.get(key);
    this.#given.set(key, columns === ALL_COLUMNS && known !== 'piece' ? 'all' : 'piece');
    if (!isOfPair) this.#areOfPairs = false;
  }

  /**
   * What an address leads to; its offset is in bytes, lane by lane. A program that counts its columns from zero has all of the memory, and
   * may have no piece beside.
   * @param peer the rank of the other block of the pair, where it is that one's memory
   * @returns null where that is not known
   */
  at(given: Int, peer: Int | null): Target | null {
    if (peer !== null && (!this.#areOfPairs || this.#given.size === 0)) return null;
    const t = this.#terms;
    const isAll = (atom: Atom) => this.#given.get(this.#pieceOf(atom) ?? '') === 'all';
    const address = t.substitution((atom) => (isAll(atom) ? t.zero : undefined)).int(given);
    if (address.constant < 0n) return null;
    const [base, ...others] = address.monomials.filter(({ atoms }) =>
      atoms.some((atom) => this.#pieceOf(atom) !== null),
    );
    const [atom, ...factors] = base?.atoms ?? [];
    if (others.length + factors.length > 0 || (base !== undefined && base.coefficient !== 1n)) return null;
    if (atom === undefined && someAtom([address], (one) => 'of' in one && one.of instanceof Load)) return null;
    this.#seen.add(atom === undefined ? 'all' : 'piece');
    if (this.#seen.size > 1) return null;
    const piece = atom === undefined ? 'all' : this.#pieceOf(atom)!;
    const object = this.#objects.object(`tensor memory ${piece}`, (id) => {
      return { id, space: 'shared', name: 'tensor memory', origin: { kind: 'tensor-memory' } };
    });
    const offset = this.#inBytes(atom === undefined ? address : t.sub(address, t.ofAtom(atom)));
    return { guard: t.true, object, base: peer === null ? [] : [peer], offset };
  }

  /** The piece whose address was loaded. */
  #pieceOf(atom: Atom): string | null {
    if (atom.kind !== 'apply' || !(atom.of instanceof Load)) return null;
    const key = keyOf(atom.of.object, atom.args[0]!);
    return this.#given.has(key) ? key : null;
  }

  #inBytes({ constant, monomials }: Int): Int {
    const t = this.#terms;
    const lanes = t.ofSum({
      constant: constant / LANE,
      monomials: monomials.flatMap(({ coefficient, atoms }) =>
        coefficient % LANE === 0n ? { coefficient: coefficient / LANE, atoms } : [],
      ),
    });
    const columns = t.ofSum({
      constant: constant % LANE,
      monomials: monomials.filter(({ coefficient }) => coefficient % LANE !== 0n),
    });
    return t.add(t.scale(lanes, BigInt(LANE_BYTES)), t.scale(columns, BigInt(COLUMN_BYTES)));
  }
}

function keyOf({ key }: MemoryObject, offset: Int): string {
  return `${key}+${isConstant(offset) ? offset.constant : `#${offset.id}`}`;
}
