/** A store that all threads make to one place: one of them is enough. */
import { isLoop } from '../lexical/statement-tree.ts';
import type { Finding } from '../model/result.ts';
import type { Candidate, CandidateContext } from './candidate.ts';
import type { Change } from './change.ts';
import { isReachedByFirst, neighboursOf } from './first-thread.ts';
import { freshName } from './fresh-name.ts';
import type { Place } from './source-text.ts';
import { assignmentOf, elementType } from './split-statement.ts';
import { type Axis, Uniformity } from './uniformity.ts';

/** Longer lines are broken. */
const MAX_WIDTH = 100;

/** A condition that one thread meets around each store of the cause that all make. */
export function guardCandidates({ cause, kernel, sources }: CandidateContext): Candidate[] {
  const stores = new Map<string, { place: Place; findings: Finding[] }>();
  for (const finding of cause.explains) {
    const [a, b] = finding.accesses;
    if (a === undefined || b === undefined || (a.kind !== 'write' && b.kind !== 'write')) continue;
    if (a.file !== b.file || a.line !== b.line || a.column !== b.column) continue;
    const source = sources.get(a.file);
    const place = source?.placeAt(source.offsetAt(a.line, a.column)) ?? null;
    if (place === null) continue;
    const key = `${a.file} ${place.path.at(-1)!.start}`;
    const known = stores.get(key);
    if (known === undefined) stores.set(key, { place, findings: [finding] });
    else known.findings.push(finding);
  }
  const changes: Change[] = [];
  let depends = false;
  for (const { place, findings } of stores.values()) {
    const guard = guardOf(place, findings, kernel.language === 'opencl');
    if (guard === null) return [];
    changes.push(guard.change);
    depends ||= guard.depends;
  }
  if (changes.length === 0) return [];
  const note = depends
    ? 'Threads may store different values there: with the edit, the value of the first thread is kept.'
    : null;
  return [{ kind: 'add-guard', changes, ...(note === null ? {} : { note }) }];
}

/** Null where not all threads make the store, or where it is not one to one place. */
function guardOf(
  place: Place,
  findings: readonly Finding[],
  isOpenCl: boolean,
): { change: Change; depends: boolean } | null {
  const { source, path } = place;
  const statement = path.at(-1)!;
  const around = path.at(-2);
  const text = source.textOf(statement);
  // Alone under a condition, it gets one more.
  const isAlone = around?.kind === 'if' && around.parts.length === 1;
  const isLine = around?.kind === 'block' && source.isFirstOfLine(statement.start);
  if (statement.kind !== 'simple' || !(isAlone || isLine)) return null;
  const store = storeOf(text);
  const isWrittenOnly = findings.every(({ accesses }) => accesses.every(({ kind }) => kind === 'write'));
  if (store === null || (store.value === '' && !isWrittenOnly)) return null;
  const way = guardedWay(place, findings, store);
  if (way === null || comesOfTarget(codeBefore(place), store)) return null;
  const { axes, neighbours } = way;
  const isSameForAll = (text: string) => axes.every((axis) => new Uniformity(place, axis).isSame(text));
  const depends = !isSameForAll(store.value) && !isSameInput(place, store.value, findings, isSameForAll);
  const condition =
    neighbours === null ? conditionOf(axes, findings, isOpenCl) : `${neighbours.number} % ${neighbours.count} == 0`;
  const lines = store.isCall ? splitLines(place, store, condition, isOpenCl) : guardedLines(place, condition);
  if (lines === null || (isAlone && lines.length > 1)) return null;
  const change = { file: source.file, start: statement.start, end: statement.end, text: lines.join(source.lineEnd) };
  return { change, depends };
}

/** The statement of a place under a condition, without the indentation of the first line. */
function guardedLines({ source, path }: Place, condition: string): string[] {
  const statement = path.at(-1)!;
  const text = source.textOf(statement);
  const indent = source.indentAt(statement.start);
  const short = `if (${condition}) ${text}`;
  if (!text.includes('\n') && indent.length + short.length <= MAX_WIDTH) return [short];
  const inner = text.split(/\r?\n/).map((line, i) => `${i === 0 ? indent : ''}${source.indentUnit}${line}`);
  return [`if (${condition}) {`, ...inner, `${indent}}`];
}

/** What all threads have to call is called by all, and stored by one; null where the text does not say the type. */
function splitLines(
  place: Place,
  { target, value, base }: Store,
  condition: string,
  isOpenCl: boolean,
): string[] | null {
  const { source, path } = place;
  const known = /\.|->/.test(target) ? null : elementType(place, base);
  const type = known ?? (isOpenCl ? null : 'auto');
  if (type === null) return null;
  const name = freshName(source, 'next');
  const indent = source.indentAt(path.at(-1)!.start);
  return [`const ${type} ${name} = ${value};`, `${indent}if (${condition}) ${target} = ${name};`];
}

/** Which threads the one stands for: all of them, those of each block, or a few neighbours; null: it stands for none. */
function guardedWay(
  place: Place,
  findings: readonly Finding[],
  store: Store,
): { readonly axes: readonly Axis[]; readonly neighbours: ReturnType<typeof neighboursOf> } | null {
  const axes = axesOf(findings).find((some) => {
    const same = some.map((axis) => new Uniformity(place, axis));
    const isSame = (part: string) => same.every((one) => one.isSame(part));
    return isSame(store.where) && isReachedByFirst(place, isSame);
  });
  if (axes !== undefined) return { axes, neighbours: null };
  const isOneRow = findings.every(({ rule, witness }) => {
    return rule !== 'inter-block-race' && (witness?.blockDim ?? []).slice(1).every((size) => size === 1);
  });
  const neighbours = isOneRow ? neighboursOf(place, store.subscript) : null;
  const ofBlock = new Uniformity(place, 'thread');
  if (neighbours === null || !isReachedByFirst(place, (part) => ofBlock.isSame(part), false)) return null;
  return { axes: ['thread'], neighbours };
}

/** What the kernel does before a statement, or in a loop around it. */
function codeBefore({ source, function: fn, path }: Place): string {
  const loop = path.find(isLoop);
  return source.code.slice(fn.body.start, (loop ?? path.at(-1)!).end);
}

/** True when the value is one cell of a buffer that the kernel only reads, and what is stored to is memory of the block. */
function isSameInput(
  { source, function: fn }: Place,
  value: string,
  findings: readonly Finding[],
  isSame: (text: string) => boolean,
): boolean {
  if (!findings.every(({ memory }) => memory?.space === 'shared')) return false;
  const [, name, index] = /^([A-Za-z_]\w*)\s*\[([^[\]]*)\]$/.exec(value.trim()) ?? [];
  if (name === undefined || index === undefined || !isSame(index)) return false;
  const head = source.code.slice(fn.start, fn.body.start);
  const declared = new RegExp(`[(,]([^(),]*)\\*[^(),*]*\\b${name}\\s*[,)]`).exec(head)?.[1];
  if (declared === undefined || /\b(?:__)?local\b/.test(declared)) return false;
  const uses = source.codeOf(fn.body).matchAll(new RegExp(`.?\\s*\\b${name}\\b\\s*(\\[[^[\\]]*\\])?\\s*(..)?`, 'g'));
  return [...uses].every(([use, subscript, next = '']) => {
    const isStored = /^(?:=[^=]|[-+*/%&|^]=|<<|>>|\+\+|--)/.test(next);
    return subscript !== undefined && !isStored && !/^[&+-]/.test(use);
  });
}

/** True when the value was made of what the memory held: then it is an update in several steps, and each thread's counts. */
function comesOfTarget(code: string, { base, value }: Store): boolean {
  if (base === '') return false;
  const mentionsOne = (text: string, names: ReadonlySet<string>) =>
    (text.match(/[A-Za-z_]\w*/g) ?? []).some((name) => names.has(name));
  const names = new Set([base]);
  const assigned = [...code.matchAll(/(?<![\w.])([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)([^;]*)/g)];
  for (let before = 0; before !== names.size; ) {
    before = names.size;
    for (const [, name, from] of assigned) if (mentionsOne(from!, names)) names.add(name!);
  }
  return mentionsOne(value, names);
}

interface Store {
  /** Empty for a call. */
  readonly target: string;
  readonly where: string;
  readonly value: string;
  /** The name that what is stored to begins with. */
  readonly base: string;
  /** Of `a[…]` what stands in the brackets; empty for any other target. */
  readonly subscript: string;
  /** To compute the value more is called than functions that only compute: every thread's call counts. */
  readonly isCall: boolean;
}

/** What says where a statement stores, and what; null: it is no store that one thread could make for all. */
function storeOf(text: string): Store | null {
  const assignment = assignmentOf(text);
  if (assignment !== null) {
    const { target, operator, value } = assignment;
    // A variable of its own is where it is; what an element is of has to be the same for all.
    if (operator !== '' || mentions(value, target)) return null;
    const where = /^[A-Za-z_]\w*$/.test(target) ? '' : target.replaceAll('->', '.').replaceAll(/[[\]*]/g, ' ');
    const base = /[A-Za-z_]\w*/.exec(target)?.[0] ?? '';
    const subscript = /^[A-Za-z_]\w*\s*\[([^[\]]*)\]$/.exec(target)?.[1] ?? '';
    return { target, where, value, base, subscript, isCall: hasEffect(value) };
  }
  // A call of what no text here defines (else the store stands there), with the same arguments.
  const call = /^([A-Za-z_]\w*)\s*\((.*)\)\s*;$/s.exec(text.trim());
  return call === null || /^[A-Z_\d]+$/.test(call[1]!)
    ? null
    : { target: '', where: call[2]!, value: '', base: '', subscript: '', isCall: false };
}

/** True for what may do more than compute a value: then each thread's doing counts. */
function hasEffect(value: string): boolean {
  if (/\+\+|--|(?<![=!<>])=(?!=)/.test(value)) return true;
  return [...value.matchAll(/\b([A-Za-z_]\w*)\s*(?:<[^<>()]*>\s*)?\(/g)].some(([, name]) => !PLAIN_CALL.test(name!));
}

/** Functions that only compute, and types. */
const PLAIN_CALL =
  /^(?:f?min|f?max|f?abs|fabs|sqrt|rsqrt|floor|ceil|round|exp|exp2|log|log2|sin|cos|tan|pow|fma|mad|clamp|dot|int|unsigned|uint|char|short|long|float|double|half|bool|size_t|make_\w+|convert_\w+|get_\w+|sizeof|static_cast|__\w*2\w*)f?$/;

/** True when the target stands in the value: then it is an update, and each thread's counts. */
function mentions(value: string, target: string): boolean {
  const words = (text: string) => ` ${(text.match(/\w+|[^\s\w]/g) ?? []).join(' ')} `;
  return words(value).includes(words(target));
}

/** The axes along which the threads of the findings differ: all of them, or blocks alone where each block has its own cells. */
function axesOf(findings: readonly Finding[]): (readonly Axis[])[] {
  const isAcross = findings.some(({ rule }) => rule === 'inter-block-race');
  const isWithin = findings.some(({ witness }) => witness === null || witness.blockDim.some((size) => size > 1));
  if (!isAcross) return [['thread']];
  return isWithin ? [['block', 'thread'], ['block']] : [['block']];
}

const AXIS_NAMES = ['x', 'y', 'z'] as const;

function conditionOf(axes: readonly Axis[], findings: readonly Finding[], isOpenCl: boolean): string {
  const dims = (of: 'gridDim' | 'blockDim') =>
    [0, 1, 2].filter((i) => i === 0 || findings.some(({ witness }) => witness !== null && witness[of][i]! > 1));
  if (isOpenCl && axes.length === 2) {
    const all = [...new Set([...dims('gridDim'), ...dims('blockDim')])].sort();
    return all.map((i) => `get_global_id(${i}) == 0`).join(' && ');
  }
  const terms = axes.flatMap((axis) => {
    const of = dims(axis === 'block' ? 'gridDim' : 'blockDim');
    if (isOpenCl) return of.map((i) => `${axis === 'block' ? 'get_group_id' : 'get_local_id'}(${i}) == 0`);
    return of.map((i) => `${axis === 'block' ? 'blockIdx' : 'threadIdx'}.${AXIS_NAMES[i]} == 0`);
  });
  return terms.join(' && ');
}
