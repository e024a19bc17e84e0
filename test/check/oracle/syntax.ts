/** The little language of the generated kernels, and its text as CUDA. */

export type Scalar = 'int' | 'unsigned' | 'unsigned char' | 'signed char' | 'short';
/** What C computes in: narrower integers become `int` first. */
export type Computed = 'int' | 'unsigned';
export type Builtin = 'threadIdx' | 'blockIdx' | 'blockDim' | 'gridDim';
export type Arithmetic = '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '<<' | '>>';
export type Comparison = '<' | '<=' | '>' | '>=' | '==' | '!=';

export type Expr =
  | { readonly kind: 'number'; readonly type: Scalar; readonly value: number }
  /** A local variable or a parameter. */
  | { readonly kind: 'variable'; readonly type: Scalar; readonly name: string }
  | { readonly kind: 'builtin'; readonly name: Builtin }
  | { readonly kind: 'unary'; readonly operator: '-' | '~' | '!'; readonly x: Expr }
  | { readonly kind: 'binary'; readonly operator: Arithmetic; readonly x: Expr; readonly y: Expr }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly x: Expr; readonly y: Expr }
  | { readonly kind: 'logic'; readonly operator: '&&' | '||'; readonly x: Expr; readonly y: Expr }
  | { readonly kind: 'choose'; readonly condition: Expr; readonly x: Expr; readonly y: Expr }
  | { readonly kind: 'cast'; readonly type: Scalar; readonly x: Expr }
  | { readonly kind: 'extreme'; readonly operator: 'min' | 'max'; readonly x: Expr; readonly y: Expr }
  | { readonly kind: 'load'; readonly place: Place }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly Expr[] };

/**
 * How an array or pointer is seen. `pair` is one of the two fields of a struct, `quad` a whole `int4` (it can only be
 * copied).
 */
export type View = 'int' | 'char' | 'short' | 'pair.a' | 'pair.b' | 'quad';

export interface Place {
  /** An array, or a pointer variable. */
  readonly base: string;
  readonly view: View;
  /** One index, or two for a two-dimensional array seen as what it is. */
  readonly index: readonly Expr[];
}

export type Stmt =
  | { readonly kind: 'declare'; readonly type: Scalar; readonly name: string; readonly value: Expr }
  | { readonly kind: 'assign'; readonly name: string; readonly type: Scalar; readonly value: Expr }
  | { readonly kind: 'point'; readonly name: string; readonly array: string; readonly offset: Expr }
  | { readonly kind: 'advance'; readonly name: string; readonly offset: Expr }
  | { readonly kind: 'store'; readonly place: Place; readonly value: Expr }
  | { readonly kind: 'copy'; readonly to: Place; readonly from: Place }
  | { readonly kind: 'atomic'; readonly name: 'atomicAdd' | 'atomicExch'; readonly place: Place; readonly value: Expr }
  | {
      readonly kind: 'if';
      readonly condition: Expr;
      readonly body: readonly Stmt[];
      readonly otherwise: readonly Stmt[];
    }
  | {
      readonly kind: 'for';
      readonly type: Scalar;
      readonly name: string;
      readonly start: Expr;
      readonly condition: Expr;
      readonly step: Expr;
      readonly body: readonly Stmt[];
    }
  | { readonly kind: 'while'; readonly condition: Expr; readonly body: readonly Stmt[] }
  | { readonly kind: 'do'; readonly condition: Expr; readonly body: readonly Stmt[] }
  | { readonly kind: 'break' | 'continue' | 'barrier' | 'warp-barrier' }
  /** One of the block's numbered barriers; `arrive` does not wait. */
  | {
      readonly kind: 'named-barrier';
      readonly does: 'sync' | 'arrive';
      readonly number: number;
      readonly count: number;
    }
  /** The barrier of the thread's aligned tile, or of the first lanes of its warp. */
  | { readonly kind: 'group-barrier'; readonly group: 'tile' | 'lanes'; readonly size: number }
  | { readonly kind: 'return'; readonly value: Expr | null }
  | { readonly kind: 'call'; readonly name: string; readonly pointer: string; readonly arguments: readonly Expr[] };

export interface Parameter {
  readonly name: string;
  readonly type: Scalar;
}

/** A device function: of numbers with a result, or a procedure that writes through its pointer `q`. */
export interface DeviceFunction {
  readonly name: string;
  readonly hasPointer: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Stmt[];
}

export interface ArrayShape {
  readonly name: string;
  readonly space: 'global' | 'shared';
  /** Columns of a two-dimensional array, or 0. */
  readonly columns: number;
}

export interface KernelParameter extends Parameter {
  /** The values under which the kernel is launched. */
  readonly low: number;
  readonly high: number;
}

export interface Kernel {
  readonly name: string;
  readonly grid: number;
  readonly block: number;
  readonly arrays: readonly ArrayShape[];
  readonly parameters: readonly KernelParameter[];
  readonly functions: readonly DeviceFunction[];
  readonly body: readonly Stmt[];
}

/** Where statements (and conditions of `do` loops) stand in the printed text. */
export type Lines = ReadonlyMap<object, number>;

export function typeOf(e: Expr): Computed {
  switch (e.kind) {
    case 'number':
    case 'variable':
    case 'cast':
      return e.type === 'unsigned' ? 'unsigned' : 'int';
    case 'builtin':
      return 'unsigned';
    case 'unary':
      return e.operator === '!' ? 'int' : typeOf(e.x);
    case 'binary':
      return e.operator === '<<' || e.operator === '>>' ? typeOf(e.x) : common(e.x, e.y);
    case 'choose':
    case 'extreme':
      return common(e.x, e.y);
    default:
      return 'int';
  }
}

/** The type in which C computes with both. */
export function common(x: Expr, y: Expr): Computed {
  return typeOf(x) === 'unsigned' || typeOf(y) === 'unsigned' ? 'unsigned' : 'int';
}

/** Prints a kernel from line `first` on. */
export function printKernel(kernel: Kernel, first: number): { readonly text: string; readonly lines: Lines } {
  const printer = new Printer(kernel, first);
  return printer.print();
}

export function printExpr(e: Expr, kernel: Kernel): string {
  return new Printer(kernel, 1).expr(e);
}

class Printer {
  readonly #kernel: Kernel;
  readonly #lines = new Map<object, number>();
  readonly #text: string[] = [];
  readonly #first: number;
  #indent = 0;

  constructor(kernel: Kernel, first: number) {
    this.#kernel = kernel;
    this.#first = first;
  }

  print(): { text: string; lines: Lines } {
    const { name, arrays, parameters, functions, body } = this.#kernel;
    for (const f of functions) {
      const list = [...(f.hasPointer ? ['int *q'] : []), ...f.parameters.map((p) => `${p.type} ${p.name}`)];
      this.#line(`__device__ ${f.hasPointer ? 'void' : 'int'} ${f.name}_${name}(${list.join(', ')}) {`);
      this.#block(f.body);
      this.#line('}');
    }
    const list = [
      ...arrays.filter((a) => a.space === 'global').map((a) => `int *${a.name}`),
      ...parameters.map((p) => `${p.type} ${p.name}`),
    ];
    this.#line(`__global__ void ${name}(${list.join(', ')}) {`);
    this.#indent++;
    for (const a of arrays) {
      if (a.space !== 'shared') continue;
      this.#line(`__shared__ int ${a.name}${a.columns > 0 ? `[64][${a.columns}]` : '[256]'};`);
    }
    this.#indent--;
    this.#block(body);
    this.#line('}');
    return { text: `${this.#text.join('\n')}\n`, lines: this.#lines };
  }

  #line(text: string, owner: object | null = null): void {
    if (owner) this.#lines.set(owner, this.#first + this.#text.length);
    this.#text.push('  '.repeat(this.#indent) + text);
  }

  #block(body: readonly Stmt[]): void {
    this.#indent++;
    for (const s of body) this.#stmt(s);
    this.#indent--;
  }

  #stmt(s: Stmt): void {
    switch (s.kind) {
      case 'declare':
        this.#line(`${s.type} ${s.name} = ${this.expr(s.value)};`, s);
        break;
      case 'assign':
        this.#line(`${s.name} = ${this.expr(s.value)};`, s);
        break;
      case 'point':
        this.#line(`int *${s.name} = ${this.#decayed(s.array)} + ${this.expr(s.offset)};`, s);
        break;
      case 'advance':
        this.#line(`${s.name} += ${this.expr(s.offset)};`, s);
        break;
      case 'store':
        this.#line(`${this.place(s.place)} = ${this.expr(s.value)};`, s);
        break;
      case 'copy':
        this.#line(`${this.place(s.to)} = ${this.place(s.from)};`, s);
        break;
      case 'atomic':
        this.#line(`${s.name}(&${this.place(s.place)}, ${this.expr(s.value)});`, s);
        break;
      case 'if':
        this.#line(`if (${this.expr(s.condition)}) {`, s);
        this.#block(s.body);
        if (s.otherwise.length > 0) {
          this.#line('} else {');
          this.#block(s.otherwise);
        }
        this.#line('}');
        break;
      case 'for': {
        const start = `${s.type} ${s.name} = ${this.expr(s.start)}`;
        this.#line(`for (${start}; ${this.expr(s.condition)}; ${s.name} = ${this.expr(s.step)}) {`, s);
        this.#block(s.body);
        this.#line('}');
        break;
      }
      case 'while':
        this.#line(`while (${this.expr(s.condition)}) {`, s);
        this.#block(s.body);
        this.#line('}');
        break;
      case 'do':
        this.#line('do {', s);
        this.#block(s.body);
        this.#line(`} while (${this.expr(s.condition)});`, s.condition);
        break;
      case 'break':
      case 'continue':
        this.#line(`${s.kind};`, s);
        break;
      case 'barrier':
        this.#line('__syncthreads();', s);
        break;
      case 'warp-barrier':
        this.#line('__syncwarp();', s);
        break;
      case 'named-barrier':
        this.#line(`${s.does === 'sync' ? '__barrier_sync_count' : 'arriveAt'}(${s.number}, ${s.count});`, s);
        break;
      case 'group-barrier':
        this.#line(
          s.group === 'tile' ? `__gpurace_tile_sync(${s.size});` : `__syncwarp(${(1n << BigInt(s.size)) - 1n}u);`,
          s,
        );
        break;
      case 'return':
        this.#line(s.value ? `return ${this.expr(s.value)};` : 'return;', s);
        break;
      case 'call': {
        const list = [this.#decayed(s.pointer), ...s.arguments.map((a) => this.expr(a))];
        this.#line(`${s.name}_${this.#kernel.name}(${list.join(', ')});`, s);
        break;
      }
    }
  }

  #decayed(name: string): string {
    const array = this.#kernel.arrays.find((a) => a.name === name);
    return array && array.columns > 0 ? `&${name}[0][0]` : name;
  }

  place(p: Place): string {
    const index = p.index.map((i) => `[${this.expr(i)}]`).join('');
    const base = this.#decayed(p.base);
    switch (p.view) {
      case 'int':
        return p.index.length === 2 || base === p.base ? `${p.base}${index}` : `(${base})${index}`;
      case 'char':
        return `((char *)${base})${index}`;
      case 'short':
        return `((short *)${base})${index}`;
      case 'pair.a':
      case 'pair.b':
        return `((Pair *)${base})${index}${p.view.slice(4)}`;
      case 'quad':
        return `((int4 *)${base})${index}`;
    }
  }

  expr(e: Expr): string {
    switch (e.kind) {
      case 'number':
        return e.type === 'unsigned' ? `${e.value}u` : e.value < 0 ? `(${e.value})` : `${e.value}`;
      case 'variable':
        return e.name;
      case 'builtin':
        return `${e.name}.x`;
      case 'unary':
        return `(${e.operator}${this.expr(e.x)})`;
      case 'binary':
      case 'compare':
      case 'logic':
        return `(${this.expr(e.x)} ${e.operator} ${this.expr(e.y)})`;
      case 'choose':
        return `(${this.expr(e.condition)} ? ${this.expr(e.x)} : ${this.expr(e.y)})`;
      case 'cast':
        return `((${e.type})${this.expr(e.x)})`;
      case 'extreme': {
        // Both sides of one type: the overload is then the obvious one.
        const type = common(e.x, e.y);
        const side = (x: Expr) => (typeOf(x) === type ? this.expr(x) : `((${type})${this.expr(x)})`);
        return `${e.operator}(${side(e.x)}, ${side(e.y)})`;
      }
      case 'load':
        return this.place(e.place);
      case 'call':
        return `${e.name}_${this.#kernel.name}(${e.arguments.map((a) => this.expr(a)).join(', ')})`;
    }
  }
}

/** What every file of generated kernels begins with: one line. */
export const PRELUDE =
  'struct Pair { int a; int b; }; ' +
  'extern "C" __device__ void arriveAt(int, int) __asm__("llvm.nvvm.barrier.cta.arrive.count");\n';
