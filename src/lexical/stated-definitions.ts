/**
 * What a repository says that a macro is, outside of the files that are compiled: options of JIT compilers and maps of
 * definitions in host code, texts that are put before a kernel, CMake and Makefiles. Read as text, in bounded steps.
 */
import { nearest } from './nearest.ts';

export interface StatedDefinition {
  readonly value: string;
  /** `(a,b)` of a macro with parameters, else empty. */
  readonly parameters: string;
  /** Where it says so. */
  readonly file: string;
  readonly line: number;
}

/** By name; several places may say it. */
export type DefinitionTable = ReadonlyMap<string, readonly StatedDefinition[]>;

/** Null: it says nothing. */
export type StatedDefinitions = (name: string) => StatedDefinition | null;

const NAME = '([A-Za-z_]\\w{0,80})';
const VALUE = '([\\w.+\\-]{1,80}(?:\\([\\w,. ]{0,40}\\))?)';

/** `-D NAME=VALUE` and `-DNAME`, in a string or in a build file; a value that is put together at run time is not known. */
const OPTION = new RegExp(
  `(?<![\\w-])-D ?${NAME}(?:=(?:\\\\"([^"\\\\\\n]{0,80})\\\\"|"([A-Za-z_][\\w ]{0,80})"|${VALUE})|(?=[\\s")';\\\\]|$))`,
  'g',
);
/** `defines["NAME"] = "value"`. */
const MAP = new RegExp(
  `\\w*(?:[dD]efin|[rR]eplacement|[mM]acro|[oO]ption)\\w*\\[ ?"${NAME}" ?\\] ?= ?"([^"\\n]{0,200})"`,
  'g',
);
/** `"typedef float real;\\n"`: a text that stands before the kernels. */
const TYPEDEF = new RegExp(`"[^"\\n]{0,200}?\\btypedef +(\\w[\\w *]{0,60}?) +${NAME} *;`, 'g');
/** `"#define NAME VALUE\\n"`. */
const DEFINE = new RegExp(`" *# *define +${NAME} +([^"\\\\\\n]{1,80})(?:\\\\n)?"`, 'g');
/** `add_compile_definitions(A B=1)`, `target_compile_definitions(target PUBLIC A=1)`. */
const CMAKE = /\b(?:add_compile_definitions|target_compile_definitions)\s{0,10}\(([^()]{1,2000})\)/g;
const CMAKE_WORD = /^(?:PUBLIC|PRIVATE|INTERFACE)$/;
/** Definitions of one text; what writes more is generated. */
const MAX_OF_TEXT = 500;

/** Adds what a text says. A macro without a value is 1, as compilers have it. */
export function statedIn(text: string, file: string, into: Map<string, StatedDefinition[]>): void {
  let left = MAX_OF_TEXT;
  const add = (name: string, value: string, at: number): void => {
    if (--left < 0) return;
    const known = into.get(name);
    const found = { value: value.trim(), parameters: '', file, line: lineAt(text, at) };
    if (known === undefined) into.set(name, [found]);
    else if (!known.some((one) => one.file === file)) known.push(found);
  };
  if (text.includes('-D')) {
    for (const match of text.matchAll(OPTION)) {
      add(match[1]!, match[2] ?? match[3] ?? match[4] ?? '1', match.index);
    }
  }
  for (const match of text.matchAll(MAP)) add(match[1]!, match[2]!, match.index);
  if (text.includes('typedef')) for (const match of text.matchAll(TYPEDEF)) add(match[2]!, match[1]!, match.index);
  if (text.includes('define')) for (const match of text.matchAll(DEFINE)) add(match[1]!, match[2]!, match.index);
  if (text.includes('compile_definitions')) {
    for (const match of text.matchAll(CMAKE)) {
      const words = match[1]!.split(/\s+/).filter((word) => word !== '');
      const isTarget = match[0].startsWith('target');
      for (const word of words.slice(isTarget ? 1 : 0)) {
        const [, name, value] = /^(?:-D)?"?([A-Za-z_]\w*)(?:=([\w.+-]+))?"?$/.exec(word) ?? [];
        if (name !== undefined && !CMAKE_WORD.test(name)) add(name, value ?? '1', match.index);
      }
    }
  }
}

/** What is said nearest to a file. */
export function statedNear(table: DefinitionTable, file: string): StatedDefinitions {
  return (name) => {
    const all = table.get(name);
    if (all === undefined || all.length === 0) return null;
    const [first] = nearest(
      file,
      all.map((one) => one.file),
    ).toSorted();
    return all.find((one) => one.file === first) ?? null;
  };
}

function lineAt(text: string, at: number): number {
  let line = 1;
  for (let i = text.indexOf('\n'); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) line++;
  return line;
}
