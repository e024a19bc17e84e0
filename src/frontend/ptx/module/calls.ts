/** Calls: what is put into parameters before, the call, and what it gives. */
import { effectOf } from '../../../intrinsics/index.ts';
import type { Operand, Type } from '../../../ir/program.ts';
import { pointerType, voidType } from '../../llvm/types.ts';
import type { PtxEmitter } from '../emitter.ts';
import { type PtxOperand, UnsupportedPtx } from '../operands.ts';
import { asPointer } from './function-registers.ts';
import type { FunctionSymbols } from './function-symbols.ts';
import type { PtxInstruction } from './model.ts';
import { typeOfVariable } from './variables.ts';

/** What the toolkit's headers call in the place of an instruction that the architecture does not have: no such program links. */
const NOT_ON_THIS = /_is_not_supported_before_SM_\d+__$/;

const UNORDERED = { volatile: false, ordering: null, syncScope: null, align: 1 } as const;

/** `call.uni (retval0), name, (param0, param1);` @throws UnsupportedPtx */
export function translateCall(emitter: PtxEmitter, { operands }: PtxInstruction, symbols: FunctionSymbols): void {
  const [results, callee, args] = operands[0]?.kind === 'list' ? operands : [null, ...operands];
  if (callee === undefined || callee === null) throw new UnsupportedPtx("'call' without a function");
  const given = args?.kind === 'list' ? args.elements : [];
  const results0 = results?.kind === 'list' ? results.elements : [];
  if (results0.length > 1) throw new UnsupportedPtx("'call' with several results");
  const [result] = results0;
  const signature = callee.kind === 'symbol' ? symbols.signatureOf(callee.name) : null;
  if (callee.kind === 'symbol' && signature === null) {
    throw new UnsupportedPtx(`a call of '${callee.name}', which the module does not declare`);
  }
  if (callee.kind === 'symbol' && NOT_ON_THIS.test(callee.name)) {
    throw new UnsupportedPtx(`'${callee.name}': the architecture that was compiled for has no such instruction`);
  }
  const target = emitter.convert(emitter.value(callee), pointerType(0));
  const isFilled = signature !== null && signature.filled !== null;
  const shift = isFilled ? 1 : 0;
  const isUnknown = callee.kind === 'symbol' && !symbols.hasBody(callee.name) && effectOf(callee.name) === undefined;
  if (isUnknown && mayHandMemory(given, symbols)) {
    emitter.refuse('call', `a call of '${callee.name}', which has no body here and may be handed addresses in memory`);
  }
  const passed = given.map((operand, i) => {
    const wanted = signature?.parameters[i + shift]?.type;
    // What nobody knows may be handed an address in every word, and write there.
    const isAddress = isUnknown && wanted?.kind === 'int' && wanted.bits === 64;
    return argument(emitter, operand, symbols, isAddress ? pointerType(0) : wanted);
  });
  if (isFilled && result?.kind === 'symbol') passed.unshift(emitter.value(result));
  const returnType = isFilled || result === undefined ? voidType : (signature?.returnType ?? heldBy(result, symbols));
  const byValue = passed.map((_, i) => signature?.parameters[i]?.byValue ?? null);
  const value = emitter.emit(
    { op: 'call', callee: target, arguments: passed, byValue, aligned: passed.map(() => 0) },
    returnType,
  );
  if (result === undefined || isFilled) return;
  if (result.kind === 'symbol') {
    emitter.emit({ op: 'store', pointer: emitter.value(result), value, ...UNORDERED }, voidType);
  } else emitter.write(result, value, false);
}

/** Nobody knows which words of a structure, or of the thread's own memory, are addresses. */
function mayHandMemory(given: readonly PtxOperand[], symbols: FunctionSymbols): boolean {
  return given.some((operand) => {
    if (operand.kind !== 'symbol') return symbols.hasLocalMemory;
    const variable = symbols.variable(operand.name);
    return variable !== null && (variable.length !== null || (symbols.hasLocalMemory && /64$/.test(variable.type)));
  });
}

function heldBy(operand: PtxOperand, symbols: FunctionSymbols): Type {
  const variable = operand.kind === 'symbol' ? symbols.variable(operand.name) : null;
  if (variable === null) throw new UnsupportedPtx('a call through a pointer whose result goes to a register');
  return typeOfVariable(variable);
}

/** What is handed over: the value of a register, or what was put into a parameter before; an array by its address. */
function argument(
  emitter: PtxEmitter,
  operand: PtxOperand,
  symbols: FunctionSymbols,
  wanted: Type | undefined,
): Operand {
  if (operand.kind !== 'symbol') {
    if (wanted === undefined) return emitter.value(operand);
    return wanted.kind === 'pointer'
      ? asPointer(emitter, emitter.value(operand), wanted)
      : emitter.read(operand, wanted);
  }
  const variable = symbols.variable(operand.name);
  const pointer = emitter.value(operand);
  if (variable === null || variable.length !== null) return pointer;
  const held = () => (symbols.holdsAddress(operand.name) ? pointerType(0) : typeOfVariable(variable));
  return emitter.emit({ op: 'load', pointer, ...UNORDERED }, wanted ?? held());
}
