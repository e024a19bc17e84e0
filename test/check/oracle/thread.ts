/** One thread of a generated kernel, executed on numbers with C's rules. */
import {
  type Arithmetic,
  type Computed,
  common,
  type DeviceFunction,
  type Expr,
  type Kernel,
  type Lines,
  type Place,
  type Scalar,
  type Stmt,
  typeOf,
} from './syntax.ts';

/** The run proves nothing: undefined behaviour, or something that the checker assumes not to happen. */
export class OutOfScope extends Error {}

export interface ThreadIndex {
  readonly block: number;
  readonly thread: number;
}

/** What the thread stops at. */
export type Wait = { readonly line: number } & (
  | { readonly kind: 'barrier' | 'warp-barrier' }
  | Extract<Stmt, { kind: 'named-barrier' | 'group-barrier' }>
);

/** The memory of the launch, and what is told of each access. */
export interface Machine {
  readonly grid: number;
  readonly block: number;
  readonly arguments: ReadonlyMap<string, number>;
  /** One step of work; throws when there were too many. */
  tick(): void;
  read(base: string, at: number, size: number, line: number, atomic: boolean): number;
  write(base: string, at: number, size: number, value: number, line: number, atomic: boolean): void;
}

interface Pointer {
  readonly base: string;
  readonly offset: number;
}

interface Frame {
  readonly scalars: Map<string, number>;
  readonly pointers: Map<string, Pointer>;
}

type Outcome = 'on' | 'break' | 'continue' | 'return';

const SIZES = { int: 4, char: 1, short: 2, 'pair.a': 4, 'pair.b': 4, quad: 16 } as const;
const STRIDES = { int: 4, char: 1, short: 2, 'pair.a': 8, 'pair.b': 8, quad: 16 } as const;

export class Thread {
  readonly #kernel: Kernel;
  readonly #lines: Lines;
  readonly #machine: Machine;
  readonly #index: ThreadIndex;
  readonly #functions: ReadonlyMap<string, DeviceFunction>;
  readonly #columns: ReadonlyMap<string, number>;
  #frame: Frame;
  #line = 0;
  #result = 0;

  constructor(kernel: Kernel, lines: Lines, machine: Machine, index: ThreadIndex) {
    this.#kernel = kernel;
    this.#lines = lines;
    this.#machine = machine;
    this.#index = index;
    this.#functions = new Map(kernel.functions.map((f) => [f.name, f]));
    this.#columns = new Map(kernel.arrays.map((a) => [a.name, a.columns]));
    this.#frame = { scalars: new Map(machine.arguments), pointers: new Map() };
  }

  *run(): Generator<Wait, void, void> {
    yield* this.#block(this.#kernel.body);
  }

  *#block(body: readonly Stmt[]): Generator<Wait, Outcome, void> {
    for (const s of body) {
      const outcome = yield* this.#stmt(s);
      if (outcome !== 'on') return outcome;
    }
    return 'on';
  }

  #at(owner: object): void {
    this.#line = this.#lines.get(owner) ?? 0;
    this.#machine.tick();
  }

  *#stmt(s: Stmt): Generator<Wait, Outcome, void> {
    this.#at(s);
    const { scalars, pointers } = this.#frame;
    switch (s.kind) {
      case 'declare':
      case 'assign':
        scalars.set(s.name, convert(this.#value(s.value), s.type));
        return 'on';
      case 'point':
        pointers.set(s.name, this.#moved(this.#pointer(s.array), s.offset));
        return 'on';
      case 'advance':
        pointers.set(s.name, this.#moved(this.#pointer(s.name), s.offset));
        return 'on';
      case 'store': {
        const value = this.#value(s.value);
        const { base, offset } = this.#address(s.place);
        this.#machine.write(base, offset, SIZES[s.place.view], value, this.#line, false);
        return 'on';
      }
      case 'copy': {
        const from = this.#address(s.from);
        const to = this.#address(s.to);
        const words = [0, 4, 8, 12].map((d) => this.#machine.read(from.base, from.offset + d, 4, this.#line, false));
        for (const [i, w] of words.entries()) this.#machine.write(to.base, to.offset + 4 * i, 4, w, this.#line, false);
        return 'on';
      }
      case 'atomic': {
        const value = convert(this.#value(s.value), 'int');
        const { base, offset } = this.#address(s.place);
        const old = this.#machine.read(base, offset, 4, this.#line, true);
        const stored = s.name === 'atomicAdd' ? (old + value) | 0 : value;
        this.#machine.write(base, offset, 4, stored, this.#line, true);
        return 'on';
      }
      case 'if':
        return yield* this.#block(this.#value(s.condition) !== 0 ? s.body : s.otherwise);
      case 'for':
        scalars.set(s.name, convert(this.#value(s.start), s.type));
        for (;;) {
          this.#at(s);
          if (this.#value(s.condition) === 0) return 'on';
          const outcome = yield* this.#block(s.body);
          if (outcome === 'return') return outcome;
          if (outcome === 'break') return 'on';
          this.#at(s);
          scalars.set(s.name, convert(this.#value(s.step), s.type));
        }
      case 'while':
        for (;;) {
          this.#at(s);
          if (this.#value(s.condition) === 0) return 'on';
          const outcome = yield* this.#block(s.body);
          if (outcome === 'return') return outcome;
          if (outcome === 'break') return 'on';
        }
      case 'do':
        for (;;) {
          const outcome = yield* this.#block(s.body);
          if (outcome === 'return') return outcome;
          if (outcome === 'break') return 'on';
          this.#at(s.condition);
          if (this.#value(s.condition) === 0) return 'on';
        }
      case 'break':
      case 'continue':
        return s.kind;
      case 'barrier':
      case 'warp-barrier':
        yield { kind: s.kind, line: this.#line };
        return 'on';
      case 'named-barrier':
      case 'group-barrier':
        yield { ...s, line: this.#line };
        return 'on';
      case 'return':
        this.#result = s.value ? this.#value(s.value) : 0;
        return 'return';
      case 'call': {
        const outer = this.#frame;
        const f = this.#functions.get(s.name)!;
        const inner = this.#called(f, s.arguments);
        inner.pointers.set('q', this.#pointer(s.pointer));
        this.#frame = inner;
        yield* this.#block(f.body);
        this.#frame = outer;
        return 'on';
      }
    }
  }

  #called(f: DeviceFunction, values: readonly Expr[]): Frame {
    const scalars = new Map<string, number>();
    f.parameters.forEach((p, i) => {
      scalars.set(p.name, convert(this.#value(values[i]!), p.type));
    });
    return { scalars, pointers: new Map() };
  }

  #pointer(name: string): Pointer {
    return this.#frame.pointers.get(name) ?? { base: name, offset: 0 };
  }

  #moved(pointer: Pointer, by: Expr): Pointer {
    return { base: pointer.base, offset: pointer.offset + 4 * this.#value(by) };
  }

  #address(place: Place): Pointer {
    const { base, offset } = this.#pointer(place.base);
    const [i, j] = place.index.map((e) => this.#value(e));
    if (j !== undefined) return { base, offset: 4 * (i! * this.#columns.get(place.base)! + j) };
    return { base, offset: offset + i! * STRIDES[place.view] + (place.view === 'pair.b' ? 4 : 0) };
  }

  #value(e: Expr): number {
    switch (e.kind) {
      case 'number':
        return e.value;
      case 'variable':
        return this.#frame.scalars.get(e.name)!;
      case 'builtin': {
        if (e.name === 'threadIdx') return this.#index.thread;
        if (e.name === 'blockIdx') return this.#index.block;
        return e.name === 'blockDim' ? this.#machine.block : this.#machine.grid;
      }
      case 'unary': {
        const x = this.#value(e.x);
        if (e.operator === '!') return x === 0 ? 1 : 0;
        if (e.operator === '~') return convert(~x, typeOf(e.x));
        return arithmetic('-', 0, x, typeOf(e.x));
      }
      case 'binary': {
        const type = typeOf(e);
        const x = convert(this.#value(e.x), type);
        const y = this.#value(e.y);
        return arithmetic(e.operator, x, e.operator === '<<' || e.operator === '>>' ? y : convert(y, type), type);
      }
      case 'compare': {
        const type = common(e.x, e.y);
        const x = convert(this.#value(e.x), type);
        const y = convert(this.#value(e.y), type);
        switch (e.operator) {
          case '<':
            return x < y ? 1 : 0;
          case '<=':
            return x <= y ? 1 : 0;
          case '>':
            return x > y ? 1 : 0;
          case '>=':
            return x >= y ? 1 : 0;
          case '==':
            return x === y ? 1 : 0;
          case '!=':
            return x !== y ? 1 : 0;
        }
        break;
      }
      case 'logic': {
        const x = this.#value(e.x) !== 0;
        const isDecided = e.operator === '&&' ? !x : x;
        return (isDecided ? x : this.#value(e.y) !== 0) ? 1 : 0;
      }
      case 'choose':
        return convert(this.#value(this.#value(e.condition) !== 0 ? e.x : e.y), typeOf(e));
      case 'cast':
        return convert(this.#value(e.x), e.type);
      case 'extreme': {
        const type = typeOf(e);
        const x = convert(this.#value(e.x), type);
        const y = convert(this.#value(e.y), type);
        return e.operator === 'min' ? Math.min(x, y) : Math.max(x, y);
      }
      case 'load': {
        const { base, offset } = this.#address(e.place);
        return this.#machine.read(base, offset, SIZES[e.place.view], this.#line, false);
      }
      case 'call': {
        const outer = this.#frame;
        const line = this.#line;
        const f = this.#functions.get(e.name)!;
        this.#frame = this.#called(f, e.arguments);
        if (!this.#block(f.body).next().done) throw new Error('a barrier in a function with a result');
        this.#frame = outer;
        this.#line = line;
        return convert(this.#result, 'int');
      }
    }
  }
}

function convert(value: number, type: Scalar): number {
  switch (type) {
    case 'int':
      return value | 0;
    case 'unsigned':
      return value >>> 0;
    case 'unsigned char':
      return value & 255;
    case 'signed char':
      return (value << 24) >> 24;
    case 'short':
      return (value << 16) >> 16;
  }
}

function arithmetic(operator: Arithmetic, x: number, y: number, type: Computed): number {
  const signed = type === 'int';
  const fit = (exact: number): number => {
    if (signed && (exact > 0x7fffffff || exact < -0x80000000)) throw new OutOfScope('signed overflow');
    // The checker assumes (and says so) that unsigned arithmetic on sizes does not grow beyond 32 bits.
    if (!signed && exact > 0xffffffff && x <= 0x7fffffff && y <= 0x7fffffff) throw new OutOfScope('too large');
    return exact;
  };
  switch (operator) {
    case '+':
      return convert(fit(x + y), type);
    case '-':
      return convert(fit(x - y), type);
    case '*':
      fit(x * y);
      return convert(Math.imul(x, y), type);
    case '/':
    case '%':
      if (y === 0) throw new OutOfScope('division by zero');
      return operator === '/' ? convert(fit(Math.trunc(x / y)), type) : convert(x % y, type);
    case '&':
      return convert(x & y, type);
    case '|':
      return convert(x | y, type);
    case '^':
      return convert(x ^ y, type);
    case '<<':
      if (y < 0 || y > 31 || (signed && x < 0)) throw new OutOfScope('shift');
      fit(x * 2 ** y);
      return convert(x << y, type);
    case '>>':
      if (y < 0 || y > 31) throw new OutOfScope('shift');
      return signed ? x >> y : x >>> y;
  }
}
