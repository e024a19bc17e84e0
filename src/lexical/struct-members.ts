/** The members of plain structs, found lexically: the compiler's code has only their places. */
import { withoutComments } from './kernel-definitions.ts';

/** Characters of a struct that is looked at. */
const MAX_BODY = 4_000;

/**
 * The names of the members of a struct, in their order.
 * @param texts the sources in which it may be defined
 * @param name without `struct`, as the compiler has it: with namespaces
 * @returns null where the struct is not found, or is more than a list of members
 */
export function structMembers(texts: Iterable<string>, name: string): readonly string[] | null {
  const bare = name.split('::').at(-1) ?? name;
  if (!/^\w+$/.test(bare)) return null;
  for (const text of texts) {
    if (!text.includes(bare)) continue;
    const body = bodyOf(withoutComments(text), bare);
    if (body !== null) return membersIn(body);
  }
  return null;
}

/** What stands between the braces of `struct NAME { … }`, or of `typedef struct { … } NAME;`. */
function bodyOf(code: string, name: string): string | null {
  const named = new RegExp(`\\b(?:struct|class)\\s+(?:__align__\\s*\\(\\w+\\)\\s*)?${name}\\s*\\{`).exec(code);
  if (named !== null) {
    const start = named.index + named[0].length;
    const end = code.indexOf('}', start);
    return end < 0 || end - start > MAX_BODY ? null : code.slice(start, end);
  }
  const typedef = new RegExp(`\\}\\s*${name}\\s*;`).exec(code);
  if (typedef === null) return null;
  const start = code.lastIndexOf('{', typedef.index);
  const isStruct = /\btypedef\s+struct\s*\w*\s*$/.test(code.slice(Math.max(0, start - 200), Math.max(0, start)));
  return start < 0 || !isStruct || typedef.index - start > MAX_BODY ? null : code.slice(start + 1, typedef.index);
}

/** Null where anything but members of simple types is declared. */
function membersIn(body: string): string[] | null {
  const members: string[] = [];
  // An array has a name like any member.
  const plain = body.replace(/\b(?:public|private|protected)\s*:|\[[^\]]*\]/g, '');
  const declarations = plain.split(';').map((text) => text.trim());
  if (declarations.pop() !== '') return null;
  for (const declaration of declarations) {
    if (/[{}()[\]:#<>~]|\b(?:static|using|typedef|enum|friend|virtual|template)\b/.test(declaration)) return null;
    const [first = '', ...others] = declaration.split(',');
    const head = /^[\w\s*&]*?[\s*&](\w+)\s*(?:=[^=]*)?$/.exec(first.trim());
    const rest = others.map((one) => /^\s*\**\s*(\w+)\s*(?:=[^=]*)?$/.exec(one)?.[1]);
    if (head === null || rest.includes(undefined)) return null;
    members.push(head[1]!, ...rest.map((one) => one!));
  }
  return members.length === 0 ? null : members;
}
