/**
 * Ordinary launches as cooperative ones, for a barrier of the whole grid. All blocks of a cooperative launch have to be on the
 * device at once, so that it is offered only where the launch says how many there are, and any device has room for them.
 */

import type { FunctionText } from '../lexical/statement-tree.ts';
import type { KernelResult, Launch } from '../model/result.ts';
import { asLines, type Change } from './change.ts';
import { freshName } from './fresh-name.ts';
import type { SourceText, SourceTexts } from './source-text.ts';
import { topLevel } from './update.ts';

/** What the smallest devices in use hold at once: 16 multiprocessors with 1,024 threads each. */
const MAX_THREADS = 16 * 1024;
const COOPERATIVE = /\b(?:cuda|hip)LaunchCooperative\w*\s*\(/;
const LAUNCH = /^([A-Za-z_][\w:]*)\s*<<<(.*)>>>\s*\((.*)\)\s*;$/s;

export type CooperativeLaunches =
  | { readonly changes: readonly Change[]; readonly why: null }
  /** Why there are none. */
  | { readonly changes: null; readonly why: string };

/** The edits with which all launches in sight are cooperative. */
export function cooperativeLaunches(kernel: KernelResult, sources: SourceTexts): CooperativeLaunches {
  const changes: Change[] = [];
  for (const launch of kernel.launches) {
    const source = sources.get(launch.file);
    if (launch.line < 1 || source === null) return refused('its launch is in no source');
    if (isCooperative(source, launch.line)) continue;
    const why = whyTooLarge(launch);
    if (why !== null) return refused(why);
    const change = cooperative(source, launch, definitionOf(kernel, sources));
    if (change === null) return refused('its launch cannot be rewritten as a cooperative one');
    changes.push(change);
  }
  return { changes, why: null };
}

function refused(why: string): CooperativeLaunches {
  return { changes: null, why };
}

function isCooperative(source: SourceText, line: number): boolean {
  const from = source.offsetAt(Math.max(1, line - 1), 1);
  return COOPERATIVE.test(source.code.slice(from, source.lineEndAt(source.offsetAt(line, 1))));
}

function whyTooLarge({ gridDim, blockDim }: Launch): string | null {
  const sizes = [...gridDim, ...blockDim].map((size) => (/^\d+[uUlL]*$/.test(size) ? Number.parseInt(size, 10) : null));
  if (sizes.includes(null)) {
    return 'its launch does not say how many blocks there are, and those of a cooperative one have to fit on the device at once';
  }
  const threads = sizes.reduce<number>((product, size) => product * (size ?? 1), 1);
  return threads > MAX_THREADS ? `its ${threads} threads may be too many for a cooperative launch` : null;
}

function definitionOf(
  { file, line }: KernelResult,
  sources: SourceTexts,
): { source: SourceText; fn: FunctionText } | null {
  const source = sources.get(file);
  const at = source?.offsetAt(line, 1) ?? 0;
  const fn = source?.functions.find(
    ({ start, body, isKernel }) => isKernel && start <= source.lineEndAt(at) && at <= body.start,
  );
  return source == null || fn === undefined ? null : { source, fn };
}

/** Null where the text shows no plain launch of a plain kernel. */
function cooperative(source: SourceText, { line }: Launch, definition: ReturnType<typeof definitionOf>): Change | null {
  const statement = source.placeInLine(line)?.path.at(-1);
  const match = statement?.kind === 'simple' ? LAUNCH.exec(source.textOf(statement)) : null;
  if (definition === null || statement === undefined || match === null || !source.isFirstOfLine(statement.start))
    return null;
  const parameters = parametersOf(definition.source, definition.fn);
  const [grid, block, shared = '0', stream = '0', ...more] = topLevel(match[2]!, ',');
  const values = match[3]!.trim() === '' ? [] : topLevel(match[3]!, ',');
  if (parameters === null || block === undefined || more.length > 0 || values.length !== parameters.length) return null;
  const names = parameters.map(({ name }) => freshName(source, `${name}Argument`));
  const list = freshName(source, 'arguments');
  const inner = [
    ...parameters.map(({ type }, i) => `${type}${/[*&]$/.test(type) ? '' : ' '}${names[i]} = ${values[i]};`),
    ...(names.length === 0 ? [] : [`void *${list}[] = {${names.map((name) => `&${name}`).join(', ')}};`]),
    `cudaLaunchCooperativeKernel((void *)${match[1]}, ${grid}, ${block}, ${names.length === 0 ? 'nullptr' : list}, ${shared}, ${stream});`,
  ];
  const indent = source.indentAt(statement.start);
  const text = asLines(source, indent, ['{', ...inner.map((one) => `${source.indentUnit}${one}`), '}']);
  const [start, end] = [source.lineStartAt(statement.start), statement.end];
  return { file: source.file, start, end, text: text.slice(0, -source.lineEnd.length) };
}

/** Null for a template, and for what is no plain list of names with their types. */
function parametersOf(source: SourceText, { start, body }: FunctionText): { type: string; name: string }[] | null {
  const head = source.code.slice(start, body.start);
  const list = /\(([^()]*)\)\s*$/.exec(head)?.[1]?.trim();
  if (list === undefined || /\btemplate\b/.test(head)) return null;
  if (list === '' || list === 'void') return [];
  const parameters = topLevel(list, ',').map((one) => /^([^=[\]&]*[\s*])([A-Za-z_]\w*)$/s.exec(one));
  if (parameters.includes(null)) return null;
  return parameters.map((match) => {
    const plain = match![1]!
      .replace(/\b(?:__restrict__|__restrict|restrict)\b/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    const type = plain.includes('*') ? plain.replace(/\*\s*const$/, '*') : plain.replace(/\bconst\b\s*/g, '').trim();
    return { type, name: match![2]! };
  });
}
