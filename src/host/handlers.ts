/**
 * Code that only an exception leads to. The reader gives calls their normal continuation only, so that handlers hang in the
 * air and are never executed: launches in them are launches all the same, and so are those that come when a handler has gone
 * on with the program, of which nothing holds that an exception could have come past.
 */
import type { Block, Program, ProgramFunction } from '../ir/program.ts';
import { successorsOf } from '../kernel/index.ts';

/** By which every handler begins (Itanium C++ ABI, "Exception handling"). */
const BEGIN_CATCH = '__cxa_begin_catch';

/**
 * What is called, or handed on by name, in handlers and behind them: in the function itself, and in its callers when a
 * handler lets it come to its end.
 */
export function namesBehindHandlers(program: Program): ReadonlySet<string> {
  const names = new Set<string>();
  const completed = new Set<string>();
  for (const fn of program.functions.values()) {
    const blocks = [...unreachedBlocks(fn), ...behindHandlers(fn)];
    for (const index of blocks) for (const name of namesIn(fn.blocks[index]!)) names.add(name);
  }
  const pending = completedByHandlers(program).map(({ name }) => name);
  for (const name of pending) completed.add(name);
  for (const name of pending) {
    for (const caller of program.functions.values()) {
      const behind = behindCalls(caller, name);
      if (behind === null) continue;
      for (const called of behind) names.add(called);
      if (completed.has(caller.name)) continue;
      completed.add(caller.name);
      pending.push(caller.name);
    }
  }
  return names;
}

/** The functions that come to their end although an exception was thrown in them. */
export function completedByHandlers(program: Program): ProgramFunction[] {
  return [...program.functions.values()].filter((fn) => {
    return [...behindHandlers(fn)].some((index) => fn.blocks[index]!.terminator.op === 'ret');
  });
}

/** The blocks of handlers that catch, and those that they lead to. What hangs in the air may also be code that is dead. */
function behindHandlers(fn: ProgramFunction): ReadonlySet<number> {
  const handlers = unreachedBlocks(fn).filter((index) => namesIn(fn.blocks[index]!).includes(BEGIN_CATCH));
  return reachedBlocks(fn, handlers);
}

function unreachedBlocks(fn: ProgramFunction): number[] {
  const reached = reachedBlocks(fn, fn.blocks.length > 0 ? [0] : []);
  return fn.blocks.flatMap((_, index) => (reached.has(index) ? [] : index));
}

/** What a function names behind its calls of another one; null when it does not call it. */
function behindCalls(fn: ProgramFunction, callee: string): string[] | null {
  const names: string[] = [];
  const behind: number[] = [];
  for (const block of fn.blocks) {
    const at = block.instructions.findIndex(
      (i) => i.op === 'call' && i.callee.kind === 'global' && i.callee.name === callee,
    );
    if (at < 0) continue;
    names.push(...namesIn({ ...block, instructions: block.instructions.slice(at + 1) }));
    behind.push(...successorsOf(block.terminator));
  }
  if (behind.length + names.length === 0) return null;
  for (const index of reachedBlocks(fn, behind)) names.push(...namesIn(fn.blocks[index]!));
  return names;
}

function namesIn({ instructions }: Block): string[] {
  return instructions.flatMap((i) => {
    const operands = i.op === 'call' ? [i.callee, ...i.arguments] : [];
    return operands.flatMap((operand) => (operand.kind === 'global' ? operand.name : []));
  });
}

function reachedBlocks(fn: ProgramFunction, from: readonly number[]): ReadonlySet<number> {
  const reached = new Set(from);
  for (const block of reached) for (const target of successorsOf(fn.blocks[block]!.terminator)) reached.add(target);
  return reached;
}
