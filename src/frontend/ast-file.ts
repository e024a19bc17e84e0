/**
 * The one thing we change in a precompiled header. For CUDA, clang lists in it every function that device code might call,
 * to look at each again at the end of every compilation, in case calls that were put off turn out to be errors. That loads
 * most of the header into each of them, half of the time that a small kernel takes. Our own headers hold no such errors
 * (they are compiled, and fail the build otherwise), so the list is renamed to a record that clang does not know and skips.
 *
 * The format: https://llvm.org/docs/BitCodeFormat.html; the numbers: `clang/Serialization/ASTBitCodes.h` of LLVM 22.
 */

const AST_BLOCK = 8;
const DECLS_TO_CHECK_FOR_DEFERRED_DIAGS = 64;
/** As long as 64 is in the file (two digits of five bits), and not a number that clang has given a meaning. */
const IGNORED = 1000;

/** Ids of abbreviations that are the same in every block. */
const END_BLOCK = 0;
const ENTER_SUBBLOCK = 1;
const DEFINE_ABBREV = 2;
const UNABBREV_RECORD = 3;
const FIRST_DEFINED = 4;
const CODE_WIDTH = 6;

/**
 * The header without its list of functions to look at again; the bytes are changed in place.
 * @returns whether there was one
 */
export function dropDeferredChecks(pch: Uint8Array): boolean {
  const bits = new Bits(pch);
  // After the four letters of the file's kind there are only blocks.
  bits.at = 32;
  while (bits.at < 8 * pch.length) {
    if (bits.fixed(2) !== ENTER_SUBBLOCK) return false;
    const { id, width, end } = enteredBlock(bits);
    if (id === AST_BLOCK) return dropIn(bits, width, end);
    bits.at = end;
  }
  return false;
}

function enteredBlock(bits: Bits): { id: number; width: number; end: number } {
  const id = bits.variable(8);
  const width = bits.variable(4);
  bits.align();
  const words = bits.fixed(32);
  return { id, width, end: bits.at + 32 * words };
}

function dropIn(bits: Bits, width: number, end: number): boolean {
  const abbreviations: Operand[][] = [];
  while (bits.at < end) {
    const kind = bits.fixed(width);
    if (kind === END_BLOCK) return false;
    if (kind === ENTER_SUBBLOCK) bits.at = enteredBlock(bits).end;
    else if (kind === DEFINE_ABBREV) abbreviations.push(abbreviation(bits));
    else if (kind === UNABBREV_RECORD) {
      const code = bits.at;
      if (bits.variable(CODE_WIDTH) === DECLS_TO_CHECK_FOR_DEFERRED_DIAGS) {
        bits.at = code;
        bits.write(CODE_WIDTH, IGNORED);
        return true;
      }
      for (let left = bits.variable(6); left > 0; left--) bits.variable(6);
    } else {
      const operands = abbreviations[kind - FIRST_DEFINED];
      if (operands === undefined) return false;
      skipRecord(bits, operands);
    }
  }
  return false;
}

type Operand =
  | { readonly encoding: 'literal' | 'array' | 'char6' | 'blob' }
  | { readonly encoding: 'fixed' | 'variable'; readonly width: number };

function abbreviation(bits: Bits): Operand[] {
  return Array.from({ length: bits.variable(5) }, (): Operand => {
    if (bits.fixed(1) === 1) {
      bits.variable(8);
      return { encoding: 'literal' };
    }
    const encoding = (['fixed', 'variable', 'array', 'char6', 'blob'] as const)[bits.fixed(3) - 1] ?? 'blob';
    if (encoding === 'fixed' || encoding === 'variable') return { encoding, width: bits.variable(5) };
    return { encoding };
  });
}

function skipRecord(bits: Bits, operands: readonly Operand[]): void {
  for (const [index, operand] of operands.entries()) {
    if (operand.encoding === 'array') {
      // Its elements are of the operand that follows, which comes last.
      const element = operands[index + 1]!;
      for (let left = bits.variable(6); left > 0; left--) skip(bits, element);
      return;
    }
    skip(bits, operand);
  }
}

function skip(bits: Bits, operand: Operand): void {
  if (operand.encoding === 'fixed') bits.at += operand.width;
  else if (operand.encoding === 'variable') bits.variable(operand.width);
  else if (operand.encoding === 'char6') bits.at += 6;
  else if (operand.encoding === 'blob') {
    const bytes = bits.variable(6);
    bits.align();
    bits.at += 8 * bytes;
    bits.align();
  }
}

/** Bits from the lowest of each byte on. */
class Bits {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  fixed(width: number): number {
    let value = 0;
    for (let bit = 0; bit < width; bit++) {
      const at = this.at + bit;
      value += (((this.#bytes[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 ** bit;
    }
    this.at += width;
    return value;
  }

  /** Digits of `width - 1` bits, lowest first; the bit above says that more follow. */
  variable(width: number): number {
    const more = 2 ** (width - 1);
    let value = 0;
    for (let scale = 1; ; scale *= more) {
      const digit = this.fixed(width);
      value += (digit % more) * scale;
      if (digit < more) return value;
    }
  }

  /** Writes a value as `variable` reads it. */
  write(width: number, value: number): void {
    const more = 2 ** (width - 1);
    for (let left = value; ; left = Math.floor(left / more)) {
      const last = left < more;
      const digit = (left % more) + (last ? 0 : more);
      for (let bit = 0; bit < width; bit++, this.at++) {
        const mask = 1 << (this.at & 7);
        if ((digit >> bit) & 1) this.#bytes[this.at >> 3]! |= mask;
        else this.#bytes[this.at >> 3]! &= ~mask;
      }
      if (last) return;
    }
  }

  /** To the next word of 32 bits. */
  align(): void {
    this.at = Math.ceil(this.at / 32) * 32;
  }
}
