/**
 * Shortens micro-operations without changing what happens in memory: unused computations go, copies of registers go, and
 * results are computed into the variable they are stored to. Memory accesses, synchronisation and errors stay as they are.
 */
import {
  isPure,
  isResult,
  isUse,
  type LoweredFunction,
  type MicroBlock,
  type MicroOperation,
} from './micro-operations.ts';
import { Op } from './opcodes.ts';

export function optimise(fn: LoweredFunction): void {
  forwardCopies(fn);
  removeUnused(fn);
  for (const block of fn.blocks) readVariables(fn, block, countUses(fn));
  removeUnused(fn);
  const uses = countUses(fn);
  for (const block of fn.blocks) writeVariables(fn, block, uses);
}

function countUses(fn: LoweredFunction): Int32Array {
  const uses = new Int32Array(fn.registerCount);
  for (const block of fn.blocks) {
    for (const operation of block.operations) forEachUse(operation, (register) => uses[register]!++);
  }
  return uses;
}

export function forEachUse(operation: MicroOperation, visit: (register: number, at: number) => void): void {
  const { kinds, values } = operation;
  for (let i = 0; i < kinds.length; i++) if (isUse(kinds[i]!)) visit(values[i]!, i);
}

export function forEachResult(operation: MicroOperation, visit: (register: number, at: number) => void): void {
  const { kinds, values } = operation;
  for (let i = 0; i < kinds.length; i++) if (isResult(kinds[i]!)) visit(values[i]!, i);
}

function isMove(operation: MicroOperation): boolean {
  return operation.op === Op.mov32 || operation.op === Op.mov64;
}

/** A copy of a register that is assigned once is that register. */
function forwardCopies(fn: LoweredFunction): void {
  const source = new Map<number, number>();
  for (const block of fn.blocks) {
    for (const operation of block.operations) {
      if (!isMove(operation)) continue;
      const [to, from] = operation.values as [number, number];
      if (!fn.variables.has(to) && !fn.variables.has(from)) source.set(to, from);
    }
  }
  if (source.size === 0) return;
  const origin = (register: number): number => {
    let current = register;
    for (let next = source.get(current); next !== undefined; next = source.get(current)) current = next;
    return current;
  };
  for (const block of fn.blocks) {
    for (const operation of block.operations) {
      forEachUse(operation, (register, at) => {
        operation.values[at] = origin(register);
      });
    }
  }
}

function removeUnused(fn: LoweredFunction): void {
  const uses = countUses(fn);
  // Backwards, so that what only an unused operation used goes in the same pass (within a block; phis keep the rest).
  for (let i = fn.blocks.length - 1; i >= 0; i--) {
    const { operations } = fn.blocks[i]!;
    let kept = operations.length;
    for (let at = operations.length - 1; at >= 0; at--) {
      const operation = operations[at]!;
      let needed = !isPure(operation);
      if (!needed) forEachResult(operation, (register) => (needed ||= uses[register]! > 0));
      if (needed) operations[--kept] = operation;
      else forEachUse(operation, (register) => uses[register]!--);
    }
    operations.splice(0, kept);
  }
}

/** Where `d = v` copies a variable and `v` stays as it is until the last use of `d`, the uses read `v` itself. */
function readVariables(fn: LoweredFunction, block: MicroBlock, uses: Int32Array): void {
  const { operations } = block;
  const usesHere = new Map<number, number>();
  const lastUse = new Map<number, number>();
  const assignments = new Map<number, number[]>();
  operations.forEach((operation, at) => {
    forEachUse(operation, (register) => {
      usesHere.set(register, (usesHere.get(register) ?? 0) + 1);
      lastUse.set(register, at);
    });
    forEachResult(operation, (register) => {
      if (!fn.variables.has(register)) return;
      const list = assignments.get(register);
      if (list === undefined) assignments.set(register, [at]);
      else list.push(at);
    });
  });
  const replaced = new Map<number, number>();
  for (let at = 0; at < operations.length; at++) {
    const operation = operations[at]!;
    forEachUse(operation, (register, i) => {
      const variable = replaced.get(register);
      if (variable !== undefined) operation.values[i] = variable;
    });
    if (!isMove(operation)) continue;
    const [to, from] = operation.values as [number, number];
    if (fn.variables.has(to) || !fn.variables.has(from)) continue;
    if (usesHere.get(to) !== uses[to]) continue;
    const next = assignments.get(from)?.find((position) => position > at);
    if (next !== undefined && next < lastUse.get(to)!) continue;
    replaced.set(to, from);
  }
  if (replaced.size === 0) return;
  let kept = 0;
  for (const operation of operations) {
    if (isMove(operation) && replaced.has(operation.values[0]!)) continue;
    operations[kept++] = operation;
  }
  operations.length = kept;
}

/** Where `v = s` stores a result that nobody else uses, it is computed into `v` at once. */
function writeVariables(fn: LoweredFunction, block: MicroBlock, uses: Int32Array): void {
  const { operations } = block;
  /** Where each register was last used or assigned, and where each single-use result came from. */
  const touched = new Map<number, number>();
  const origin = new Map<number, { at: number; index: number }>();
  const dropped = new Set<number>();
  operations.forEach((operation, at) => {
    if (isMove(operation)) {
      const [to, from] = operation.values as [number, number];
      const source = origin.get(from);
      if (fn.variables.has(to) && source !== undefined && uses[from] === 1 && (touched.get(to) ?? -1) <= source.at) {
        operations[source.at]!.values[source.index] = to;
        touched.set(to, at);
        dropped.add(at);
        return;
      }
    }
    forEachUse(operation, (register) => touched.set(register, at));
    forEachResult(operation, (register, index) => {
      touched.set(register, at);
      if (!fn.variables.has(register)) origin.set(register, { at, index });
    });
  });
  if (dropped.size > 0)
    block.operations.splice(0, operations.length, ...operations.filter((_, at) => !dropped.has(at)));
}
