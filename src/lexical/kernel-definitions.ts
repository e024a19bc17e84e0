/**
 * Kernel definitions as the source text shows them, found without the compiler: whatever happens to a file, its kernels
 * are known and none vanishes. A lexical scan, so macros that spell a kernel are not seen.
 */
import type { Language } from '../model/result.ts';

export interface KernelDefinition {
  readonly name: string;
  /** Counts from 1. */
  readonly line: number;
  readonly isTemplate: boolean;
}

const SPECIFIERS: Record<Language, readonly string[]> = {
  cuda: ['__global__'],
  hip: ['__global__'],
  opencl: ['__kernel', 'kernel'],
};

const KERNEL_MACRO = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+[\w \t"()]*\b(?:__global__|__kernel)\b/gm;

/** Macros that stand for the specifier of a kernel, as a text defines them. */
export function kernelMacros(text: string): string[] {
  if (!text.includes('__global__') && !text.includes('__kernel')) return [];
  return Array.from(text.matchAll(KERNEL_MACRO), (match) => match[1]!);
}

/**
 * Finds kernel definitions (not declarations) in the text of one file.
 * @param macros What headers define for the specifier of a kernel, see `kernelMacros`.
 */
export function kernelDefinitions(
  text: string,
  language: Language,
  macros: readonly string[] = [],
): KernelDefinition[] {
  const code = withoutComments(text);
  const found: KernelDefinition[] = [];
  const words = new Set([...SPECIFIERS[language], ...kernelMacros(text), ...macros]);
  const specifier = new RegExp(`\\b(?:${[...words].join('|')})\\b`, 'g');
  for (const match of code.matchAll(specifier)) {
    if (/^[ \t]*#[ \t]*(?:define|undef|if\w*)\b/.test(code.slice(code.lastIndexOf('\n', match.index) + 1, match.index)))
      continue;
    const at = match.index + match[0].length;
    const head = signatureAt(code, at);
    if (head === null) continue;
    found.push({ name: head.name, line: lineOf(code, head.nameAt), isTemplate: isTemplate(code, match.index) });
  }
  return found;
}

/** Comments and literals become blanks of the same length, so that offsets and lines stay. */
export function withoutComments(text: string): string {
  return text.replace(
    /\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
    (part) => part.replace(/[^\n]/g, ' '),
  );
}

/** Parentheses that do not end, in one signature: each is looked for to the end. */
const UNENDED_LIMIT = 4;

/** The name before the parameter list, when a body follows it, or the text ends before one could. */
function signatureAt(code: string, from: number): { name: string; nameAt: number } | null {
  const limit = Math.min(code.length, from + 4000);
  let at = from;
  let name: { name: string; nameAt: number } | null = null;
  /** What stands before parentheses that do not end: a macro with the signature among its arguments, or the kernel. */
  let unended: { name: string; nameAt: number } | null = null;
  let unendedCount = 0;
  while (at < limit) {
    const c = code[at]!;
    if (c === ';' || c === '{' || c === '}') return null;
    if (c === '(') {
      const close = matching(code, at, limit);
      if (close < 0) {
        if (++unendedCount > UNENDED_LIMIT) return null;
        unended ??= name;
        at++;
        continue;
      }
      const word = name?.name ?? '';
      at = close + 1;
      // Attributes take arguments of their own: `__launch_bounds__(256)`, `__attribute__((…))`.
      if (
        /^(__launch_bounds__|__attribute__|__maxnreg__|__cluster_dims__|alignas|__declspec|noexcept|reqd_work_group_size)$/.test(
          word,
        )
      ) {
        continue;
      }
      return name !== null && (bodyFollows(code, at) || isBlank(code, at)) ? name : null;
    }
    const word = /^[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/.exec(code.slice(at, at + 256));
    if (word) {
      name = { name: word[0], nameAt: at };
      at += word[0].length;
      // `scale<float>(…)`: for these arguments of a template.
      const given = /^\s*<[^<>;{}()]*(?:<[^<>;{}()]*>[^<>;{}()]*)*>\s*(?=\()/.exec(code.slice(at, at + 1000));
      if (given) at += given[0].length;
    } else at++;
  }
  if (limit < code.length) return null;
  const last = unended ?? name;
  return last === null || /^(?:void|static|inline|extern|const)$/.test(last.name) ? null : last;
}

/** Does nothing follow: is the file cut short here? */
function isBlank(code: string, from: number): boolean {
  return code.slice(from).trim() === '';
}

function bodyFollows(code: string, from: number): boolean {
  const rest = code.slice(from, from + 400);
  return /^\s*(?:(?:noexcept|const|__attribute__\s*\(\([^)]*\)\))\s*)*\{/.test(rest);
}

function matching(code: string, open: number, limit: number): number {
  let depth = 0;
  for (let i = open; i < limit; i++) {
    if (code[i] === '(') depth++;
    else if (code[i] === ')' && --depth === 0) return i;
  }
  return -1;
}

/** True when `template <…>` stands before the specifiers: with nothing in it, what follows is one instance. */
function isTemplate(code: string, at: number): boolean {
  const before = code.slice(Math.max(0, at - 1000), at);
  const statement = before.slice(
    Math.max(before.lastIndexOf(';'), before.lastIndexOf('}'), before.lastIndexOf('{')) + 1,
  );
  return /\btemplate\s*<(?!\s*>)/.test(statement);
}

function lineOf(code: string, at: number): number {
  let line = 1;
  for (let i = code.indexOf('\n'); i >= 0 && i < at; i = code.indexOf('\n', i + 1)) line++;
  return line;
}
