/**
 * Divisions by constants, which compilers turn into products: `x / 10` is the upper part of `x * 3435973837`, moved to the right.
 * What is such a product for every `x` becomes a division again, and `x - x / d * d` the remainder. Both are what the source
 * has, and what is known of them is known.
 */
import type { PtxOperand } from '../operands.ts';
import { blocksOf, Flow } from './control-flow.ts';
import type { PtxFunction, PtxInstruction, PtxItem } from './model.ts';
import { definedBy } from './register-uses.ts';

/** The function with divisions and remainders in the place of the last instruction of each. */
export function withDivisions(fn: PtxFunction): PtxFunction {
  const isLikely = fn.items.some(
    (item) => item.kind === 'instruction' && /^(?:mul\.(?:hi|wide)|div)\.[su](?:32|64)$/.test(item.opcode),
  );
  if (!isLikely) return fn;
  const values = new Values(fn);
  const replaced = new Map<PtxItem, PtxInstruction>();
  for (const item of fn.items) {
    if (item.kind !== 'instruction') continue;
    const quotient = values.divisionBy(item);
    if (quotient !== null) {
      const { x, divisor, type } = quotient;
      const divides = ['div', type];
      const division = {
        ...item,
        words: divides,
        opcode: divides.join('.'),
        operands: [item.operands[0]!, x, integer(divisor)],
      };
      replaced.set(item, division);
      values.replace(item, division);
    }
    const remainder = values.remainder(item);
    if (remainder === null) continue;
    const { x, by, type } = remainder;
    replaced.set(item, {
      ...item,
      words: ['rem', type],
      opcode: `rem.${type}`,
      operands: [item.operands[0]!, x, by],
    });
  }
  return replaced.size === 0 ? fn : { ...fn, items: fn.items.map((item) => replaced.get(item) ?? item) };
}

function integer(value: bigint): PtxOperand {
  return { kind: 'integer', value };
}

interface Place {
  readonly block: number;
  readonly index: number;
}

type Width = 32 | 64;

/** A whole number of bits, and a factor: `x * factor >> bits`. */
interface Scaled {
  readonly x: PtxOperand;
  readonly factor: bigint;
  readonly bits: bigint;
  readonly width: Width;
}

interface Division {
  readonly x: PtxOperand;
  readonly divisor: bigint;
  readonly type: string;
}

/** Instructions in a row that may belong to one division. */
const MAX_STEPS = 6;

/** The values of a function: which instruction made each register that one alone writes, before all that read it. */
class Values {
  readonly #definitions = new Map<number, PtxInstruction | null>();
  /** Where each register is written. */
  readonly #written = new Map<number, Place[]>();
  readonly #places = new Map<PtxInstruction, Place>();
  readonly #flow: Flow;

  constructor(fn: PtxFunction) {
    const blocks = blocksOf(fn);
    this.#flow = new Flow(blocks);
    for (const block of this.#flow.order) {
      for (const [index, instruction] of blocks[block]!.instructions.entries()) {
        this.#places.set(instruction, { block, index });
        for (const register of definedBy(instruction)) {
          const isOnly = !this.#definitions.has(register) && instruction.guard === null;
          this.#definitions.set(register, isOnly ? instruction : null);
          const written = this.#written.get(register);
          if (written) written.push({ block, index });
          else this.#written.set(register, [{ block, index }]);
        }
      }
    }
  }

  replace(before: PtxInstruction, after: PtxInstruction): void {
    const place = this.#places.get(before);
    if (place !== undefined) this.#places.set(after, place);
    for (const register of definedBy(after)) {
      if (this.#definitions.get(register) === before) this.#definitions.set(register, after);
    }
  }

  /** What has made an operand, where it has the same value still when `reader` reads it. */
  #made(operand: PtxOperand | undefined, reader: PtxInstruction): PtxInstruction | null {
    if (operand?.kind !== 'register') return null;
    const made = this.#definitions.get(operand.register) ?? null;
    return made !== null && this.#isBefore(made, reader) ? made : null;
  }

  #isBefore(first: PtxInstruction, second: PtxInstruction): boolean {
    const [a, b] = [this.#places.get(first), this.#places.get(second)];
    if (a === undefined || b === undefined) return false;
    return a.block === b.block ? a.index < b.index : this.#flow.dominates(a.block, b.block);
  }

  /** Whether an operand is the same for two instructions, the first of which comes before the second. */
  #isKept(operand: PtxOperand, first: PtxInstruction, second: PtxInstruction): boolean {
    if (operand.kind !== 'register') return operand.kind === 'integer';
    if (this.#made(operand, first) !== null) return true;
    // A loop's variable, which is written again: not between the two.
    const [from, to] = [this.#places.get(first), this.#places.get(second)];
    if (from === undefined || from.block !== to?.block) return false;
    const written = this.#written.get(operand.register) ?? [];
    return !written.some(({ block, index }) => block === from.block && index >= from.index && index < to.index);
  }

  // ---- quotients ---------------------------------------------------------------------------------------------------

  /** The division whose quotient an instruction gives; null where it gives something else. */
  divisionBy(instruction: PtxInstruction): Division | null {
    const found = this.#unsigned(instruction) ?? this.#unsignedByMore(instruction) ?? this.#signed(instruction);
    return found !== null && this.#isKept(found.x, found.first, instruction) ? found : null;
  }

  /** `x * m >> s` of numbers without sign: right for all `x` of n bits when `m * d` is 2^s and at most 2^(s - n) more. */
  #unsigned(last: PtxInstruction): (Division & { readonly first: PtxInstruction }) | null {
    const found = this.#shifted(last);
    if (found === null || found.isSigned) return null;
    const divisor = divisorOf(found.factor, found.bits, found.bits - BigInt(found.width));
    return divisor === null ? null : { ...found, divisor, type: `u${found.width}` };
  }

  /** The factor has a bit more than fits: `((x - h >> 1) + h) >> s - 1`, where `h` is the upper part of `x * m`. */
  #unsignedByMore(last: PtxInstruction): (Division & { readonly first: PtxInstruction }) | null {
    const width = widthOf(last, 'shr', /^[ub](32|64)$/);
    const by = numberIn(last.operands[2]);
    const sum = width === null ? null : this.#made(last.operands[1], last);
    if (width === null || by === null || sum === null || sum.words[0] !== 'add') return null;
    for (const [half, upper] of pairs(sum.operands[1], sum.operands[2])) {
      const halved = this.#made(half, sum);
      const difference = halved?.words[0] === 'shr' && isOne(halved.operands[2]) ? halved : null;
      const taken = difference && this.#made(difference.operands[1], difference);
      const product = this.#shifted(this.#made(upper, sum));
      if (taken === null || taken.words[0] !== 'sub' || product === null || product.isSigned) continue;
      const isOfIt = isSame(taken.operands[1], product.x) && isSame(taken.operands[2], upper);
      if (!isOfIt || product.width !== width || product.bits !== BigInt(width)) continue;
      const bits = BigInt(width) + by + 1n;
      const divisor = divisorOf((1n << BigInt(width)) + product.factor, bits, bits - BigInt(width));
      if (divisor !== null) return { ...product, divisor, type: `u${width}` };
    }
    return null;
  }

  /** `(h >> s) + (h >>> n - 1)`, where `h` is the upper part of `x * m`, or that and `x` again for a factor that is negative. */
  #signed(last: PtxInstruction): (Division & { readonly first: PtxInstruction }) | null {
    const width = widthOf(last, 'add', /^[sub](32|64)$/);
    if (width === null) return null;
    for (const [quotient, sign] of pairs(last.operands[1], last.operands[2])) {
      const signs = this.#made(sign, last);
      const isSign = signs?.words[0] === 'shr' && numberIn(signs.operands[2]) === BigInt(width - 1);
      if (!isSign || !/^[ub](?:32|64)$/.test(signs.words[1]!)) continue;
      const moved = this.#made(quotient, last);
      const isMoved = moved?.words[0] === 'shr' && /^s(?:32|64)$/.test(moved.words[1]!);
      const by = isMoved ? numberIn(moved.operands[2]) : 0n;
      const upper = isMoved ? moved.operands[1] : quotient;
      const product = by === null ? null : this.#signedProduct(upper, isMoved ? moved : last, width);
      // All of them are below zero when `x` is.
      const isOfIt = [upper, quotient, product?.x].some((one) => isSame(signs.operands[1], one));
      if (by === null || product === null || !isOfIt) continue;
      const bits = BigInt(width) + by;
      const divisor = divisorOf(product.factor, bits, by + 1n);
      // Exactly 2^s would make the quotient of a multiple of it too small below zero, and so would the very most.
      const excess = divisor === null ? 0n : product.factor * divisor - (1n << bits);
      if (divisor !== null && excess > 0n && excess < 1n << (by + 1n))
        return { ...product, divisor, type: `s${width}` };
    }
    return null;
  }

  /** The upper part of a product with its sign; a factor beyond the highest number is a negative one, and `x` comes to it. */
  #signedProduct(upper: PtxOperand | undefined, reader: PtxInstruction, width: Width) {
    const made = this.#made(upper, reader);
    const plain = this.#shifted(made);
    const isWhole = (one: typeof plain) => one?.isSigned === true && one.width === width && one.bits === BigInt(width);
    if (isWhole(plain)) return plain!.factor > 0n ? plain : null;
    if (made === null || made.words[0] !== 'add') return null;
    for (const [part, x] of pairs(made.operands[1], made.operands[2])) {
      const product = this.#shifted(this.#made(part, made));
      if (!isWhole(product) || !isSame(product!.x, x) || product!.factor >= 0n) continue;
      return { ...product!, factor: product!.factor + (1n << BigInt(width)) };
    }
    return null;
  }

  /** A product with a constant, of which the lowest bits are left out; in all the forms in which that is written. */
  #shifted(
    last: PtxInstruction | null,
    depth = MAX_STEPS,
  ): (Scaled & { readonly isSigned: boolean; readonly first: PtxInstruction }) | null {
    if (last === null || depth === 0) return null;
    const [name] = last.words;
    if (name === 'mul') return scaledBy(last);
    if (name === 'cvt' && /^cvt\.u32\.u64$/.test(last.opcode)) {
      // Of an upper part, which fits.
      const inner = this.#shifted(this.#made(last.operands[1], last), depth - 1);
      return inner !== null && !inner.isSigned && inner.width === 32 && inner.bits >= 32n ? inner : null;
    }
    if (name !== 'shr' || !/^[ub](?:32|64)$/.test(last.words[1]!)) return null;
    const by = numberIn(last.operands[2]);
    const inner = this.#shifted(this.#made(last.operands[1], last), depth - 1);
    return by === null || inner === null || inner.isSigned ? null : { ...inner, bits: inner.bits + by };
  }

  // ---- remainders --------------------------------------------------------------------------------------------------

  /** `x - q * d`, where `q` is `x / d`. */
  remainder(last: PtxInstruction): { x: PtxOperand; by: PtxOperand; type: string } | null {
    const width = widthOf(last, 'sub', /^[sub](32|64)$/);
    const [, x, part] = last.operands;
    if (/^mad\.lo\.[su](?:32|64)$/.test(last.opcode)) {
      const [, a, b, whole] = last.operands;
      for (const [quotient, by] of pairs(a, b)) {
        const negative = numberIn(by);
        const found = negative !== null && this.#rest(whole, quotient, integer(-negative), last, last);
        if (found) return found;
      }
      return null;
    }
    const product = width === null ? null : this.#made(part, last);
    if (product === null || !/^mul\.lo\.[su](?:32|64)$/.test(product.opcode)) return null;
    for (const [quotient, by] of pairs(product.operands[1], product.operands[2])) {
      const found = this.#rest(x, quotient, by, product, last);
      if (found !== null) return found;
    }
    return null;
  }

  /** What is left of `x`, as `last` reads it, when `quotient`, as `reader` reads it, is taken `by` times. */
  #rest(
    x: PtxOperand | undefined,
    quotient: PtxOperand | undefined,
    by: PtxOperand | undefined,
    reader: PtxInstruction,
    last: PtxInstruction,
  ) {
    let division = this.#made(quotient, reader);
    if (division?.opcode === 'cvt.u32.u64') division = this.#made(division.operands[1], division);
    const type = division?.words[1] ?? '';
    const isOfWidth = type.slice(1) === /\d+$/.exec(reader.opcode)?.[0];
    if (division?.words[0] !== 'div' || division.words.length !== 2 || !isOfWidth) return null;
    const [, divided, divisor] = division.operands;
    if (x === undefined || divisor === undefined || !isSame(divided, x) || !isSame(divisor, by)) return null;
    const isKept = (operand: PtxOperand) => this.#isKept(operand, division, last);
    return isKept(x) && isKept(divisor) ? { x, by: divisor, type } : null;
  }
}

/** `mul.hi.u32` and `mul.wide.u32` with a constant. */
function scaledBy(
  product: PtxInstruction,
): (Scaled & { readonly isSigned: boolean; readonly first: PtxInstruction }) | null {
  const [, half, type] = product.words;
  const match = /^([su])(32|64)$/.exec(type ?? '');
  if (match === null || product.words.length !== 3 || (half !== 'hi' && half !== 'wide')) return null;
  const width = Number(match[2]) as Width;
  const isSigned = match[1] === 's';
  for (const [x, number] of pairs(product.operands[1], product.operands[2])) {
    const written = numberIn(number);
    if (written === null || x?.kind !== 'register') continue;
    const factor = isSigned ? BigInt.asIntN(width, written) : BigInt.asUintN(width, written);
    return { x, factor, bits: half === 'hi' ? BigInt(width) : 0n, width, isSigned, first: product };
  }
  return null;
}

/** The number that `factor / 2^bits` stands for as a divisor; null where it does not for numbers so large. */
function divisorOf(factor: bigint, bits: bigint, most: bigint): bigint | null {
  if (factor <= 1n || bits > 192n || most < 0n) return null;
  const whole = 1n << bits;
  const divisor = (whole + factor - 1n) / factor;
  // A larger one fits no register: the quotient is always zero.
  const isNumber = divisor > 1n && divisor < 1n << 31n;
  return isNumber && factor * divisor - whole <= 1n << most ? divisor : null;
}

function widthOf({ words }: PtxInstruction, name: string, types: RegExp): Width | null {
  const match = words.length === 2 && words[0] === name ? types.exec(words[1]!) : null;
  return match === null ? null : (Number(match[1]) as Width);
}

function numberIn(operand: PtxOperand | undefined): bigint | null {
  return operand?.kind === 'integer' ? operand.value : null;
}

function isOne(operand: PtxOperand | undefined): boolean {
  return numberIn(operand) === 1n;
}

function isSame(a: PtxOperand | undefined, b: PtxOperand | undefined): boolean {
  if (a?.kind === 'register') return b?.kind === 'register' && a.register === b.register;
  return a?.kind === 'integer' && b?.kind === 'integer' && a.value === b.value;
}

function pairs<T>(a: T, b: T): readonly (readonly [T, T])[] {
  return [
    [a, b],
    [b, a],
  ];
}
