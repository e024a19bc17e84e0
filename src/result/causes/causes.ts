/**
 * The causes of a result: what its findings have in common that one missing or changed synchronisation explains. People
 * read and count causes; programs gate and compare findings. Causes follow from the findings alone, so that results can
 * be put together and taken apart without a thought of them.
 */
import { createHash } from 'node:crypto';
import { bareName, withoutTemplateArguments } from '../../lexical/kernel-names.ts';
import { type Cause, EVIDENCE, type Finding, type Fix, type KernelResult, type Result } from '../../model/result.ts';
import { kernelOf } from '../kernels.ts';
import { isSilenced } from '../level.ts';
import { joinedAcrossKernels } from './across-kernels.ts';
import { type ChangedLine, changedLineOf, definitionOf, groupsWithinKernels, type PlacedFinding } from './grouping.ts';
import { headlineOf, headlineText, type Phrase } from './headline.ts';
import { missingOf } from './missing.ts';

/** A cause with what it explains. */
export interface CauseWithFindings extends Cause {
  /** The sentence in pieces, for reports that set code apart. */
  readonly phrases: readonly Phrase[];
  /** The one that explains most first. */
  readonly explains: readonly Finding[];
  /** Verified edits, the one to offer first. */
  readonly fixes: readonly Fix[];
  /** The lines of the change that it comes of, the one that explains most first; several only where one mistake took them all. */
  readonly changedLines: readonly ChangedLine[];
}

/** A result is not changed once it is there. */
const KNOWN = new WeakMap<Result, readonly CauseWithFindings[]>();
const KNOWN_WITHIN = new WeakMap<Result, readonly CauseWithFindings[]>();

/** In the order of their first findings. */
export function causesOf(result: Result): readonly CauseWithFindings[] {
  const known = KNOWN.get(result) ?? asCauses(joinedAcrossKernels(groupsWithinKernels(placedIn(result))));
  KNOWN.set(result, known);
  return known;
}

/**
 * The same, with those that several kernels share apart: one for each kernel. An edit is judged by what becomes of one kernel
 * after the other.
 */
export function causesWithinKernels(result: Result): readonly CauseWithFindings[] {
  const known = KNOWN_WITHIN.get(result) ?? asCauses(groupsWithinKernels(placedIn(result)));
  KNOWN_WITHIN.set(result, known);
  return known;
}

function placedIn(result: Result): PlacedFinding[] {
  return result.findings.map((finding) => ({ finding, kernel: kernelOf(finding, result) }));
}

function asCauses(groups: readonly PlacedFinding[][]): CauseWithFindings[] {
  const ids = new CauseIds();
  return groups.map((group) => causeOf(group, ids));
}

function causeOf(group: readonly PlacedFinding[], ids: CauseIds): CauseWithFindings {
  const sorted = [...group].sort((a, b) => weightOf(a.finding) - weightOf(b.finding));
  const explains = sorted.map(({ finding }) => finding);
  const [first, kernel] = [explains[0]!, sorted[0]!.kernel];
  const changedLines = distinct(explains.flatMap((finding) => changedLineOf(finding) ?? []));
  const changed = changedLines[0] ?? null;
  const missing = missingOf(explains);
  const others = othersThan(sorted[0]!, sorted);
  const alsoIn = others.map(({ finding }) => finding.kernel);
  const phrases = headlineOf({ findings: explains, kernel, missing, changedLines, alsoIn });
  const fixes = fixesOf(sorted, [sorted[0]!, ...others]);
  return {
    causeId: ids.next(group[0]!.finding, missing, changed),
    kernel: first.kernel,
    ...(alsoIn.length === 0 ? {} : { alsoIn }),
    headline: headlineText(phrases),
    anchor: anchorOf(first, changed),
    missing,
    findings: explains.map(({ raceId }) => raceId),
    status: first.status,
    fix: fixes[0] ?? null,
    phrases,
    explains,
    fixes,
    changedLines,
  };
}

/** A finding of each of the other kernels. */
function othersThan(first: PlacedFinding, all: readonly PlacedFinding[]): PlacedFinding[] {
  const known = new Set([definitionOf(first)]);
  return all.filter((one) => {
    const definition = definitionOf(one);
    if (known.has(definition)) return false;
    known.add(definition);
    return true;
  });
}

/** Kernels that a note names. */
const MAX_NAMES = 2;

function namesOf(kernels: readonly PlacedFinding[]): string {
  const names = kernels.map(({ finding }) => bareName(finding.kernel));
  return names.length > MAX_NAMES ? `${names.length} kernels` : names.join(' and ');
}

/** Each fix once. What was not checked for all of the kernels says so. @param kernels a finding of each */
function fixesOf(group: readonly PlacedFinding[], kernels: readonly PlacedFinding[]): Fix[] {
  const fixes = new Map(group.flatMap(({ finding }) => finding.fixes).map((fix) => [fix.diff, fix]));
  return [...fixes.values()].map((fix) => {
    const has = ({ finding }: PlacedFinding) => finding.fixes.some(({ diff }) => diff === fix.diff);
    const fixed = new Set(group.filter(has).map(definitionOf));
    const isFixed = (one: PlacedFinding) => fixed.has(definitionOf(one));
    const open = kernels.filter((one) => !isFixed(one));
    if (open.length === 0) return fix;
    const note = `It was checked for ${namesOf(kernels.filter(isFixed))}; whether it is enough for ${namesOf(open)} as well was not shown.`;
    return { ...fix, note: fix.note === undefined ? note : `${fix.note} ${note}` };
  });
}

function distinct(lines: readonly ChangedLine[]): ChangedLine[] {
  return [...new Map(lines.map((line) => [`${line.side} ${line.file}:${line.line}`, line])).values()];
}

/** The lower, the more there is to be seen in it. */
function weightOf(finding: Finding): number {
  return (isSilenced(finding) ? EVIDENCE.length : 0) + EVIDENCE.indexOf(finding.evidence);
}

function anchorOf(finding: Finding, changed: ChangedLine | null): Cause['anchor'] {
  const { anchor, status, accesses } = finding;
  if (changed !== null) return { file: changed.file, line: changed.line, side: changed.side };
  if (anchor !== undefined && anchor.line !== null) {
    return { file: anchor.file, line: anchor.line, side: anchor.side === 'base' ? 'LEFT' : 'RIGHT' };
  }
  const { file, line } = accesses[0]!;
  return { file, line, side: status === 'fixed' ? 'LEFT' : 'RIGHT' };
}

/**
 * Ids of what is missing and where: kernel (without template arguments), kind, changed line or memory object, plus an
 * ordinal among equals. No line numbers, no file names; another pair of the same cause changes nothing.
 */
class CauseIds {
  readonly #seen = new Map<string, number>();

  next({ kernel, memory, rule, status }: Finding, missing: Cause['missing'], changed: ChangedLine | null): string {
    const what =
      changed === null
        ? [memory?.space ?? rule, memory?.object ?? null]
        : [changed.side, changed.text.replace(/\s+/g, '')];
    // What is gone is no equal of what is there.
    const isFixed = status === 'fixed';
    const identity = JSON.stringify([withoutTemplateArguments(kernel), missing, ...what]);
    const counted = `${isFixed ? 'fixed ' : ''}${identity}`;
    const ordinal = this.#seen.get(counted) ?? 0;
    this.#seen.set(counted, ordinal + 1);
    return createHash('sha256')
      .update(`cause ${identity}#${ordinal}${isFixed ? ' fixed' : ''}`)
      .digest('hex')
      .slice(0, 20);
  }
}

/** The causes of each kernel that has any; one that several instances of a template share stands with each. */
export function causesByKernel(result: Result): ReadonlyMap<KernelResult, readonly CauseWithFindings[]> {
  const byKernel = new Map<KernelResult, CauseWithFindings[]>();
  for (const cause of causesOf(result)) {
    const kernels = new Set(cause.explains.flatMap((finding) => kernelOf(finding, result) ?? []));
    for (const kernel of kernels) {
      const list = byKernel.get(kernel);
      if (list === undefined) byKernel.set(kernel, [cause]);
      else list.push(cause);
    }
  }
  return byKernel;
}

/** The kernel of a cause. */
export function kernelOfCause({ explains: [first] }: CauseWithFindings, result: Result): KernelResult | undefined {
  return first === undefined ? undefined : kernelOf(first, result);
}
