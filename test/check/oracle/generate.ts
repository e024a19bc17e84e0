/**
 * Random small kernels. Purely random indices race nearly always, so the shapes that real kernels have (an element per
 * thread, a neighbour's element after a barrier, strided loops, reductions) are common, and noise is added to them.
 */
import { Random } from './random.ts';
import type {
  ArrayShape,
  Comparison,
  DeviceFunction,
  Expr,
  Kernel,
  KernelParameter,
  Parameter,
  Place,
  Scalar,
  Stmt,
  View,
} from './syntax.ts';
import { typeOf } from './syntax.ts';

interface Scope {
  /** Scalars in sight; what is uniform has one value in all threads of a block. */
  readonly variables: {
    readonly name: string;
    readonly type: Scalar;
    readonly uniform: boolean;
    readonly fixed: boolean;
  }[];
  readonly pointers: string[];
  /** True while all threads of the block come here together. */
  readonly uniform: boolean;
  readonly inLoop: boolean;
  readonly depth: number;
  /** No barriers, no early return: inside a function or a loop that must stay simple. */
  readonly plain: boolean;
}

export function generateKernel(seed: number, name: string): Kernel {
  return new Generator(new Random(seed)).kernel(name);
}

const number = (value: number, type: Scalar = 'int'): Expr => ({ kind: 'number', type, value });
const variable = (name: string, type: Scalar): Expr => ({ kind: 'variable', name, type });
const binary = (operator: (Expr & { kind: 'binary' })['operator'], x: Expr, y: Expr): Expr => ({
  kind: 'binary',
  operator,
  x,
  y,
});

class Generator {
  readonly #random: Random;
  #arrays: ArrayShape[] = [];
  #parameters: KernelParameter[] = [];
  #functions: DeviceFunction[] = [];
  #tid: Expr = { kind: 'builtin', name: 'threadIdx' };
  #gid: Expr = { kind: 'builtin', name: 'threadIdx' };
  #block = 4;
  /** Nearly every thread keeps to its own elements, and barriers stand anywhere. */
  #isCalm = false;
  #names = 0;
  #budget = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  kernel(name: string): Kernel {
    const r = this.#random;
    const isWarps = r.chance(0.02);
    const grid = r.chance(0.35) ? 2 : 1;
    const block = isWarps
      ? r.between(33, 34)
      : r.weighted([
          [1, 1],
          [3, 2],
          [3, 3],
          [6, 4],
        ] as const);
    this.#block = block;
    this.#isCalm = r.chance(0.2);
    this.#arrays = this.#makeArrays();
    this.#parameters = this.#makeParameters();
    this.#functions = [];
    if (r.chance(0.25)) this.#functions.push(this.#makeFunction('f', false));
    if (r.chance(0.2)) this.#functions.push(this.#makeFunction('g', true));
    const scope: Scope = {
      variables: this.#parameters.map((p) => ({ ...p, uniform: true, fixed: true })),
      pointers: [],
      uniform: true,
      inLoop: false,
      depth: 0,
      plain: false,
    };
    const body: Stmt[] = [];
    const tidType: Scalar = r.chance(0.75) ? 'int' : 'unsigned';
    const builtin = (n: 'threadIdx' | 'blockIdx' | 'blockDim'): Expr => ({ kind: 'builtin', name: n });
    body.push({ kind: 'declare', type: tidType, name: 'tid', value: builtin('threadIdx') });
    this.#tid = variable('tid', tidType);
    scope.variables.push({ name: 'tid', type: tidType, uniform: false, fixed: true });
    this.#gid = this.#tid;
    if (grid > 1 || r.chance(0.3)) {
      const type: Scalar = r.chance(0.75) ? 'int' : 'unsigned';
      const value = binary('+', binary('*', builtin('blockIdx'), builtin('blockDim')), builtin('threadIdx'));
      body.push({ kind: 'declare', type, name: 'gid', value });
      this.#gid = variable('gid', type);
      scope.variables.push({ name: 'gid', type, uniform: false, fixed: true });
    }
    this.#budget = isWarps ? r.between(2, 4) : r.between(2, 8);
    body.push(...this.#stmts(scope, this.#budget));
    const { arrays, parameters, functions } = this;
    return { name, grid, block, arrays, parameters, functions, body };
  }

  get arrays(): ArrayShape[] {
    return this.#arrays;
  }

  get parameters(): KernelParameter[] {
    return this.#parameters;
  }

  get functions(): DeviceFunction[] {
    return this.#functions;
  }

  #makeArrays(): ArrayShape[] {
    const r = this.#random;
    const arrays: ArrayShape[] = [{ name: 'A', space: 'global', columns: 0 }];
    if (r.chance(0.5)) arrays.push({ name: 'B', space: 'global', columns: 0 });
    if (r.chance(0.6)) arrays.push({ name: 's', space: 'shared', columns: 0 });
    if (r.chance(0.3)) arrays.push({ name: 't', space: 'shared', columns: r.pick([3, 4, 5]) });
    return arrays;
  }

  #makeParameters(): KernelParameter[] {
    const r = this.#random;
    const parameters: KernelParameter[] = [];
    const one = (name: string, type: Scalar): KernelParameter => {
      const low = type === 'int' ? r.pick([0, 0, 1, 1, -2, 2]) : r.pick([0, 0, 1, 2]);
      return { name, type, low, high: low + r.pick([0, 1, 2, 3, 4]) };
    };
    if (r.chance(0.6)) parameters.push(one('n', 'int'));
    if (r.chance(0.25)) parameters.push(one('m', 'int'));
    if (r.chance(0.25)) parameters.push(one('u', 'unsigned'));
    return parameters;
  }

  #fresh(prefix: string): string {
    return `${prefix}${this.#names++}`;
  }

  /** `f` computes a number, with an early return; `g` stores through its pointer. */
  #makeFunction(name: string, hasPointer: boolean): DeviceFunction {
    const r = this.#random;
    const parameters: Parameter[] = [
      { name: 'a', type: 'int' },
      { name: 'b', type: r.chance(0.8) ? 'int' : 'unsigned' },
    ];
    const scope: Scope = {
      variables: parameters.map((p) => ({ ...p, uniform: false, fixed: true })),
      pointers: hasPointer ? ['q'] : [],
      uniform: false,
      inLoop: false,
      depth: 2,
      plain: true,
    };
    const condition = () => this.#condition(scope);
    const body: Stmt[] = [];
    if (hasPointer) {
      const place: Place = { base: 'q', view: 'int', index: [variable('a', 'int')] };
      const store: Stmt = { kind: 'store', place, value: this.#simple(scope) };
      if (r.chance(0.3))
        body.push({ kind: 'if', condition: condition(), body: [{ kind: 'return', value: null }], otherwise: [] });
      if (r.chance(0.3)) body.push({ kind: 'advance', name: 'q', offset: number(r.between(0, 4)) });
      body.push(r.chance(0.5) ? { kind: 'if', condition: condition(), body: [store], otherwise: [] } : store);
      return { name, hasPointer, parameters, body };
    }
    if (r.chance(0.6)) {
      const early: Stmt = { kind: 'return', value: this.#simple(scope) };
      body.push({ kind: 'if', condition: condition(), body: [early], otherwise: [] });
    }
    if (r.chance(0.25)) {
      const i = this.#fresh('i');
      const early: Stmt = { kind: 'return', value: variable(i, 'int') };
      body.push({
        kind: 'for',
        type: 'int',
        name: i,
        start: number(0),
        condition: { kind: 'compare', operator: '<', x: variable(i, 'int'), y: number(r.between(1, 4)) },
        step: binary('+', variable(i, 'int'), number(1)),
        body: [
          {
            kind: 'if',
            condition: this.#compare(variable(i, 'int'), variable('a', 'int')),
            body: [early],
            otherwise: [],
          },
        ],
      });
    }
    body.push({ kind: 'return', value: this.#expr(scope, 2) });
    return { name, hasPointer, parameters, body };
  }

  // ---- statements ------------------------------------------------------------------------------------------------

  #stmts(outer: Scope, count: number): Stmt[] {
    const scope = { ...outer, variables: [...outer.variables], pointers: [...outer.pointers] };
    const list: Stmt[] = [];
    for (let i = 0; i < count && this.#budget > -6; i++) {
      this.#budget--;
      list.push(...this.#stmt(scope));
    }
    return list;
  }

  #stmt(scope: Scope): Stmt[] {
    const r = this.#random;
    const isDeep = scope.depth >= 3;
    const canSync = !scope.plain && (scope.uniform || r.chance(this.#isCalm ? 0.5 : 0.05));
    const make = r.weighted<() => Stmt[]>([
      [30, () => [this.#store(scope)]],
      [canSync && scope.uniform ? 5 : 0, () => [this.#partialBarrier(scope)]],
      [canSync ? 14 : 0, () => [{ kind: r.chance(0.93) ? 'barrier' : 'warp-barrier' }]],
      [9, () => [this.#declare(scope)]],
      [6, () => this.#assign(scope)],
      [isDeep ? 0 : 14, () => [this.#if(scope)]],
      [isDeep ? 0 : 12, () => this.#loop(scope)],
      [5, () => [this.#atomic(scope)]],
      [3, () => [this.#point(scope)]],
      [scope.pointers.length > 0 ? 3 : 0, () => [this.#advance(scope)]],
      [2, () => [this.#copy()]],
      [this.#functions.some((f) => f.hasPointer) ? 6 : 0, () => [this.#call(scope)]],
      [scope.inLoop ? 5 : 0, () => [this.#leave(scope)]],
      [scope.plain || scope.depth > 1 ? 0 : 3, () => [this.#return(scope)]],
    ]);
    return make();
  }

  /** A barrier that need not join all threads, between the statements of those that it joins. */
  #partialBarrier(scope: Scope): Stmt {
    const r = this.#random;
    const block = this.#block;
    const inner = { ...scope, depth: scope.depth + 1, uniform: false };
    const around = (...barriers: Stmt[]) => [...this.#stmts(inner, 1), ...barriers, ...this.#stmts(inner, 1)];
    const named = (number: number, count: number, does: 'sync' | 'arrive' = 'sync'): Stmt => {
      // Now and then the count is wrong.
      return { kind: 'named-barrier', does, number, count: r.chance(0.05) ? count + 1 : count };
    };
    const some = r.between(1, Math.max(1, block - 1));
    const isSome: Expr = { kind: 'compare', operator: '<', x: this.#tid, y: number(some) };
    const split = (body: Stmt[], otherwise: Stmt[]): Stmt => ({ kind: 'if', condition: isSome, body, otherwise });
    return r.weighted<() => Stmt>([
      [3, () => named(1, block)],
      [3, () => split(around(named(2, some)), [])],
      [2, () => split(around(named(3, some)), around(named(4, block - some)))],
      [4, () => split(around(named(1, block)), around(named(1, block)))],
      [3, () => split(around(named(5, block, 'arrive')), around(named(5, block)))],
      [
        3,
        () =>
          split(
            [named(6, block), ...around(named(7, block, 'arrive'))],
            [named(6, block, 'arrive'), ...around(named(7, block))],
          ),
      ],
      [3, () => ({ kind: 'group-barrier', group: 'tile', size: 2 })],
      [
        2,
        () => ({
          kind: 'if',
          condition: { kind: 'compare', operator: '<', x: this.#tid, y: number(2) },
          body: around({ kind: 'group-barrier', group: 'lanes', size: 2 }),
          otherwise: [],
        }),
      ],
    ])();
  }

  #store(scope: Scope): Stmt {
    return { kind: 'store', place: this.#place(scope), value: this.#stored(scope) };
  }

  #atomic(scope: Scope): Stmt {
    const place: Place = { base: this.#array(), view: 'int', index: [this.#index(scope)] };
    const name = this.#random.pick(['atomicAdd', 'atomicExch'] as const);
    return { kind: 'atomic', name, place: this.#flat(place), value: this.#simple(scope) };
  }

  #declare(scope: Scope): Stmt {
    const r = this.#random;
    const uniform = r.chance(0.25);
    const type = r.weighted<Scalar>([
      [14, 'int'],
      [5, 'unsigned'],
      [1, 'unsigned char'],
      [1, 'signed char'],
      [1, 'short'],
    ]);
    const value = uniform ? this.#uniform(scope) : r.chance(0.35) ? this.#load(scope) : this.#expr(scope, 2);
    const name = this.#fresh('x');
    scope.variables.push({ name, type, uniform, fixed: false });
    return { kind: 'declare', type, name, value };
  }

  #assign(scope: Scope): Stmt[] {
    const r = this.#random;
    const open = scope.variables.filter((v) => !v.fixed);
    if (open.length === 0) return [this.#declare(scope)];
    const { name, type, uniform } = r.pick(open);
    // What is uniform changes only in uniform ways, or barriers behind it would nearly always diverge.
    if (uniform && !scope.uniform) return [this.#store(scope)];
    const x = variable(name, type);
    const operand = uniform ? this.#uniform(scope) : this.#simple(scope);
    const value = r.chance(0.7) ? binary(r.pick(['+', '+', '-', '*', '^', '>>'] as const), x, operand) : operand;
    return [{ kind: 'assign', name, type, value }];
  }

  #if(scope: Scope): Stmt {
    const r = this.#random;
    const isUniform = r.chance(0.35);
    const condition = isUniform ? this.#compare(this.#uniform(scope), this.#uniform(scope)) : this.#condition(scope);
    const inner = { ...scope, depth: scope.depth + 1, uniform: scope.uniform && isUniform };
    const body = this.#stmts(inner, r.between(1, 2));
    const otherwise = r.chance(0.3) ? this.#stmts(inner, 1) : [];
    return { kind: 'if', condition, body, otherwise };
  }

  #leave(scope: Scope): Stmt {
    const r = this.#random;
    const condition = r.chance(0.5)
      ? this.#compare(this.#uniform(scope), this.#uniform(scope))
      : this.#condition(scope);
    const kind = r.chance(0.5) ? 'break' : 'continue';
    return { kind: 'if', condition, body: [{ kind }], otherwise: [] };
  }

  #return(scope: Scope): Stmt {
    return { kind: 'if', condition: this.#condition(scope), body: [{ kind: 'return', value: null }], otherwise: [] };
  }

  #point(scope: Scope): Stmt {
    const name = this.#fresh('p');
    const offset = this.#random.chance(0.5) ? this.#index(scope) : this.#uniform(scope);
    scope.pointers.push(name);
    return { kind: 'point', name, array: this.#array(), offset };
  }

  #advance(scope: Scope): Stmt {
    const offset = this.#random.chance(0.7) ? number(this.#random.between(1, 4)) : this.#simple(scope);
    return { kind: 'advance', name: this.#random.pick(scope.pointers), offset };
  }

  #copy(): Stmt {
    const side = (): Place => {
      const index = this.#random.chance(0.7) ? this.#tid : binary('+', this.#tid, number(1));
      return { base: this.#array(), view: 'quad', index: [index] };
    };
    return { kind: 'copy', to: side(), from: side() };
  }

  #call(scope: Scope): Stmt {
    const f = this.#functions.find((x) => x.hasPointer)!;
    const pointer =
      scope.pointers.length > 0 && this.#random.chance(0.4) ? this.#random.pick(scope.pointers) : this.#array();
    return { kind: 'call', name: f.name, pointer, arguments: [this.#index(scope), this.#simple(scope)] };
  }

  // ---- loops -----------------------------------------------------------------------------------------------------

  #loop(scope: Scope): Stmt[] {
    const r = this.#random;
    const i = this.#fresh('i');
    const type: Scalar = r.chance(0.8) ? 'int' : 'unsigned';
    const x = variable(i, type);
    const uniformBound = () => (r.chance(0.5) ? number(r.between(1, 4)) : this.#uniform(scope));
    const less = (operator: Comparison, bound: Expr): Expr => ({ kind: 'compare', operator, x, y: bound });
    const blockDim: Expr = { kind: 'builtin', name: 'blockDim' };
    const body = (uniform: boolean, isFixed = true) => {
      const inner: Scope = {
        ...scope,
        variables: [...scope.variables, { name: i, type, uniform, fixed: isFixed }],
        inLoop: true,
        depth: scope.depth + 1,
        uniform: scope.uniform && uniform,
      };
      return this.#stmts(inner, r.between(1, 3));
    };
    const counted = (start: Expr, condition: Expr, step: Expr, uniform: boolean): Stmt[] => [
      { kind: 'for', type, name: i, start, condition, step, body: body(uniform) },
    ];
    const shape = r.weighted<() => Stmt[]>([
      [5, () => counted(number(0), less('<', uniformBound()), binary('+', x, number(1)), true)],
      [
        2,
        () =>
          counted(
            this.#uniform(scope),
            less(r.pick(['<', '<=', '!='] as const), number(r.between(2, 5))),
            binary('+', x, number(r.between(1, 2))),
            true,
          ),
      ],
      [
        3,
        () =>
          counted(
            this.#tid,
            less('<', r.chance(0.6) ? number(r.between(3, 9)) : this.#uniform(scope)),
            binary('+', x, blockDim),
            false,
          ),
      ],
      [1, () => counted(this.#tid, less('<', number(r.between(2, 6))), binary('+', x, number(r.between(1, 3))), false)],
      [
        3,
        () =>
          counted(
            r.chance(0.5) ? binary('/', blockDim, number(2)) : number(r.pick([2, 4, 5])),
            less('>', number(0)),
            binary('>>', x, number(1)),
            true,
          ),
      ],
      [
        2,
        () =>
          counted(
            number(1),
            less('<', r.chance(0.5) ? blockDim : number(r.between(2, 9))),
            binary('*', x, number(2)),
            true,
          ),
      ],
      [
        2,
        () =>
          counted(
            uniformBound(),
            less(r.pick(['>', '>='] as const), number(type === 'int' ? r.between(-1, 1) : 1)),
            binary('-', x, number(1)),
            true,
          ),
      ],
      [1, () => counted(number(0), less('<', this.#tid), binary('+', x, number(1)), false)],
      // A stride that is halved within one that is doubled, and partners at that distance: bitonic sort, transforms.
      [
        2,
        () => {
          const j = this.#fresh('i');
          const y = variable(j, type);
          const inner: Stmt = {
            kind: 'for',
            type,
            name: j,
            start: binary('>>', x, number(1)),
            condition: { kind: 'compare', operator: '>', x: y, y: number(0) },
            step: binary('>>', y, number(1)),
            body: [
              ...this.#stmts(
                {
                  ...scope,
                  variables: [...scope.variables, { name: j, type, uniform: true, fixed: true }],
                  inLoop: true,
                  depth: scope.depth + 2,
                },
                1,
              ),
              {
                kind: 'store',
                place: this.#flat({ base: this.#array(), view: 'int', index: [binary('^', this.#tid, y)] }),
                value: this.#simple(scope),
              },
              ...(scope.uniform && r.chance(0.7) ? [{ kind: 'barrier' } as const] : []),
            ],
          };
          const bound = r.chance(0.5) ? number(r.pick([2, 4])) : this.#uniform(scope);
          const step = binary('*', x, number(2));
          const condition = less('<=', bound);
          return [{ kind: 'for', type, name: i, start: number(2), condition, step, body: [inner] }];
        },
      ],
      [2, () => this.#whileLoop(i, type, body, r.chance(0.5))],
    ]);
    return shape();
  }

  /** The variable moves first, so that `continue` does not stand still. */
  #whileLoop(i: string, type: Scalar, body: (uniform: boolean, isFixed?: boolean) => Stmt[], uniform: boolean): Stmt[] {
    const r = this.#random;
    const x = variable(i, type);
    const start: Expr = uniform ? number(r.between(0, 2)) : this.#tid;
    const condition: Expr = { kind: 'compare', operator: '<', x, y: number(r.between(2, 6)) };
    const step: Stmt = { kind: 'assign', name: i, type, value: binary('+', x, number(r.between(1, 3))) };
    const isDo = r.chance(0.4);
    return [
      { kind: 'declare', type, name: i, value: start },
      { kind: isDo ? 'do' : 'while', condition, body: [step, ...body(uniform)] },
    ];
  }

  // ---- places ----------------------------------------------------------------------------------------------------

  #array(): string {
    return this.#random.pick(this.#arrays).name;
  }

  #columns(base: string): number {
    return this.#arrays.find((a) => a.name === base)?.columns ?? 0;
  }

  /** A two-dimensional array seen as one row. */
  #flat(place: Place): Place {
    if (this.#columns(place.base) === 0 || place.index.length === 2) return place;
    const [i] = place.index;
    const columns = number(this.#columns(place.base));
    return { ...place, index: [binary('/', i!, columns), binary('%', i!, columns)] };
  }

  #place(scope: Scope): Place {
    const r = this.#random;
    if (scope.plain || (scope.pointers.length > 0 && r.chance(0.35))) {
      const index = r.chance(0.4) ? number(r.between(0, 2)) : this.#index(scope);
      return { base: r.pick(scope.pointers), view: 'int', index: [index] };
    }
    const base = this.#array();
    if (this.#columns(base) > 0) {
      const [i, j] = r.chance(0.5)
        ? [this.#index(scope), this.#column(scope)]
        : [this.#column(scope), this.#index(scope)];
      return { base, view: 'int', index: [i, j] };
    }
    const view = r.weighted<View>([
      [88, 'int'],
      [5, 'char'],
      [3, 'short'],
      [2, 'pair.a'],
      [2, 'pair.b'],
    ]);
    return { base, view, index: [this.#index(scope)] };
  }

  #column(scope: Scope): Expr {
    return this.#random.chance(0.6) ? number(this.#random.between(0, 2)) : this.#uniform(scope);
  }

  #load(scope: Scope): Expr {
    if (scope.plain) return this.#simple(scope);
    return { kind: 'load', place: this.#place(scope) };
  }

  /** Where to: mostly one place per thread. */
  #index(scope: Scope): Expr {
    const r = this.#random;
    if (scope.plain) return this.#expr(scope, 1);
    const own = r.chance(0.6) && !this.#isCalm ? this.#tid : this.#gid;
    if (this.#isCalm && r.chance(0.9)) return own;
    const small = () => number(r.between(1, 4));
    const loopVariables = scope.variables.filter((v) => v.name.startsWith('i'));
    const inner = (): Expr => {
      const v = r.pick(loopVariables);
      return variable(v.name, v.type);
    };
    return r.weighted<() => Expr>([
      [26, () => own],
      [8, () => binary('+', own, small())],
      [4, () => binary('-', own, small())],
      [4, () => binary('+', binary('*', own, small()), number(r.between(0, 3)))],
      [4, () => binary('^', own, number(r.between(1, 3)))],
      [3, () => binary('-', number(this.#block - 1), own)],
      [3, () => binary(r.pick(['/', '%', '&', '>>', '<<', '|'] as const), own, number(r.between(1, 3)))],
      [3, () => binary('%', binary('+', own, small()), number(r.between(2, 5)))],
      [2, () => ({ kind: 'extreme', operator: r.pick(['min', 'max'] as const), x: own, y: small() })],
      [3, () => ({ kind: 'choose', condition: this.#condition(scope), x: own, y: this.#simple(scope) })],
      [4, () => binary('+', own, this.#uniform(scope))],
      [2, () => binary('*', own, this.#uniform(scope))],
      [loopVariables.length > 0 ? 8 : 0, () => inner()],
      [loopVariables.length > 0 ? 8 : 0, () => binary('+', inner(), own)],
      [loopVariables.length > 0 ? 5 : 0, () => binary('+', own, binary('*', inner(), number(this.#block)))],
      [loopVariables.length > 0 ? 3 : 0, () => binary(r.pick(['^', '-', '*'] as const), own, inner())],
      [5, () => this.#expr(scope, 2)],
      [3, () => this.#load(scope)],
    ])();
  }

  // ---- values ----------------------------------------------------------------------------------------------------

  #stored(scope: Scope): Expr {
    const r = this.#random;
    return r.chance(0.3) ? this.#load(scope) : r.chance(0.5) ? this.#simple(scope) : this.#expr(scope, 2);
  }

  /** A variable, a small number, a builtin. */
  #simple(scope: Scope): Expr {
    const r = this.#random;
    if (scope.variables.length > 0 && r.chance(0.65)) {
      const v = r.pick(scope.variables);
      return variable(v.name, v.type);
    }
    if (r.chance(0.1))
      return { kind: 'builtin', name: r.pick(['threadIdx', 'blockIdx', 'blockDim', 'gridDim'] as const) };
    return number(r.between(0, 5), r.chance(0.85) ? 'int' : 'unsigned');
  }

  #uniform(scope: Scope): Expr {
    const r = this.#random;
    const known = scope.variables.filter((v) => v.uniform);
    const one = (): Expr => {
      if (known.length > 0 && r.chance(0.7)) {
        const v = r.pick(known);
        return variable(v.name, v.type);
      }
      if (r.chance(0.2)) return { kind: 'builtin', name: r.pick(['blockIdx', 'blockDim', 'gridDim'] as const) };
      return number(r.between(0, 4), r.chance(0.9) ? 'int' : 'unsigned');
    };
    return r.chance(0.75) ? one() : binary(r.pick(['+', '-', '*', '%', '>>', '&'] as const), one(), one());
  }

  #condition(scope: Scope): Expr {
    const r = this.#random;
    const one = (): Expr => {
      const x = r.chance(0.5) && !scope.plain ? this.#tid : r.chance(0.15) ? this.#load(scope) : this.#expr(scope, 1);
      return this.#compare(x, r.chance(0.6) ? number(r.between(0, 4)) : this.#simple(scope));
    };
    return r.weighted<() => Expr>([
      [8, one],
      [2, () => ({ kind: 'logic', operator: '&&', x: one(), y: one() })],
      [2, () => ({ kind: 'logic', operator: '||', x: one(), y: one() })],
      [1, () => ({ kind: 'unary', operator: '!', x: one() })],
      [1, () => binary('&', this.#simple(scope), number(1))],
    ])();
  }

  #compare(x: Expr, y: Expr): Expr {
    return {
      kind: 'compare',
      operator: this.#random.pick(['<', '<', '<=', '>', '>=', '==', '==', '!='] as const),
      x,
      y,
    };
  }

  #expr(scope: Scope, depth: number): Expr {
    const r = this.#random;
    if (depth === 0) return this.#simple(scope);
    const sub = () => this.#expr(scope, r.between(0, depth - 1));
    const f = this.#functions.find((x) => !x.hasPointer);
    return r.weighted<() => Expr>([
      [4, () => this.#simple(scope)],
      [10, () => binary(r.pick(['+', '+', '-', '-', '*'] as const), sub(), sub())],
      [3, () => binary(r.pick(['/', '%'] as const), sub(), r.chance(0.75) ? number(r.pick([1, 2, 3, 4, -2])) : sub())],
      [3, () => binary(r.pick(['&', '|', '^'] as const), sub(), sub())],
      [2, () => binary(r.pick(['<<', '>>'] as const), sub(), r.chance(0.8) ? number(r.between(0, 3)) : sub())],
      [2, () => ({ kind: 'extreme', operator: r.pick(['min', 'max'] as const), x: sub(), y: sub() })],
      [2, () => ({ kind: 'choose', condition: this.#compare(sub(), sub()), x: sub(), y: sub() })],
      [1, () => this.#compare(sub(), sub())],
      [1, () => ({ kind: 'unary', operator: r.pick(['-', '~'] as const), x: sub() })],
      [
        1,
        () => {
          const x = sub();
          const other: Scalar = typeOf(x) === 'int' ? 'unsigned' : 'int';
          return {
            kind: 'cast',
            type: r.chance(0.6) ? other : r.pick(['unsigned char', 'signed char', 'short'] as const),
            x,
          };
        },
      ],
      [f ? 2 : 0, () => ({ kind: 'call', name: 'f', arguments: [sub(), sub()] })],
      [1, () => this.#load(scope)],
    ])();
  }
}
