/**
 * Z3 as the `Solver`. Everything is synchronous and runs on the thread that calls, which is a worker's.
 *
 * Each query gets a context of its own (0.6 ms): what a context saw before changes the order in which Z3 searches, and
 * with it the model and even the status within a budget; so the answer depends on the query alone, whichever worker it
 * lands on. The plain SMT core is used, not the tactics that Z3 would choose: those hold timeouts of their own in wall
 * time, on threads. `Z3_eval_smtlib2_string` is never called: it reads freed memory.
 */
import { createRequire } from 'node:module';
import type { Solver, SolverAnswer } from './solver.ts';

/** What Z3 is made from: Emscripten's script (a CommonJS file) and the compiled module. */
export interface Z3Program {
  readonly script: string;
  readonly module: WebAssembly.Module;
}

/** What we use of Emscripten's module object. Handles are addresses in its memory. */
interface Z3Module {
  HEAPU32: Uint32Array;
  UTF8ToString(address: number): string;
  _malloc(size: number): number;
  _free(address: number): void;
  _set_noop_error_handler(context: number): void;
  _Z3_global_param_set(name: number, value: number): void;
  _Z3_mk_config(): number;
  _Z3_del_config(config: number): void;
  _Z3_mk_context_rc(config: number): number;
  _Z3_del_context(context: number): void;
  _Z3_get_error_code(context: number): number;
  _Z3_get_error_msg(context: number, code: number): number;
  _Z3_mk_string_symbol(context: number, text: number): number;
  _Z3_mk_params(context: number): number;
  _Z3_params_inc_ref(context: number, params: number): void;
  _Z3_params_dec_ref(context: number, params: number): void;
  _Z3_params_set_uint(context: number, params: number, symbol: number, value: number): void;
  _Z3_mk_simple_solver(context: number): number;
  _Z3_solver_inc_ref(context: number, solver: number): void;
  _Z3_solver_dec_ref(context: number, solver: number): void;
  _Z3_solver_set_params(context: number, solver: number, params: number): void;
  _Z3_solver_from_string(context: number, solver: number, text: number): void;
  _Z3_solver_check(context: number, solver: number): number;
  _Z3_solver_get_reason_unknown(context: number, solver: number): number;
  _Z3_solver_get_model(context: number, solver: number): number;
  _Z3_model_inc_ref(context: number, model: number): void;
  _Z3_model_dec_ref(context: number, model: number): void;
  _Z3_model_get_num_consts(context: number, model: number): number;
  _Z3_model_get_const_decl(context: number, model: number, index: number): number;
  _Z3_model_get_const_interp(context: number, model: number, declaration: number): number;
  _Z3_get_decl_name(context: number, declaration: number): number;
  _Z3_get_symbol_string(context: number, symbol: number): number;
  _Z3_get_ast_kind(context: number, ast: number): number;
  _Z3_get_numeral_string(context: number, ast: number): number;
  _Z3_get_bool_value(context: number, ast: number): number;
}

type Initialise = (settings: object) => Promise<unknown>;

/** `Z3_NUMERAL_AST` */
const NUMERAL = 0;
const MAX_RLIMIT = 0xffff_ffff;

const GLOBAL_PARAMETERS = {
  /** MiB; the module's own bound is 2048. */
  memory_max_size: '1536',
  /** Cuts by Hermite normal forms work with numbers of any length and count for nothing: one query took minutes of its seconds. */
  'smt.arith.enable_hnf': 'false',
} as const;

/** Starts Z3. @throws Error when the program does not start. */
export function createZ3(program: Z3Program): Solver {
  const clock = new QueryClock();
  let z3: Z3Module | null = start(program, clock);
  return {
    check(script, symbols, budget, limitMs) {
      try {
        z3 ??= start(program, clock);
        clock.start(limitMs);
        return check(z3, script, symbols, budget);
      } catch (error) {
        // A trap or an abort leaves the program's memory in an unknown state: the next query starts it anew.
        z3 = null;
        if (error instanceof QueryTookTooLong) return { status: 'unknown', reason: 'the solver ran out of time' };
        return { status: 'unknown', reason: `the solver failed: ${error instanceof Error ? error.message : error}` };
      }
    },
  };
}

type Imports = Record<string, Record<string, (...values: never[]) => unknown>>;

class QueryTookTooLong extends Error {}

/** Calls of Z3's own functions by way of JavaScript between two looks at the clock. */
const CALLS_A_LOOK = 1024;

/**
 * Ends a query from within. Z3 has no thread to be stopped by, but it comes through JavaScript all the time: each call of
 * its own code that may throw goes by a function `invoke_…` of Emscripten's, which asks the module's table for what it calls,
 * millions of times a second. An error thrown there leaves Z3 for good.
 */
class QueryClock {
  #endsAt = Infinity;
  #calls = 0;

  start(limitMs: number): void {
    this.#endsAt = performance.now() + limitMs;
  }

  /**
   * Puts a look at the clock before the table's answers, and remembers them: the engine's own answer takes longer than most of
   * the calls that it is for. Nothing changes the table once Z3 runs.
   */
  watch(table: FunctionTable): void {
    // Filled from the start: an array with holes would be looked through like a dictionary.
    const known = new Array<unknown>(table.length).fill(null);
    const ask = table.get.bind(table);
    table.get = (index: number): unknown => {
      if (++this.#calls % CALLS_A_LOOK === 0 && performance.now() > this.#endsAt) throw new QueryTookTooLong();
      known[index] ??= ask(index);
      return known[index];
    };
  }
}

/** A `WebAssembly.Table`, as far as it is needed here. */
interface FunctionTable {
  readonly length: number;
  get: (index: number) => unknown;
}

function isTable(exported: unknown): exported is FunctionTable {
  return Object.prototype.toString.call(exported) === '[object WebAssembly.Table]';
}

function start(program: Z3Program, clock: QueryClock): Z3Module {
  const settings = {
    print() {},
    printErr() {},
    // Called, and has to answer, before the script's entry returns: so the whole start is synchronous.
    instantiateWasm(imports: Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => unknown) {
      const instance = new WebAssembly.Instance(program.module, imports);
      for (const table of Object.values(instance.exports)) if (isTable(table)) clock.watch(table);
      return done(instance, program.module);
    },
  };
  const require = createRequire(program.script);
  const initialise = require(program.script) as Initialise;
  // The promise is not needed: Emscripten fills the object that it was given.
  initialise(settings).catch(() => {});
  const z3 = settings as unknown as Z3Module;
  if (typeof z3._Z3_mk_config !== 'function') throw new Error('Z3 did not start');
  for (const [parameter, setting] of Object.entries(GLOBAL_PARAMETERS)) {
    withText(z3, parameter, (name) => withText(z3, setting, (value) => z3._Z3_global_param_set(name, value)));
  }
  return z3;
}

function check(z3: Z3Module, script: string, symbols: readonly string[], budget: number): SolverAnswer {
  const config = z3._Z3_mk_config();
  const context = z3._Z3_mk_context_rc(config);
  z3._Z3_del_config(config);
  z3._set_noop_error_handler(context);
  const solver = z3._Z3_mk_simple_solver(context);
  z3._Z3_solver_inc_ref(context, solver);
  let isUsable = true;
  try {
    setParameters(z3, context, solver, {
      rlimit: Math.min(Math.max(1, Math.floor(budget)), MAX_RLIMIT),
      random_seed: 0,
    });
    withText(z3, script, (text) => z3._Z3_solver_from_string(context, solver, text));
    const parseError = errorOf(z3, context);
    if (parseError !== null) return { status: 'unknown', reason: `the solver did not take the query: ${parseError}` };
    const answer = z3._Z3_solver_check(context, solver);
    const checkError = errorOf(z3, context);
    if (checkError !== null) return { status: 'unknown', reason: `the solver failed: ${checkError}` };
    if (answer === -1) return { status: 'unsat' };
    if (answer === 1) return readModel(z3, context, solver, symbols);
    return {
      status: 'unknown',
      reason: reasonText(z3.UTF8ToString(z3._Z3_solver_get_reason_unknown(context, solver))),
    };
  } catch (error) {
    // Whatever was thrown came from the middle of Z3: nothing of it can be called again, not even to clean up.
    isUsable = false;
    throw error;
  } finally {
    if (isUsable) {
      z3._Z3_solver_dec_ref(context, solver);
      z3._Z3_del_context(context);
    }
  }
}

function readModel(z3: Z3Module, context: number, solver: number, symbols: readonly string[]): SolverAnswer {
  const model = z3._Z3_solver_get_model(context, solver);
  z3._Z3_model_inc_ref(context, model);
  try {
    const wanted = new Map<string, string>(symbols.map((symbol) => [symbol.replace(/^\|(.*)\|$/s, '$1'), symbol]));
    // What the model does not name may have any value; zero is the one that Z3's own completion picks.
    const values = new Map<string, bigint>(symbols.map((symbol) => [symbol, 0n]));
    const count = z3._Z3_model_get_num_consts(context, model);
    for (let index = 0; index < count; index++) {
      const declaration = z3._Z3_model_get_const_decl(context, model, index);
      const name = z3.UTF8ToString(z3._Z3_get_symbol_string(context, z3._Z3_get_decl_name(context, declaration)));
      const symbol = wanted.get(name);
      const value = symbol === undefined ? 0 : z3._Z3_model_get_const_interp(context, model, declaration);
      if (symbol === undefined || value === 0) continue;
      const number = numberOf(z3, context, value);
      if (number === null) return { status: 'unknown', reason: `the solver's value of ${symbol} is not an integer` };
      values.set(symbol, number);
    }
    const error = errorOf(z3, context);
    if (error !== null) return { status: 'unknown', reason: `the solver's model cannot be read: ${error}` };
    return { status: 'sat', model: values };
  } finally {
    z3._Z3_model_dec_ref(context, model);
  }
}

function numberOf(z3: Z3Module, context: number, value: number): bigint | null {
  if (z3._Z3_get_ast_kind(context, value) === NUMERAL) {
    const text = z3.UTF8ToString(z3._Z3_get_numeral_string(context, value));
    return /^-?\d+$/.test(text) ? BigInt(text) : null;
  }
  const truth = z3._Z3_get_bool_value(context, value);
  return truth === 1 ? 1n : truth === -1 ? 0n : null;
}

function setParameters(z3: Z3Module, context: number, solver: number, values: Record<string, number>): void {
  const params = z3._Z3_mk_params(context);
  z3._Z3_params_inc_ref(context, params);
  for (const [name, value] of Object.entries(values)) {
    const symbol = withText(z3, name, (text) => z3._Z3_mk_string_symbol(context, text));
    z3._Z3_params_set_uint(context, params, symbol, value);
  }
  z3._Z3_solver_set_params(context, solver, params);
  z3._Z3_params_dec_ref(context, params);
}

function errorOf(z3: Z3Module, context: number): string | null {
  const code = z3._Z3_get_error_code(context);
  return code === 0 ? null : z3.UTF8ToString(z3._Z3_get_error_msg(context, code)).trim();
}

/** "canceled" is Z3's word for an exhausted `rlimit`. */
function reasonText(reason: string): string {
  return /cancel|resource/.test(reason) ? 'the solver ran out of its budget' : `the solver does not know: ${reason}`;
}

/** Lends a C string to a call. */
function withText<T>(z3: Z3Module, text: string, use: (address: number) => T): T {
  const bytes = Buffer.from(`${text.replaceAll('\0', '')}\0`);
  const address = z3._malloc(bytes.length);
  if (address === 0) throw new Error('out of memory');
  try {
    new Uint8Array(z3.HEAPU32.buffer).set(bytes, address);
    return use(address);
  } finally {
    z3._free(address);
  }
}
