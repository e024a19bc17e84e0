/** An update that several threads make, whose result nobody uses: an atomic operation in its place. */
import type { TreeStatement } from '../lexical/statement-tree.ts';
import type { Candidate, CandidateContext } from './candidate.ts';
import { type Change, without } from './change.ts';
import type { Place } from './source-text.ts';
import { assignmentOf, elementType } from './split-statement.ts';
import { updateInTwoSteps } from './two-step-update.ts';
import { sameText, type Update, updateOf } from './update.ts';

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
  for (const { kind, file, line, column, text } of cause.explains.flatMap(({ accesses }) => accesses)) {
    if (kind === 'atomic' || kind === 'barrier') continue;
    const source = sources.get(file);
    const place = source?.placeAt(source.offsetAt(line, column)) ?? null;
    if (place === null) continue;
    for (const change of updateAt(place, text, kernel.language === 'opencl')) {
      changes.set(`${change.file} ${change.start}`, change);
    }
  }
  return changes.size === 0 ? [] : [{ kind: 'make-atomic', changes: [...changes.values()] }];
}

/** The statement of an access, or the two statements, as one operation; none where it is no update. */
function updateAt(place: Place, accessText: string, isOpenCl: boolean): Change[] {
  const statement = place.path.at(-1)!;
  if (statement.kind !== 'simple') return [];
  const { source } = place;
  const extreme = extremeAt(place);
  if (extreme !== null && sameText(extreme.update.target).includes(sameText(accessText.replace(/^\*/, '')))) {
    const { branch, update } = extreme;
    return [{ file: source.file, start: branch.start, end: branch.end, text: callOf(update, isOpenCl) }];
  }
  const atOnce = updateOf(source.textOf(statement));
  const steps = atOnce === null ? updateInTwoSteps(place) : { update: atOnce, last: statement, gone: [] };
  if (steps === null) return [];
  const { update, last, gone } = steps;
  const { target, operation } = update;
  if (!sameText(target).includes(sameText(accessText.replace(/^(?:\+\+|--|\*)/, '')))) return [];
  if (FUNCTIONS[operation] === undefined || isRounded(place, update)) return [];
  const text = callOf(update, isOpenCl);
  return [{ file: source.file, start: last.start, end: last.end, text }, ...gone.map((one) => without(source, one))];
}

function callOf({ target, operation, value }: Update, isOpenCl: boolean): string {
  const functions = FUNCTIONS[operation]!;
  const address = /^\*\s*[A-Za-z_]\w*$/.test(target) ? target.slice(1).trim() : `&${target}`;
  return `${isOpenCl ? functions.opencl : functions.cuda}(${address}, ${value});`;
}

/** `if (v < x) x = v;` at the place: the smaller one of the two, or the larger one, is kept; null: it is none. */
function extremeAt({ source, path }: Place): { readonly branch: TreeStatement; readonly update: Update } | null {
  const branch = path.findLast(({ kind }) => kind === 'if');
  if (branch === undefined || branch.parts.length !== 1 || branch.head === null) return null;
  const [inner] = branch.parts as [TreeStatement];
  const only = inner.kind === 'block' && inner.parts.length === 1 ? inner.parts[0]! : inner;
  const assignment = only.kind === 'simple' ? assignmentOf(source.textOf(only)) : null;
  const compared = /^([^<>=!&|]+)(<=?|>=?)([^<>=!&|]+)$/.exec(sameText(source.codeOf(branch.head)));
  if (
    assignment === null ||
    assignment.operator !== '' ||
    compared === null ||
    /\w\s*\(|\+\+|--/.test(assignment.value)
  )
    return null;
  const { target, value } = assignment;
  const [, left, operator, right] = compared as unknown as [string, string, string, string];
  const isLeft = left === sameText(value) && right === sameText(target);
  if (!isLeft && !(right === sameText(value) && left === sameText(target))) return null;
  const operation = isLeft === operator.startsWith('<') ? 'min' : 'max';
  return { branch, update: { target, operation, value } };
}

/** True where an integer takes something that may be a fraction: the operation rounds it before, and the update after. */
function isRounded(place: Place, { target, value }: Update): boolean {
  const type = elementType(place, /[A-Za-z_]\w*/.exec(target)?.[0] ?? '');
  if (type !== null && FRACTION.test(type)) return false;
  if (/\d\.|\.\d|\b\d+(?:[eE][-+]?\d+|f\b)/.test(value)) return true;
  return [...value.matchAll(/[A-Za-z_]\w*/g)].some(([name]) => {
    return (
      FRACTION.test(name) || FRACTION.test(elementType(place, name) ?? '') || /^\w+f$|^(?:sqrt|exp|log|pow)$/.test(name)
    );
  });
}

const FRACTION = /^(?:float|double|half)/;
