/**
 * Which PTX instruction means what. In: one inline assembly. Out: instructions of `Program` in its place. What is not in
 * the table is refused by its name, whether or not it looks as if it touched memory.
 */

import type { Instruction, Type } from '../../ir/program.ts';
import { voidType } from '../llvm/types.ts';
import { AssemblyRegisters } from './assembly-registers.ts';
import { isAsyncStore, storeLater } from './async-stores.ts';
import { barrier } from './barriers.ts';
import { BIT_RULES } from './bits.ts';
import { proxyFence } from './bulk-copies.ts';
import { mapAddress, rankOfAddress } from './clusters.ts';
import { convert, convertAddress, isInSpace, move } from './conversions.ts';
import { copy } from './copies.ts';
import { type FunctionDraft, PtxEmitter, type Translation } from './emitter.ts';
import { FLOAT_RULES } from './floats.ts';
import { INTEGER_RULES } from './integers.ts';
import { elect, fragments, loadRows, multiply, multiplyLater, storeRows } from './matrices.ts';
import { mbarrier } from './mbarriers.ts';
import { atomic, discard, fence, load, store } from './memory-accesses.ts';
import { excerpt, UnsupportedPtx } from './operands.ts';
import { notModelled, type PtxStatement, type PtxText } from './parse.ts';
import { selectByPredicate, selectBySign, setPredicate, setValue } from './predicates.ts';
import { pure } from './pure.ts';
import { readSurface, writeSurface } from './surfaces.ts';
import { tensorCore } from './tcgen05.ts';
import { fetch } from './textures.ts';
import { i1, i32, i64, ptxType } from './types.ts';
import { activeMask, match, reduceWarp, shuffle, sleep, vote } from './warps.ts';

const INSTRUCTIONS: ReadonlyMap<string, Translation> = new Map<string, Translation>([
  ['ld', load],
  ['ldu', load],
  ['st', (emitter, statement) => (isAsyncStore(statement) ? storeLater : store)(emitter, statement)],
  ['atom', atomic],
  ['red', (emitter, statement) => (isAsyncStore(statement) ? storeLater : atomic)(emitter, statement)],
  ['fence', (emitter, statement) => void (proxyFence(emitter, statement) || fence(emitter, statement))],
  ['membar', fence],
  ['discard', discard],
  ['cp', copy],
  ['tex', fetch],
  ['tld4', fetch],
  ['suld', readSurface],
  ['sust', writeSurface],
  ['mapa', mapAddress],
  ['getctarank', rankOfAddress],
  ['mbarrier', mbarrier],
  ['mma', multiply],
  ['movmatrix', multiply],
  ['wgmma', multiplyLater],
  ['tcgen05', tensorCore],
  ['wmma', fragments],
  ['ldmatrix', loadRows],
  ['stmatrix', storeRows],
  ['elect', elect],
  ['bar', barrier],
  ['barrier', barrier],
  ['shfl', shuffle],
  ['vote', vote],
  ['match', match],
  ['redux', reduceWarp],
  ['activemask', activeMask],
  ['nanosleep', sleep],
  ['mov', move],
  ['cvt', convert],
  ['cvta', convertAddress],
  ['isspacep', isInSpace],
  ['setp', setPredicate],
  ['set', setValue],
  ['selp', selectByPredicate],
  ['slct', selectBySign],
  ...BIT_RULES,
  ...[...INTEGER_RULES.keys(), ...FLOAT_RULES.keys()].map((name): [string, Translation] => [name, arithmetic(name)]),
  ...['dp4a', 'dp2a', 'bmsk', 'szext', 'fns'].map((name): [string, Translation] => [name, computed(i32)]),
  // Arithmetic of parts of a word.
  ...['vadd', 'vsub', 'vabsdiff', 'vmin', 'vmax', 'vshl', 'vshr', 'vmad', 'vset', 'vavrg'].flatMap((name) =>
    ['', '2', '4'].map((parts): [string, Translation] => [name + parts, computed(i32)]),
  ),
  ['testp', computed(i1)],
  // How a cache treats what is read.
  ['createpolicy', computed(i64)],
  // Hints to caches, numbers of registers, and the order of whole grids, which are checked one at a time.
  ...['prefetch', 'prefetchu', 'applypriority', 'griddepcontrol', 'pmevent', 'setmaxnreg'].map(
    (name): [string, Translation] => [name, () => {}],
  ),
  ['trap', (emitter) => void emitter.call('llvm.trap', [], voidType)],
  ['exit', (emitter) => void emitter.call('llvm.nvvm.exit', [], voidType)],
]);

/** Replaces `call` by what its assembly does. @throws UnsupportedPtx; the draft may then hold a part of it */
export function translatePtx(
  draft: FunctionDraft,
  block: number,
  call: Instruction & { op: 'call' },
  text: PtxText,
): PtxEmitter {
  const registers = new AssemblyRegisters(call, text);
  const emitter = new PtxEmitter(draft, block, call.location, registers);
  for (const statement of text.statements) {
    // The stack and the parameters of the function around are the compiler's, and not known to a text within.
    if (statement.words.slice(1).some((word) => /^(?:local|param)\b/.test(word))) throw notModelled(statement.opcode);
    emitter.guarded(statement, () => translateInstruction(emitter, statement));
  }
  registers.finish(emitter);
  return emitter;
}

/** Emits what one instruction does where its guard holds. @throws UnsupportedPtx */
export function translateInstruction(emitter: PtxEmitter, statement: PtxStatement): void {
  const translation = INSTRUCTIONS.get(statement.words[0]!);
  if (translation === undefined) throw notModelled(statement.opcode);
  try {
    translation(emitter, statement);
  } catch (error) {
    if (!(error instanceof UnsupportedPtx) || error.message.startsWith("'")) throw error;
    throw new UnsupportedPtx(`'${excerpt(statement.opcode)}' with ${error.message}`);
  }
}

/** By type: one name stands for the operation on integers and on floating-point numbers. */
function arithmetic(name: string): Translation {
  return (emitter, statement) => {
    const type = statement.words.at(-1) ?? '';
    const rules = /^b?f\d/.test(type) ? FLOAT_RULES : INTEGER_RULES;
    const rule = rules.get(name);
    if (rule === undefined) throw notModelled(statement.opcode);
    rule(emitter, statement);
  };
}

/** A value that is a function of the operands; only the type of the result is read off the name. */
function computed(type: Type | null): Translation {
  return (emitter, statement) => {
    const named = type ?? ptxType(statement.words.at(-1))?.type;
    if (named === undefined) throw notModelled(statement.opcode);
    pure(emitter, statement, named);
  };
}
