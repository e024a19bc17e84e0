/**
 * Which PTX instruction means what. In: one inline assembly. Out: instructions of `Program` in its place. What is not in
 * the table is refused by its name, whether or not it looks as if it touched memory.
 */
import { voidType } from '../llvm/types.ts';
import type { Instruction } from '../program.ts';
import { type FunctionDraft, PtxEmitter, ptxType } from './emitter.ts';
import { atomic, discard, fence, load, store } from './memory.ts';
import { excerpt, notModelled, PtxRefusal, type PtxStatement, type PtxText } from './parse.ts';
import { activeMask, barrier, match, reduceWarp, shuffle, sleep, vote } from './synchronisation.ts';

type Translation = (emitter: PtxEmitter, statement: PtxStatement) => void;

const INSTRUCTIONS: ReadonlyMap<string, Translation> = new Map<string, Translation>([
  ['ld', load],
  ['ldu', load],
  ['st', store],
  ['atom', atomic],
  ['red', atomic],
  ['fence', fence],
  ['membar', fence],
  ['discard', discard],
  ['bar', barrier],
  ['barrier', barrier],
  ['shfl', shuffle],
  ['vote', vote],
  ['match', match],
  ['redux', reduceWarp],
  ['activemask', activeMask],
  ['nanosleep', sleep],
  ['mov', move],
  // Hints to caches, and the order of whole grids, which are checked one at a time.
  ...['prefetch', 'prefetchu', 'applypriority', 'griddepcontrol', 'pmevent'].map((name): [string, Translation] => [
    name,
    () => {},
  ]),
  ['trap', (emitter) => void emitter.call('llvm.trap', [], voidType)],
  ['exit', (emitter) => void emitter.call('llvm.nvvm.exit', [], voidType)],
]);

/** Replaces `call` by what its assembly does. @throws PtxRefusal; the draft may then hold a part of it */
export function translatePtx(
  draft: FunctionDraft,
  block: number,
  call: Instruction & { op: 'call' },
  text: PtxText,
): PtxEmitter {
  const emitter = new PtxEmitter(draft, block, call, text);
  for (const statement of text.statements) {
    const translation = INSTRUCTIONS.get(statement.words[0]!);
    if (translation === undefined) throw notModelled(statement.opcode);
    try {
      emitter.guarded(statement, () => translation(emitter, statement));
    } catch (error) {
      if (!(error instanceof PtxRefusal) || error.message.startsWith("'")) throw error;
      throw new PtxRefusal(`'${excerpt(statement.opcode)}' with ${error.message}`);
    }
  }
  emitter.finish();
  return emitter;
}

/** `mov.u32 d, a`; of a wide number to or from its parts too. */
function move(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const type = ptxType(words[1])?.type;
  if (type === undefined || words.length !== 2 || operands.length !== 2) {
    throw notModelled(opcode);
  }
  const source = operands[1]!;
  const kept = source.kind === 'placeholder' || source.kind === 'register' ? emitter.value(source) : null;
  // An address stays a pointer on its way through registers.
  const value = kept?.type.kind === 'pointer' && words[1]!.endsWith('64') ? kept : emitter.read(source, type);
  emitter.write(operands[0], value, false);
}
