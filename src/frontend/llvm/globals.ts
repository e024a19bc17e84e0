/** Global variables and aliases. */

import { alignOf } from '../../ir/layout.ts';
import type { GlobalVariable, Operand } from '../../ir/program.ts';
import { variableName } from './names.ts';
import { Char, Unreadable } from './scanner.ts';
import { atType, readAddressSpace, readType } from './types.ts';
import { calleeType, type OperandScope, readTypedValue, readValue, skipMetadata } from './values.ts';

type Global =
  | { readonly kind: 'variable'; readonly variable: GlobalVariable }
  | { readonly kind: 'alias'; readonly name: string; readonly target: string };

/** Reads `@name = …` from the name on. */
export function readGlobal(scope: OperandScope): Global {
  const { cursor, types } = scope;
  cursor.expect(Char.at);
  const name = cursor.name();
  cursor.expect(Char.equals);
  let space = 0;
  let declared = false;
  let isFilledByHost = false;
  let keyword: string;
  for (;;) {
    keyword = cursor.word();
    if (keyword === 'global' || keyword === 'constant' || keyword === 'alias' || keyword === 'ifunc') break;
    if (keyword === '') throw new Unreadable('malformed global');
    if (keyword === 'addrspace') space = readAddressSpace(cursor);
    else if (keyword === 'external' || keyword === 'extern_weak') declared = true;
    else if (keyword === 'externally_initialized') isFilledByHost = true;
    else if (cursor.peek() === Char.open) cursor.skipBalanced();
  }
  const type = readType(cursor, types);
  if (keyword === 'alias' || keyword === 'ifunc') {
    // An alias's own type may be a function type, `void (ptr)`.
    if (cursor.peek() === Char.open) cursor.skipBalanced();
    cursor.expect(Char.comma);
    // LLVM leaves out the type of an aliasee that is a constant expression.
    const aliasee = atType(cursor) ? readTypedValue(scope) : readValue(scope, calleeType);
    return { kind: 'alias', name, target: target(aliasee) };
  }
  const initializer = declared ? null : readValue(scope, type);
  let align = 0;
  while (cursor.accept(Char.comma)) {
    if (cursor.peek() === Char.bang) {
      skipMetadata(cursor);
      cursor.peek();
      skipMetadata(cursor);
      continue;
    }
    const clause = cursor.word();
    if (clause === 'align') align = cursor.natural();
    else if (clause === '') throw new Unreadable('malformed global');
    else if (cursor.peek() === Char.quote) cursor.rawQuoted();
    else if (cursor.peek() === Char.open) cursor.skipBalanced();
  }
  const variable: GlobalVariable = {
    name,
    sourceName: variableName(name),
    type,
    space,
    // Clang calls `__constant__` variables so as well, which only kernels cannot change.
    isConstant: keyword === 'constant' && !isFilledByHost,
    isExternal: declared,
    initializer,
    align: align || alignOf(type),
  };
  return { kind: 'variable', variable };
}

/** The symbol that an aliasee stands for. Casts do not change it; an offset would, and names no symbol. */
function target(aliasee: Operand): string {
  let at = aliasee;
  while (at.kind === 'expression' && at.instruction.op === 'cast') at = at.instruction.operand;
  if (at.kind !== 'global') throw new Unreadable('an alias of an expression');
  return at.name;
}
