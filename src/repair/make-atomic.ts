/** An update that several threads make, whose result nobody uses: an atomic operation in its place. */
import type { Access } from '../model/result.ts';
import type { Candidate, CandidateContext } from './candidate.ts';
import type { Change } from './change.ts';
import type { Place } from './source-text.ts';
import { assignmentOf } from './split-statement.ts';

/** Operations that commute, with the functions of both languages; a null has none. */
const FUNCTIONS: Readonly<Record<string, { readonly cuda: string; readonly opencl: string }>> = {
  '+': { cuda: 'atomicAdd', opencl: 'atomic_add' },
  '-': { cuda: 'atomicSub', opencl: 'atomic_sub' },
  '&': { cuda: 'atomicAnd', opencl: 'atomic_and' },
  '|': { cuda: 'atomicOr', opencl: 'atomic_or' },
  '^': { cuda: 'atomicXor', opencl: 'atomic_xor' },
  min: { cuda: 'atomicMin', opencl: 'atomic_min' },
  max: { cuda: 'atomicMax', opencl: 'atomic_max' },
};

/** All updates of the cause as atomic operations. */
export function atomicCandidates({ cause, kernel, sources }: CandidateContext): Candidate[] {
  const changes = new Map<string, Change>();
  for (const access of cause.explains.flatMap(({ accesses }) => accesses)) {
    if (access.kind === 'atomic' || access.kind === 'barrier') continue;
    const change = updateAt(
      access,
      sources.get(access.file)?.placeAt(offsetOf(access, sources)) ?? null,
      kernel.language === 'opencl',
    );
    if (change !== null) changes.set(`${change.file} ${change.start}`, change);
  }
  return changes.size === 0 ? [] : [{ kind: 'make-atomic', changes: [...changes.values()] }];
}

function offsetOf({ file, line, column }: Access, sources: CandidateContext['sources']): number {
  return sources.get(file)?.offsetAt(line, column) ?? 0;
}

function updateAt(access: Access, place: Place | null, isOpenCl: boolean): Change | null {
  const statement = place?.path.at(-1);
  if (place === null || statement?.kind !== 'simple') return null;
  const { source } = place;
  const update = updateOf(source.textOf(statement));
  if (update === null || !sameText(update.target).includes(sameText(access.text.replace(/^(?:\+\+|--|\*)/, ''))))
    return null;
  const { target, operation, value } = update;
  const functions = FUNCTIONS[operation];
  if (functions === undefined) return null;
  const address = /^\*\s*[A-Za-z_]\w*$/.test(target) ? target.slice(1).trim() : `&${target}`;
  const text = `${isOpenCl ? functions.opencl : functions.cuda}(${address}, ${value});`;
  return { file: source.file, start: statement.start, end: statement.end, text };
}

interface Update {
  readonly target: string;
  readonly operation: string;
  readonly value: string;
}

/** `x += v`, `x++`, `x = x + v`, `x = min(x, v)`; null for what is none of them. */
export function updateOf(text: string): Update | null {
  const assignment = assignmentOf(text);
  if (assignment === null) return null;
  const { target, operator, value } = assignment;
  const own = sameText(target);
  const isFree = (part: string) => !sameText(part).includes(own);
  if (operator !== '') return isFree(value) ? { target, operation: operator, value } : null;
  const call = /^(?:f|std::|::)?(min|max)f?\s*\(\s*(.*)\)$/s.exec(value);
  if (call) {
    const [a, b, ...more] = topLevel(call[2]!, ',');
    if (a === undefined || b === undefined || more.length > 0) return null;
    const other = sameText(a) === own ? b : sameText(b) === own ? a : null;
    return other === null || !isFree(other) ? null : { target, operation: call[1]!, value: other };
  }
  for (const operation of ['+', '-', '&', '|', '^']) {
    const parts = topLevel(value, operation);
    if (parts.length !== 2) continue;
    const [a, b] = parts as [string, string];
    if (sameText(a) === own && isFree(b)) return { target, operation, value: b };
    if (sameText(b) === own && isFree(a) && operation !== '-') return { target, operation, value: a };
  }
  return null;
}

/** The parts between separators outside of brackets. */
function topLevel(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const c of text) {
    if ('([{'.includes(c)) depth++;
    if (')]}'.includes(c)) depth--;
    if (c === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += c;
  }
  return parts.map((part) => part.trim());
}

function sameText(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
