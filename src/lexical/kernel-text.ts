/** What the text of a file says about kernels and launches, without a compiler. */

import type { Language } from '../model/result.ts';

const DEFINITION: Record<Language, RegExp> = {
  // Or a macro for it, by its name and by where it stands.
  cuda: /\b__global__\b|^[ \t]*\w*KERNEL\w*[ \t\n]+(?:void\b|__launch_bounds__)/m,
  hip: /\b__global__\b/,
  opencl: /\b(?:__kernel|kernel\s+(?:void|__attribute__))\b/,
};
/** HIP's programs are C++ files by their extension, and often launch what a header of theirs defines. */
const HIP_LAUNCH = /\bhip(?:Ext)?Launch(?:Cooperative)?Kernel(?:GGL)?\b/;

/** True when the text may define a kernel. */
export function definesKernel(text: string, language: Language): boolean {
  return DEFINITION[language].test(text);
}

/** True when the text is of a CUDA or HIP program with kernels, its own or those of headers it includes. */
export function isKernelProgram(text: string): boolean {
  return definesKernel(text, 'hip') || HIP_LAUNCH.test(text);
}

const LAUNCH = /<<<|\b(?:cuda|hip)(?:Ext)?Launch/;

/** True when the text may launch a kernel. */
export function launchesKernel(text: string): boolean {
  return LAUNCH.test(text);
}

/** The first argument of a function or macro that launches. Bounded in every part, so that no text costs more than its length. */
const HANDED =
  /\b(?:cuda|hip)(?:Ext)?Launch(?:Cooperative)?Kernel(?:GGL)?\s{0,20}\((?:[\s(&]|HIP_KERNEL_NAME|(?:const\s{1,20})?void\s{0,20}\*\s{0,20}\)|reinterpret_cast\s{0,20}<[^<>]{0,200}>|[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]{0,200}::){0,50}([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]{0,200})/g;
/** Template arguments before `<<<` that are looked through. */
const MAX_ARGUMENTS = 1_000;

/** The names of the kernels that the text launches, without namespace and template arguments. */
export function launchedKernels(text: string): Set<string> {
  const names = new Set<string>();
  for (let at = text.indexOf('<<<'); at >= 0; at = text.indexOf('<<<', at + 3)) {
    const name = nameBefore(text, at);
    if (name !== null) names.add(name);
  }
  for (const name of handedKernels(text)) names.add(name);
  return names;
}

/** Those of them that are handed to a function or macro that launches. */
export function handedKernels(text: string): Set<string> {
  return new Set([...text.matchAll(HANDED)].map(([, name]) => name!));
}

/** The name that ends before `end`, with or without template arguments behind it. */
export function nameBefore(text: string, end: number): string | null {
  return spelledBefore(text, end)?.name ?? null;
}

/** The same with the template arguments, as they are spelled: empty where there are none. */
export function spelledBefore(text: string, end: number): { readonly name: string; readonly args: string } | null {
  const from = Math.max(0, end - MAX_ARGUMENTS);
  let before = text.slice(from, end).trimEnd();
  let args = '';
  if (before.endsWith('>')) {
    let angles = 0;
    let parentheses = 0;
    let at = before.length;
    do {
      const c = before[--at];
      if (c === ')') parentheses++;
      else if (c === '(') parentheses--;
      else if (parentheses === 0 && c === '>') angles++;
      else if (parentheses === 0 && c === '<') angles--;
    } while (angles > 0 && at > 0);
    args = before.slice(at + 1, -1);
    before = before.slice(0, at).trimEnd();
  }
  const name = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/.exec(before.slice(-256))?.[0];
  return name === undefined ? null : { name, args };
}
