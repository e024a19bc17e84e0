/** Changes that stay within kernels and functions of the device: they reach no launch, and nothing that host code computes. */
import { type ChangedFile, pathAtBase } from '../diff/changed-file.ts';
import { touchedLines } from '../diff/patch.ts';
import { functionsIn } from '../lexical/declarations.ts';
import { bareName } from '../lexical/kernel-names.ts';
import { launchedKernels } from '../lexical/kernel-text.ts';
import type { Sources } from '../source/index.ts';

/** Who else may call it, or compute with it. */
const FOR_THE_HOST = /\b(?:__host__|constexpr|consteval)\b/;

/** True when every line that a change touches, on both sides, stands within the body of such a function. */
export function isWithinDeviceCode(change: ChangedFile, base: Sources, head: Sources): boolean {
  const old = pathAtBase(change);
  const before = old === null ? undefined : base.read(old);
  const now = head.read(change.path);
  if (change.status === 'removed' || before === undefined || now === undefined || change.lines === null) return false;
  return areWithin(before, touchedLines(change.lines, 'base')) && areWithin(now, touchedLines(change.lines, 'head'));
}

function areWithin(text: string, touched: readonly number[]): boolean {
  const lines = text.split('\n');
  // A macro that is defined in a body holds behind it.
  if (touched.some((line) => /^\s*#|\\\s*$/.test(lines[line - 1] ?? ''))) return false;
  const lineOf = lineCounter(text);
  // A macro may hide that a function is a kernel.
  const launched = launchedKernels(text);
  const bodies = functionsIn(text).flatMap(({ start, body, kind, name }) => {
    if (body === null || (kind === 'host' && !launched.has(bareName(name)))) return [];
    if (FOR_THE_HOST.test(text.slice(start, body.open))) return [];
    return { first: lineOf(body.open) + 1, last: lineOf(body.close) };
  });
  return touched.every((line) => bodies.some(({ first, last }) => first <= line && line <= last));
}

/** The line of an offset; offsets have to come in order. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let at = 0;
  return (offset) => {
    for (; at < offset; at++) if (text[at] === '\n') line++;
    return line;
  };
}
