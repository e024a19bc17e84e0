/**
 * Names as they stand in the source, recovered from symbols. This is not a demangler: it reads the qualified name at the
 * front of an Itanium symbol and gives up (the caller then shows a plainer name) at anything else.
 */

import { isDigit } from './scanner.ts';

const STUB = '__device_stub__';
const MAX_DEPTH = 50;

/**
 * A function's name in the source: `debugName` (which has the template arguments) within the namespaces and classes that
 * its symbol tells. Without debug information only the identifier is known.
 */
export function functionName(symbol: string, debugName: string | null): string {
  return inBytes((encoded, name) => functionNameOf(encoded, name === '' ? null : name), symbol, debugName ?? '');
}

/** Symbols count the bytes of their names: the reader sees each byte as a character. */
function inBytes(read: (symbol: string, name: string) => string, symbol: string, name = ''): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
  if (/^[\x00-\x7f]*$/.test(symbol + name)) return read(symbol, name);
  const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
  return Buffer.from(read(bytes(symbol), bytes(name)), 'latin1').toString('utf8');
}

function functionNameOf(symbol: string, debugName: string | null): string {
  const known = debugName?.includes('<') ? debugName.slice(0, debugName.indexOf('<')) : null;
  const qualified = symbol.startsWith('_Z') ? new Mangled(symbol, 2).qualifiedName(known) : null;
  if (debugName) return [...(qualified?.scopes ?? []), debugName].join('::');
  if (!qualified) return symbol.startsWith(STUB) ? symbol.slice(STUB.length) : symbol;
  if (qualified.last === null) return symbol;
  const last = qualified.last.startsWith(STUB) ? qualified.last.slice(STUB.length) : qualified.last;
  return [...qualified.scopes, last].join('::');
}

/** A variable's name in the source: `tile` for `_ZZ1kPfE4tile` (CUDA) and for `k.tile` (OpenCL). */
export function variableName(symbol: string): string {
  return inBytes(variableNameOf, symbol);
}

function variableNameOf(symbol: string): string {
  if (symbol.startsWith('_ZZ')) return localName(symbol) ?? symbol;
  if (symbol.startsWith('_Z')) return new Mangled(symbol, 2).qualifiedName()?.last ?? symbol;
  if (symbol.startsWith('.') || symbol.startsWith('llvm.')) return symbol;
  // LLVM makes local names unique by appending `.1`, `.2`, …
  const parts = symbol.split('.');
  while (parts.length > 1 && isNumber(parts.at(-1)!)) parts.pop();
  return parts.at(-1) || symbol;
}

/**
 * The name at the end of a local symbol, `_ZZ<function>E<length><name>[_<discriminator>]`. It is read from the end, so
 * that the function's parameter types need not be understood.
 */
function localName(symbol: string): string | null {
  const plain = nameAtEnd(symbol);
  if (plain !== null) return plain;
  const discriminator = /_(?:\d|_\d+_)$/.exec(symbol);
  return discriminator ? nameAtEnd(symbol.slice(0, discriminator.index)) : null;
}

function nameAtEnd(symbol: string): string | null {
  // The longest match wins: a name may itself end like a shorter one. Only its last few characters can hold its length.
  let best: string | null = null;
  for (let digits = 1; digits <= 4; digits++) {
    const length = symbol.length;
    // A name of `digits` digits of length spans at most 10^digits characters.
    for (let at = length - 10 ** (digits - 1); at > length - 10 ** digits && at - digits > 2; at--) {
      if (symbol.charCodeAt(at - digits - 1) !== 69) continue; // E
      const written = symbol.slice(at - digits, at);
      if (Number(written) === length - at && isNumber(written)) best = symbol.slice(at);
    }
  }
  return best;
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

interface Qualified {
  /** The enclosing namespaces and classes, outermost first. */
  readonly scopes: readonly string[];
  /** The identifier, null for operators, constructors and the like. */
  readonly last: string | null;
}

const BUILTIN: Readonly<Record<string, string>> = {
  v: 'void',
  b: 'bool',
  c: 'char',
  a: 'signed char',
  h: 'unsigned char',
  s: 'short',
  t: 'unsigned short',
  i: 'int',
  j: 'unsigned int',
  l: 'long',
  m: 'unsigned long',
  x: 'long long',
  y: 'unsigned long long',
  n: '__int128',
  o: 'unsigned __int128',
  f: 'float',
  d: 'double',
  e: 'long double',
  w: 'wchar_t',
};

/** Raised where the symbol has something that this reader does not know. */
class Unknown {}

class Mangled {
  readonly #text: string;
  #at: number;
  #depth = 0;
  /** The template arguments of the last component of the name that was read last. */
  #lastArguments = '';

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  /**
   * Reads the name at the front of an encoding; null when it is not understood. Once the component `known` is met, which
   * is a template's name, its arguments need not be understood.
   */
  qualifiedName(known: string | null = null): Qualified | null {
    try {
      const components = this.#name(known);
      return {
        scopes: components.slice(0, -1).flatMap((component) => component ?? []),
        last: components.at(-1) ?? null,
      };
    } catch (failure) {
      if (!(failure instanceof Unknown)) throw failure;
      return null;
    }
  }

  #accept(prefix: string): boolean {
    if (!this.#text.startsWith(prefix, this.#at)) return false;
    this.#at += prefix.length;
    return true;
  }

  /** The components of a nested or plain name. Only the last one may be null, and only it goes without its arguments. */
  #name(known: string | null = null): (string | null)[] {
    if (++this.#depth > MAX_DEPTH) throw new Unknown();
    const nested = this.#accept('N');
    if (nested) while (this.#accept('r') || this.#accept('V') || this.#accept('K'));
    if (nested) this.#accept('R') || this.#accept('O');
    const components: (string | null)[] = [];
    let args = '';
    for (;;) {
      const at = components.length;
      if (at > 0) components[at - 1] += args;
      args = '';
      if (at === 0 && this.#accept('St')) {
        components.push('std');
        if (nested) continue;
      }
      if (nested && this.#accept('E')) throw new Unknown();
      const component = this.#component();
      components.push(component);
      while (this.#accept('B')) this.#identifier();
      // An operator or a constructor is last: nothing after it is needed.
      if (component === null) break;
      if (component === known) break;
      if (this.#text[this.#at] === 'I') args = this.#arguments();
      if (!nested || this.#accept('E')) break;
    }
    this.#depth--;
    this.#lastArguments = args;
    return components;
  }

  #component(): string | null {
    this.#accept('L');
    if (isDigit(this.#text.charCodeAt(this.#at))) {
      const identifier = this.#identifier();
      return identifier.startsWith('_GLOBAL__N') ? '(anonymous namespace)' : identifier;
    }
    // Two lower-case letters name an operator; `C1` and `D2` name constructors and destructors.
    if (/^(?:[a-z][a-zA-Z]|C[123]|D[0-5])/.test(this.#text.slice(this.#at, this.#at + 2))) return null;
    throw new Unknown();
  }

  #identifier(): string {
    const start = this.#at;
    while (isDigit(this.#text.charCodeAt(this.#at))) this.#at++;
    const length = Number(this.#text.slice(start, this.#at));
    const end = this.#at + length;
    if (start === this.#at || length === 0 || end > this.#text.length) throw new Unknown();
    const identifier = this.#text.slice(this.#at, end);
    this.#at = end;
    return identifier;
  }

  #arguments(): string {
    if (++this.#depth > MAX_DEPTH) throw new Unknown();
    const items: string[] = [];
    this.#at++;
    while (!this.#accept('E')) {
      if (this.#accept('J')) {
        while (!this.#accept('E')) items.push(this.#argument());
      } else items.push(this.#argument());
    }
    this.#depth--;
    return `<${items.join(', ')}>`;
  }

  #argument(): string {
    if (!this.#accept('L')) return this.#type();
    const type = this.#text[this.#at] ?? '';
    if (!Object.hasOwn(BUILTIN, type)) throw new Unknown();
    const literal = /^(n?)(\d+)E/.exec(this.#text.slice(this.#at + 1, this.#at + 40));
    if (!literal) throw new Unknown();
    this.#at += 1 + literal[0].length;
    if (type === 'b') return literal[2] === '0' ? 'false' : 'true';
    return (literal[1] ? '-' : '') + literal[2];
  }

  #type(): string {
    if (++this.#depth > MAX_DEPTH) throw new Unknown();
    const type = this.#unguardedType();
    this.#depth--;
    return type;
  }

  #unguardedType(): string {
    if (this.#accept('P')) return `${this.#type()}*`;
    if (this.#accept('R')) return `${this.#type()}&`;
    if (this.#accept('K')) return `const ${this.#type()}`;
    if (this.#accept('DF16_')) return '_Float16';
    const code = this.#text[this.#at] ?? '';
    const builtin = Object.hasOwn(BUILTIN, code) ? BUILTIN[code] : undefined;
    if (builtin !== undefined) {
      this.#at++;
      return builtin;
    }
    if (code !== 'N' && !isDigit(code.charCodeAt(0)) && !this.#text.startsWith('St', this.#at)) throw new Unknown();
    const name = this.#name();
    if (name.includes(null)) throw new Unknown();
    return name.join('::') + this.#lastArguments;
  }
}
