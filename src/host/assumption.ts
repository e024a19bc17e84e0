/**
 * Facts that a user states about a launch, as C conditions over kernel parameters, members of structs that are passed by value,
 * `gridDim` and `blockDim`: `rows == cols && n > 0`, `n % blockDim.x == 0`, `dim.stride >= dim.cols`, `powerOfTwo(blockDim.x)`; and of
 * pointers, whether they are null: `mask == nullptr`.
 */
import type { Cond, Int, Terms } from '../terms/index.ts';

export type ParsedAssumption =
  | { readonly ok: true; readonly condition: Cond }
  /** `unknownName` is set when the expression is well formed but speaks of something this kernel does not have. */
  | { readonly ok: false; readonly message: string; readonly unknownName: string | null };

class AssumptionError extends Error {
  readonly unknownName: string | null;

  constructor(message: string, unknownName: string | null = null) {
    super(message);
    this.unknownName = unknownName;
  }
}

const MAX_LENGTH = 2000;

/**
 * @param lookup the value of a name such as `n` or `blockDim.x`
 * @param isNull that the pointer of a name is null
 */
export function parseAssumption(
  terms: Terms,
  text: string,
  lookup: (name: string) => Int | undefined,
  isNull: (name: string) => Cond | undefined = () => undefined,
): ParsedAssumption {
  try {
    if (text.length > MAX_LENGTH) throw new AssumptionError(`longer than ${MAX_LENGTH} characters`);
    const parser = new Parser(terms, text, lookup, isNull);
    return { ok: true, condition: parser.parse() };
  } catch (error) {
    if (!(error instanceof AssumptionError)) throw error;
    return { ok: false, message: error.message, unknownName: error.unknownName };
  }
}

type Operand = { readonly kind: 'int'; readonly term: Int } | { readonly kind: 'bool'; readonly cond: Cond };

/** Binary operators by precedence, loosest first. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<=', '>=', '<', '>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const DEPTH_LIMIT = 100;
/** Said of a number like a function that C does not have. */
const POWER_OF_TWO = 'powerOfTwo';
const NULL_POINTER = 'nullptr';
/** The largest power of two that a number of the launch may be. */
const LARGEST_POWER = 1n << 62n;

class Parser {
  readonly #terms: Terms;
  readonly #tokens: { text: string; at: number }[];
  readonly #lookup: (name: string) => Int | undefined;
  readonly #isNull: (name: string) => Cond | undefined;
  #next = 0;
  #depth = 0;

  constructor(
    terms: Terms,
    stated: string,
    lookup: (name: string) => Int | undefined,
    isNull: (name: string) => Cond | undefined,
  ) {
    this.#terms = terms;
    this.#lookup = lookup;
    this.#isNull = isNull;
    this.#tokens = [];
    // A name may have any letter beyond ASCII, and those that are spaces are no part of one.
    const text = stated.replace(/\s/g, ' ');
    const pattern =
      /\s*(?:([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*(?:\s*\.\s*[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)*(?:@\d+)?)|(0[xX][0-9a-fA-F]+|\d+)[uUlL]*|(&&|\|\||==|!=|<=|>=|[-+*/%<>!()]))/y;
    while (pattern.lastIndex < text.length) {
      const at = pattern.lastIndex;
      if (text.slice(at).trim() === '') break;
      const match = pattern.exec(text);
      if (!match) {
        const blank = text.slice(at).length - text.slice(at).trimStart().length;
        throw new AssumptionError(`unexpected '${text[at + blank]}' at column ${at + blank + 1}`);
      }
      const token = (match[1]?.replace(/\s/g, '') ?? match[2] ?? match[3])!;
      this.#tokens.push({ text: token, at: at + match[0].length - match[0].trimStart().length });
    }
  }

  parse(): Cond {
    const result = this.#condition(this.#binary(0));
    const rest = this.#tokens[this.#next];
    if (rest) throw new AssumptionError(`unexpected '${rest.text}' at column ${rest.at + 1}`);
    return result;
  }

  #binary(level: number): Operand {
    const operators = LEVELS[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const token = this.#tokens[this.#next];
      if (!token || !operators.includes(token.text)) return left;
      this.#next++;
      left = this.#apply(token.text, left, this.#binary(level + 1));
    }
  }

  #apply(operator: string, left: Operand, right: Operand): Operand {
    const t = this.#terms;
    if (operator === '||' || operator === '&&') {
      const [a, b] = [this.#condition(left), this.#condition(right)];
      return { kind: 'bool', cond: operator === '||' ? t.or(a, b) : t.and(a, b) };
    }
    const [a, b] = [this.#number(left), this.#number(right)];
    switch (operator) {
      case '==':
        return { kind: 'bool', cond: t.eq(a, b) };
      case '!=':
        return { kind: 'bool', cond: t.ne(a, b) };
      case '<=':
        return { kind: 'bool', cond: t.le(a, b) };
      case '>=':
        return { kind: 'bool', cond: t.le(b, a) };
      case '<':
        return { kind: 'bool', cond: t.lt(a, b) };
      case '>':
        return { kind: 'bool', cond: t.lt(b, a) };
      case '+':
        return { kind: 'int', term: t.add(a, b) };
      case '-':
        return { kind: 'int', term: t.sub(a, b) };
      case '*':
        return { kind: 'int', term: t.mul(a, b) };
      default: {
        // C rounds towards zero; for the sizes that are divided here the two agree.
        const positive = b.range.low !== null && b.range.low >= 1n ? b : t.ite(t.le(t.one, b), b, t.one);
        return { kind: 'int', term: operator === '/' ? t.div(a, positive) : t.mod(a, positive) };
      }
    }
  }

  #unary(): Operand {
    const token = this.#tokens[this.#next];
    if (!token) throw new AssumptionError('the expression ends too early');
    if (++this.#depth > DEPTH_LIMIT) throw new AssumptionError('nested too deeply');
    this.#next++;
    try {
      if (token.text === '!') return { kind: 'bool', cond: this.#terms.not(this.#condition(this.#unary())) };
      if (token.text === '-') return { kind: 'int', term: this.#terms.negate(this.#number(this.#unary())) };
      if (token.text === '+') return this.#unary();
      if (token.text === '(') return this.#closed(token);
      const opening = this.#tokens[this.#next];
      if (token.text === POWER_OF_TWO && opening?.text === '(') {
        this.#next++;
        return { kind: 'bool', cond: this.#powerOfTwo(this.#number(this.#closed(opening))) };
      }
      if (/^\d/.test(token.text)) return { kind: 'int', term: this.#terms.constant(BigInt(token.text)) };
      if (/^[A-Za-z_\u0080-\uffff]/.test(token.text)) {
        if (token.text === 'true' || token.text === 'false') return { kind: 'bool', cond: this.#terms[token.text] };
        if (this.#tokens[this.#next + 1]?.text === NULL_POINTER) return this.#comparedWithNull(token.text);
        if (token.text === NULL_POINTER)
          throw new AssumptionError('nullptr is compared with pointers only, as in `mask == nullptr`');
        const value = this.#lookup(token.text);
        if (value === undefined)
          throw new AssumptionError(`'${token.text}' is no scalar parameter of the kernel`, token.text);
        return { kind: 'int', term: value };
      }
      throw new AssumptionError(`unexpected '${token.text}' at column ${token.at + 1}`);
    } finally {
      this.#depth--;
    }
  }

  /** `mask == nullptr` and `mask != nullptr`, of which the name was read. */
  #comparedWithNull(name: string): Operand {
    const operator = this.#tokens[this.#next]!;
    if (operator.text !== '==' && operator.text !== '!=')
      throw new AssumptionError(`unexpected '${operator.text}' at column ${operator.at + 1}`);
    const isNull = this.#isNull(name);
    if (isNull === undefined) throw new AssumptionError(`'${name}' is no pointer parameter of the kernel`, name);
    this.#next += 2;
    return { kind: 'bool', cond: operator.text === '==' ? isNull : this.#terms.not(isNull) };
  }

  /** What stands in brackets of which the first was read. */
  #closed(opening: { readonly at: number }): Operand {
    const inner = this.#binary(0);
    const close = this.#tokens[this.#next];
    if (close?.text !== ')') throw new AssumptionError(`')' is missing for '(' at column ${opening.at + 1}`);
    this.#next++;
    return inner;
  }

  #powerOfTwo(term: Int): Cond {
    const t = this.#terms;
    const most = term.range.high ?? LARGEST_POWER;
    const powers: Cond[] = [];
    for (let power = 1n; power <= most && power <= LARGEST_POWER; power *= 2n)
      powers.push(t.eq(term, t.constant(power)));
    return t.or(...powers);
  }

  #condition(operand: Operand): Cond {
    return operand.kind === 'bool' ? operand.cond : this.#terms.ne(operand.term, this.#terms.zero);
  }

  #number(operand: Operand): Int {
    const t = this.#terms;
    return operand.kind === 'int' ? operand.term : t.ite(operand.cond, t.one, t.zero);
  }
}
