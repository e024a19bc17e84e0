/** Instructions that compute a value from their operands, and of which no more needs to be known. */
import type { Operand, Type } from '../../ir/program.ts';
import type { PtxEmitter } from './emitter.ts';
import { notModelled, type PtxStatement } from './parse.ts';

const PURE = 'llvm.gpurace.ptx.';
/** The longest name of an instruction that computes something. */
const MAX_NAME = 60;

/** Writes a value of `type` that is a function of the operands, and of the instruction's name. */
export function pure(emitter: PtxEmitter, statement: PtxStatement, type: Type): void {
  const [to, ...sources] = statement.operands;
  if (statement.opcode.length > MAX_NAME || to === undefined) throw notModelled(statement.opcode);
  const args = sources.map((source): Operand => emitter.value(source));
  emitter.write(to, emitter.call(PURE + statement.opcode, args, type), false);
}
