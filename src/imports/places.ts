/** How logs write a place: `f(int *)+0x2f0 in a.cu:20`, and earlier `0x2f0 in a.cu:20:f(int*)`. */
import type { LoggedAccess } from './logged-race.ts';

const MAX_NAME = 4096;
const MAX_LINE = 1_000_000_000;

type Where = Pick<LoggedAccess, 'function' | 'place' | 'offset'>;

/** @returns null where the text is none of a place */
export function whereIn(text: string): Where | null {
  return offsetBehind(text.trim()) ?? offsetBefore(text.trim());
}

function offsetBehind(text: string): Where | null {
  const at = text.search(/\+0x[0-9a-f]+(?: in |$)/i);
  if (at < 0) return null;
  const [, offset = null, place] = /^\+(0x[0-9a-f]+)(?: in (.*))?$/i.exec(text.slice(at)) ?? [];
  return { function: functionName(text.slice(0, at)), place: place === undefined ? null : fileAndLine(place), offset };
}

function offsetBefore(text: string): Where | null {
  const [, offset = null, rest] = /^(0x[0-9a-f]+) in (.*)$/i.exec(text) ?? [];
  if (rest === undefined) return null;
  const [, file, line, name] = /^(.{1,4096}?):(\d{1,10}):(?!:)(.+)$/.exec(rest) ?? [];
  if (file === undefined || line === undefined || name === undefined)
    return { function: functionName(rest), place: null, offset };
  return { function: functionName(name), place: placeOf(file, line), offset };
}

/** `a.cu:20`, and what a tool may put behind it. */
function fileAndLine(text: string): LoggedAccess['place'] {
  const [, file, line] = /^(.{1,4096}):(\d{1,10})(?:\D|$)/.exec(text) ?? [];
  return file === undefined || line === undefined ? null : placeOf(file, line);
}

/** @returns null for a line that cannot be */
export function placeOf(file: string, line: string): LoggedAccess['place'] {
  const number = Number(line);
  return number >= 1 && number <= MAX_LINE ? { file: file.slice(0, MAX_NAME), line: number } : null;
}

/** The qualified name of a demangled signature: without what it returns, takes and is instantiated with. */
export function functionName(signature: string): string {
  let [name, depth] = ['', 0];
  for (const character of signature.trim().slice(0, MAX_NAME)) {
    if (character === '<') depth += 1;
    else if (character === '>') depth -= 1;
    else if (depth <= 0 && character === '(' && !/(?:^|::)$/.test(name)) break;
    else if (depth <= 0) name += character;
  }
  const words = name.trim().split(/\s+/);
  return words.at(-1) || signature.trim().slice(0, MAX_NAME) || '?';
}
