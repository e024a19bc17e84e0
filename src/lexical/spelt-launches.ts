/**
 * What the text says of launches, for those that nothing else is known of: the kernel's name, and sizes that are numbers,
 * constants of the same text, or `dim3` of those.
 */
import { withoutComments } from './kernel-definitions.ts';
import { bareName } from './kernel-names.ts';
import { spelledBefore } from './kernel-text.ts';

/** By axis: a number, or null for what the text leaves open. */
export type SpeltSizes = readonly [number | null, number | null, number | null];

export interface SpeltLaunch {
  /** Without namespace and template arguments. */
  readonly kernel: string;
  /** By their places, the template arguments that are `true`, `false` or numbers; null for others. */
  readonly templateArguments: readonly (string | null)[];
  /** Lines from the kernel's name to the end of the sizes, counted from 1. */
  readonly line: number;
  readonly lastLine: number;
  readonly gridDim: SpeltSizes;
  readonly blockDim: SpeltSizes;
}

const OPEN: SpeltSizes = [null, null, null];
/** Characters of the sizes of one launch. */
const MAX_SIZES = 2_000;
const MAX_DEPTH = 20;
/** Characters before a launch in which the declaration of a name is looked for. */
const MAX_BEFORE = 20_000;

/** The launches with `<<<…>>>` in a text, in its order. */
export function speltLaunches(text: string): SpeltLaunch[] {
  if (!text.includes('<<<')) return [];
  const code = withoutComments(text);
  const constants = constantsOf(code);
  const found: SpeltLaunch[] = [];
  let line = 1;
  let counted = 0;
  for (let at = code.indexOf('<<<'); at >= 0; at = code.indexOf('<<<', at + 3)) {
    for (; counted < at; counted++) if (code[counted] === '\n') line++;
    const end = code.indexOf('>>>', at);
    const spelled = spelledBefore(code, at);
    if (spelled === null || end < 0 || end - at > MAX_SIZES) continue;
    const inside = code.slice(at + 3, end);
    const [grid, block] = splitAtCommas(inside);
    found.push({
      kernel: spelled.name,
      templateArguments: templateArgumentsIn(spelled.args),
      line,
      lastLine: line + inside.split('\n').length - 1,
      gridDim: sizesOf(grid ?? '', constants, code.slice(Math.max(0, at - MAX_BEFORE), at)),
      blockDim: sizesOf(block ?? '', constants, code.slice(Math.max(0, at - MAX_BEFORE), at)),
    });
  }
  return found;
}

/** May the launch be one of an instance that goes by that name? Arguments that are spelled otherwise may be anything. */
export function mayLaunch({ kernel, templateArguments }: SpeltLaunch, instance: string): boolean {
  const [, args = ''] = /<(.*)>$/s.exec(instance) ?? [];
  const own = args === '' ? [] : templateArgumentsIn(args);
  return (
    kernel === bareName(instance) &&
    templateArguments.every((one, i) => one === null || own[i] == null || mayBeEqual(one, own[i]))
  );
}

/** A `bool` may be spelled as a number, and a number as a `bool`. */
function mayBeEqual(a: string, b: string): boolean {
  const isWord = (one: string) => one === 'true' || one === 'false';
  const isTrue = (one: string) => one !== 'false' && one !== '0';
  return isWord(a) || isWord(b) ? isTrue(a) === isTrue(b) : a === b;
}

function templateArgumentsIn(args: string): (string | null)[] {
  // Commas within other templates are no commas of this one.
  if (args.trim() === '' || /[<>]/.test(args)) return [];
  return splitAtCommas(args).map(
    (one) => /^(true|false|0|[1-9]\d{0,18})(?:[uU]?[lL]{0,2})$/.exec(one.trim())?.[1] ?? null,
  );
}

/** @param before the code before the launch */
function sizesOf(spelt: string, constants: ReadonlyMap<string, number>, before: string): SpeltSizes {
  const text = spelt.trim();
  const made = /^dim3\s*[({]([\s\S]*)[)}]$/.exec(text);
  if (made) {
    const axes = splitAtCommas(made[1]!);
    const axis = (i: number) => (axes[i] === undefined ? 1 : constantOf(axes[i], constants));
    return axes.length > 3 ? OPEN : [axis(0), axis(1), axis(2)];
  }
  const value = constantOf(text, constants);
  if (value !== null) return [value, 1, 1];
  // A name may be of a `dim3`, and so may be what a call returns.
  return isComputed(text) || isDeclaredWhole(text, before) ? [null, 1, 1] : OPEN;
}

/** A sum, a quotient: nobody computes with `dim3`s. */
function isComputed(text: string): boolean {
  return /^[\w\s()+\-*/%]+$/.test(text) && /[\w)]\s*[+\-*/%]\s*[\w(]/.test(withoutCalls(text));
}

function withoutCalls(text: string): string {
  return text.replace(/\w+\s*\([^()]*\)/g, 'x');
}

const WHOLE = /^(?:int|unsigned|long|short|size_t|u?int\d+_t)$/;

/** A name whose nearest declaration before the launch is that of a whole number. */
function isDeclaredWhole(name: string, before: string): boolean {
  if (!/^[A-Za-z_]\w*$/.test(name)) return false;
  const declared = [...before.matchAll(new RegExp(`\\b([A-Za-z_]\\w*)\\s+${name}\\s*[=;,({)]`, 'g'))].filter(
    ([, type]) => !/^(?:return|new|delete|else|case|throw)$/.test(type!),
  );
  const last = declared.at(-1);
  if (last === undefined || !WHOLE.test(last[1]!)) return false;
  // `dim3 block(8, 8), grid(4, 4);` declares two.
  return !new RegExp(`,\\s*${name}\\s*[=;,({]`).test(before.slice(last.index));
}

/** Names that the text gives one value, and that nothing else in it has: macros, and constants. */
function constantsOf(code: string): Map<string, number> {
  const spelt = new Map<string, string | null>();
  const note = (name: string, value: string | null) => spelt.set(name, spelt.has(name) ? null : value);
  for (const [, name, value] of code.matchAll(/^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+([^\n]{1,200})$/gm)) {
    note(name!, value!);
  }
  for (const [, name] of code.matchAll(/^[ \t]*#[ \t]*undef[ \t]+([A-Za-z_]\w*)/gm)) note(name!, null);
  const declared =
    /\b(const(?:expr)?\s+)?(?:unsigned\s+|static\s+|const\s+|long\s+)*(?:int|unsigned|long|short|size_t|u?int\d+_t|auto|dim3|bool|char|float|double)\b(?:\s+const\b)?\s*([*&]?)\s*([A-Za-z_]\w*)\s*(?:=\s*([^;,(){}]{1,200}|\([^;,{}]{1,200}\))\s*;)?/g;
  for (const [, constant, pointer, name, value] of code.matchAll(declared)) {
    note(name!, constant !== undefined && pointer === '' ? (value ?? null) : null);
  }
  const values = new Map<string, number>();
  // A constant may be made of those before it.
  for (const [name, text] of spelt) {
    const value = text === null ? null : constantOf(text, values);
    if (value !== null) values.set(name, value);
  }
  return values;
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
    else if (c === ',' && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}

const LEVELS: readonly (readonly string[])[] = [
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

/** The positive whole number that an expression of constants is; null for any other, and for what is no such expression. */
function constantOf(text: string, constants: ReadonlyMap<string, number>): number | null {
  const tokens = text.match(/[A-Za-z_]\w*|\d\w*|<<|>>|\S/g) ?? [];
  let next = 0;
  const level = (index: number, depth: number): number | null => {
    const operators = LEVELS[index];
    if (operators === undefined) return primary(depth);
    let left = level(index + 1, depth);
    while (left !== null && operators.includes(tokens[next] ?? '')) {
      const operator = tokens[next++]!;
      const right = level(index + 1, depth);
      left = right === null ? null : computed(left, operator, right);
    }
    return left;
  };
  const primary = (depth: number): number | null => {
    const token = tokens[next++];
    if (token === undefined || depth > MAX_DEPTH) return null;
    if (token === '(') {
      const inner = level(0, depth + 1);
      return tokens[next++] === ')' ? inner : null;
    }
    if (/^\d/.test(token))
      return /^(?:0[xX][\da-fA-F]+|[1-9]\d*|0)[uUlL]*$/.test(token)
        ? Number.parseInt(token, /^0[xX]/.test(token) ? 16 : 10)
        : null;
    return constants.get(token) ?? null;
  };
  const value = level(0, 0);
  return value !== null && next === tokens.length && Number.isSafeInteger(value) && value > 0 ? value : null;
}

function computed(left: number, operator: string, right: number): number | null {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? null : Math.trunc(left / right);
    case '%':
      return right === 0 ? null : left % right;
    case '<<':
      return right < 32 ? left * 2 ** right : null;
    default:
      return Math.floor(left / 2 ** right);
  }
}
