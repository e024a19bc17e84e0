/** What the uses of a name in source texts say of what it stands for. Lexical: comments and literals are blank already. */

/** The bare kinds of things that a use can be of. */
export type Use =
  /** `NAME void f()`, `NAME struct S`: nothing but specifiers stand there. */
  | 'specifier'
  /** `NAME::x`. */
  | 'scope'
  /** `NAME<…>`. */
  | 'template'
  /** `NAME(…)`. */
  | 'call'
  /** `NAME x`, `NAME *x`. */
  | 'type'
  /** Alone on its line: a macro that is a statement. */
  | 'statement'
  | 'value';

const SPECIFIERS =
  /^(?:void|bool|char|short|int|long|float|double|half|unsigned|signed|auto|const|constexpr|static|inline|extern|virtual|explicit|struct|class|union|enum|template|typename|uint|uchar|ushort|ulong|size_t|u?int(?:8|16|32|64)_t|(?:float|int|uint|double|half|char|uchar|short|ushort|long|ulong)(?:2|3|4|8|16)|__\w+__|__(?:kernel|global|local|constant|private)|kernel)$/;
/** A call that is longer is not followed to its end. */
const MAX_CALL = 4000;
/** Uses that are looked at; of a name with more the first say enough. */
const MAX_USES = 400;

/** The uses of a name, each kind with how often it was met. */
export function usesOf(name: string, codes: readonly string[]): ReadonlyMap<Use, number> {
  const found = new Map<Use, number>();
  for (const { code, at } of occurrences(name, codes)) {
    const use = useAt(code, at, name.length);
    if (use !== null) found.set(use, (found.get(use) ?? 0) + 1);
  }
  return found;
}

function* occurrences(name: string, codes: readonly string[]): Generator<{ code: string; at: number }> {
  let left = MAX_USES;
  for (const code of codes) {
    for (let at = code.indexOf(name); at >= 0; at = code.indexOf(name, at + name.length)) {
      if (isWordCharacter(code[at - 1]) || isWordCharacter(code[at + name.length])) continue;
      if (--left < 0) return;
      yield { code, at };
    }
  }
}

function isWordCharacter(c: string | undefined): boolean {
  return c !== undefined && /[\w$]/.test(c);
}

function useAt(code: string, at: number, length: number): Use | null {
  const before = code.slice(Math.max(0, at - 80), at);
  const after = code.slice(at + length, at + length + 200);
  const lineBefore = before.slice(before.lastIndexOf('\n') + 1);
  // What the preprocessor asks about a name says nothing of it.
  if (/^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif|undef|define)\b/.test(lineBefore)) return null;
  // Named in another scope: `other::NAME`, `x.NAME`.
  if (/(?:::|\.|->)\s*$/.test(before)) return null;
  if (/^\s*::/.test(after)) return 'scope';
  if (/^[ \t]*;?[ \t]*\r?(?:\n|$)/.test(after) && lineBefore.trim() === '') return 'statement';
  const word = /^\s+([A-Za-z_]\w*)/.exec(after)?.[1];
  if (word !== undefined) return SPECIFIERS.test(word) && !/^(?:const)$/.test(word) ? 'specifier' : 'type';
  if (/^\s*\(/.test(after)) return 'call';
  if (/^\s*<[^<=;]*>/.test(after)) return 'template';
  if (
    /^\s*[*&]+\s*(?:const\b|__restrict__\b|restrict\b|__restrict\b)?\s*[A-Za-z_]?\w*\s*[,;=)[{]/.test(after) &&
    /[({;},<]\s*(?:(?:const|__\w+|static|volatile|global|local|restrict)\s+)*$/.test(before)
  )
    return 'type';
  // `(NAME)x`, `(NAME *)x`, `sizeof(NAME)`, `<NAME>`.
  if (
    /\(\s*(?:const\s+)?$/.test(before) &&
    !/\b(?:if|while|switch|for)\s*\(\s*$/.test(before) &&
    /^\s*[*&]*\s*\)\s*(?:[\w(]|\{)/.test(after)
  )
    return 'type';
  if (/<\s*$|,\s*$/.test(before) && /^\s*[*&]*\s*[>]/.test(after)) return 'type';
  return 'value';
}

const MEMBER = /^(?:\[[^\][]*\])?\s*(?:\.|->)\s*([A-Za-z_]\w*)(\s*\(|\s*\[)?/;

/** What is asked of the variables of a type. */
export interface TypeUses {
  /** Fields by name. */
  readonly members: ReadonlySet<string>;
  /** Functions by name. */
  readonly methods: ReadonlySet<string>;
  /** Fields that have subscripts themselves. */
  readonly arrays: ReadonlySet<string>;
  /** Some variable is a subscript, or an operand of an operation that only integers have. */
  readonly isInteger: boolean;
}

export function typeUses(name: string, codes: readonly string[]): TypeUses {
  const variables = new Set<string>();
  for (const { code, at } of occurrences(name, codes)) {
    const after = code.slice(at + name.length, at + name.length + 120);
    const declared =
      /^(?:<[^<>;]*(?:<[^<>]*>[^<>;]*)*>)?(?:\s|\*|&|const\b|restrict\b|__restrict__\b|__restrict\b|volatile\b)+([A-Za-z_]\w*)/.exec(
        after,
      )?.[1];
    if (declared !== undefined) variables.add(declared);
  }
  const members = new Set<string>();
  const methods = new Set<string>();
  const arrays = new Set<string>();
  let isInteger = false;
  for (const variable of variables) {
    for (const { code, at } of occurrences(variable, codes)) {
      const after = code.slice(at + variable.length, at + variable.length + 120);
      const member = MEMBER.exec(after);
      if (member !== null) (member[2]?.endsWith('(') ? methods : members).add(member[1]!);
      if (member?.[2]?.endsWith('[')) arrays.add(member[1]!);
      const before = code.slice(Math.max(0, at - 3), at);
      isInteger ||=
        /^(?:\[[^\][]*\])*\s*(?:%|<<|>>|\^|\|[^|=]|&[^&=])/.test(after) ||
        (/\[\s*$/.test(before) && /^\s*\]/.test(after));
    }
  }
  // A parameter of a template that is a value.
  const parameter = new RegExp(`\\btemplate\\s*<[^<>;{}()]{0,300}\\b${name}\\s+\\w+`);
  isInteger ||= codes.some((code) => code.includes(name) && parameter.test(code));
  return { members, methods, arrays, isInteger };
}

/**
 * True when some text declares the name: the error is one of an error before it.
 * @param wanted A type, or anything.
 */
export function isDeclaredIn(name: string, codes: readonly string[], wanted: 'type' | 'any'): boolean {
  const type = new RegExp(
    `\\b(?:(?:struct|class|union|enum|enum\\s+class)\\s+(?:(?:alignas|__\\w+)\\s*\\([^)]{0,80}\\)\\s*|[A-Z_]\\w+\\s+)?${name}\\s*(?:final\\s*)?[:{;<]|using\\s+${name}\\s*=|using\\s+[\\w:]+::${name}\\s*;|typename\\s+(?:\\.\\.\\.\\s*)?${name}\\b|class\\s+${name}\\s*[,>=]|namespace\\s+(?:[\\w:]+::)?${name}\\s*(?:[{=]|::)|concept\\s+${name}\\b|typedef\\b[^;]{1,300}\\b${name}\\s*;|\\}\\s*${name}\\s*;)`,
  );
  const keyword = /\b(?:using|namespace|return|else|case|throw|goto|delete|new|and|or|not|sizeof|typename)\s*$/;
  return codes.some((code) => {
    if (!code.includes(name)) return false;
    if (type.test(code)) return true;
    if (wanted === 'type') return false;
    for (const { at } of occurrences(name, [code])) {
      const before = code.slice(Math.max(0, at - 60), at);
      const after = code.slice(at + name.length, at + name.length + 20);
      // A type, the name, and what ends a declarator.
      if (/[\w>](?:\s+|\s*[*&]+\s*)$/.test(before) && !keyword.test(before) && /^\s*(?:[=;{[,)(]|:(?!:))/.test(after))
        return true;
    }
    return false;
  });
}

/** What stands behind `scope::` in the texts: names, with those behind them, and whether each is called or has arguments. */
export interface ScopeUses {
  readonly members: Map<string, ScopeUses>;
  isCalled: boolean;
  isTemplate: boolean;
  /** A variable is declared with it, or something derives from it. */
  isType: boolean;
  /** `using scope::name;`: what it is shows where the name stands alone. */
  isBrought: boolean;
}

function noUses(): ScopeUses {
  return { members: new Map(), isCalled: false, isTemplate: false, isType: false, isBrought: false };
}

export function scopeUses(scope: string, codes: readonly string[]): ScopeUses {
  const root = noUses();
  for (const { code, at } of occurrences(scope, codes)) {
    if (
      /::\s*$/.test(code.slice(Math.max(0, at - 4), at)) &&
      !/(?:^|[^\w>:])::\s*$/.test(code.slice(Math.max(0, at - 5), at))
    )
      continue;
    const rest = code.slice(at + scope.length, at + scope.length + 300);
    const path = /^(?:\s*::\s*[A-Za-z_]\w*)+/.exec(rest);
    if (path === null) continue;
    let node = root;
    for (const name of path[0].split('::').slice(1)) {
      const key = name.trim();
      let next = node.members.get(key);
      if (next === undefined) {
        next = noUses();
        node.members.set(key, next);
      }
      node = next;
    }
    const after = rest.slice(path[0].length);
    const before = code.slice(Math.max(0, at - 40), at);
    if (/^\s*<(?![<=])/.test(after)) node.isTemplate = true;
    else if (/^\s*[({]/.test(after)) node.isCalled = true;
    if (/^\s*(?:const\s*)?(?:[*&]+\s*)?(?:[A-Za-z_]\w*\s*[;,=)({[]|[,)>])/.test(after) && !/^\s*\(/.test(after))
      node.isType ||= !/[=(+\-*/!&|<]\s*$|\breturn\s*$/.test(before) || /[(<]\s*(?:const\s+)?$/.test(before);
    if (/\b(?:public|private|protected|virtual|typedef)\s*$/.test(before)) node.isType = true;
    if (/\busing\s*$/.test(before)) node.isBrought = true;
  }
  return root;
}

/** The first definition of a macro in a text, whatever `#if` it stands in. */
export function definitionIn(name: string, code: string): { readonly value: string; readonly line: number } | null {
  if (!code.includes(name)) return null;
  const match = new RegExp(`^[ \\t]*#[ \\t]*define[ \\t]+${name}(?![\\w(])[ \\t]*([^\\n\\\\]*)$`, 'm').exec(code);
  if (match === null) return null;
  return { value: match[1]!.trim(), line: code.slice(0, match.index).split('\n').length };
}

/** The type of the variable that the result of a function is given to. */
export function resultType(name: string, codes: readonly string[]): string | null {
  const pattern = new RegExp(`\\b([A-Za-z_]\\w*)\\s+[A-Za-z_]\\w*\\s*=\\s*${name}\\s*\\(`);
  for (const code of codes) {
    const type = pattern.exec(code)?.[1];
    if (type !== undefined && !/^(?:auto|const|return)$/.test(type)) return type;
  }
  return null;
}

/** What no number is: the result of a function that is cast to another type, or taken for a stream. */
export function isNoNumber(name: string, codes: readonly string[]): boolean {
  for (const { code, at } of occurrences(name, codes)) {
    const before = code.slice(Math.max(0, at - 120), at);
    if (/\b(?:static|reinterpret)_cast\s*<[^;<>()]{1,80}>\s*\(\s*$/.test(before)) return true;
    const end = endOfCall(code, at + name.length);
    const after = end === null ? null : /^\s*<<\s*(\S?\S?)/.exec(code.slice(end, end + 400))?.[1];
    // Literals are blank: a text, and what follows it. A statement that only shifts a number does nothing.
    if (after != null && (/^(?:<<|[;,)#\\]|$)/.test(after) || /[;{}]\s*$/.test(before))) return true;
  }
  return false;
}

/** Behind the `)` of a call; null where there is none. */
function endOfCall(code: string, at: number): number | null {
  const open = /^\s*\(/.exec(code.slice(at, at + 40))?.[0].length;
  if (open === undefined) return null;
  let depth = 1;
  for (let i = at + open; i < code.length && i < at + MAX_CALL; i++) {
    if (code[i] === '(') depth++;
    else if (code[i] === ')' && --depth === 0) return i + 1;
  }
  return null;
}

/** True when the texts call a member function of this name. */
export function isMethod(name: string, codes: readonly string[]): boolean {
  const call = new RegExp(`(?:\\.|->)\\s*(?:template\\s+)?${name}\\s*(?:<[^;<>]{0,80}>\\s*)?\\(`);
  return codes.some((code) => call.test(code));
}

/** True for a value that only tells cases apart: a label of a `switch`, or one side of a comparison and never a size. */
export function isLabel(name: string, codes: readonly string[]): boolean {
  let isCompared = false;
  for (const { code, at } of occurrences(name, codes)) {
    const { before, after } = neighbours(name, code, at);
    if (/\bcase\s+$/.test(before)) return true;
    if (isSizeAt(before, after)) return false;
    isCompared ||= /[=!]=\s*$/.test(before) || /^\s*[=!]=/.test(after);
  }
  return isCompared;
}

/** True for a value that something is computed with, or that an array or a template has. */
export function isSize(name: string, codes: readonly string[]): boolean {
  for (const { code, at } of occurrences(name, codes)) {
    const { before, after } = neighbours(name, code, at);
    if (isSizeAt(before, after)) return true;
  }
  return false;
}

function neighbours(name: string, code: string, at: number) {
  return { before: code.slice(Math.max(0, at - 20), at), after: code.slice(at + name.length, at + name.length + 10) };
}

function isSizeAt(before: string, after: string): boolean {
  return /(?:[[<>*+\-%/]|[^=!<>]=\s*\()\s*$/.test(before) || /^\s*[\]<>*+\-%/]/.test(after);
}
