/** Two revisions in, one result out: what the change can reach is analysed on both sides, and then compared. */

import { type ChangedFile, pathAtBase } from '../diff/changed-file.ts';
import { withoutTemplateArguments } from '../lexical/kernel-names.ts';
import { isSameCode } from '../lexical/same-code.ts';
import type { KernelOutline } from '../model/outline.ts';
import type { KernelPairs, KernelQuestions, PairAnswer } from '../model/pairs.ts';
import type { KernelResult, Result } from '../model/result.ts';
import type { FingerprintsByUnit, SettledByUnit } from '../model/same-kernels.ts';
import type { Sources } from '../source/index.ts';
import { analyseBoth } from './both-sides.ts';
import { askedOf, type Comparison, compareResults } from './compare-results.ts';
import type { ComparisonTime, Pass } from './comparison-time.ts';
import { NamesOfFiles } from './names-of-files.ts';
import { changesAtBase, type Selection, selectAll, selectChanged, unitsWith } from './select-units.ts';
import { withFixes } from './with-fixes.ts';
import { isWithinDeviceCode } from './within-device-code.ts';

/** Units of one side. */
export interface Analysed {
  readonly result: Result;
  readonly pairs: readonly KernelPairs[];
  /** Of the kernels that were to be decided. */
  readonly outlines: readonly KernelOutline[];
  /** What became of the kernels that the other side has in the same form. */
  readonly untouched: SettledByUnit;
}

/** What is known of the other side, by units of this one. */
export interface OtherSide {
  /** Fingerprints of its kernels: where they are the same, they come last. */
  readonly fingerprints?: FingerprintsByUnit;
  /** Kernels that are decided there for both sides: their fingerprints, and in time what comes of them. */
  readonly settled?: { readonly digests: FingerprintsByUnit; readonly kernels: Promise<SettledByUnit> };
}

/** Units of one side, and what time there is for them. */
export interface TimedUnits {
  /** In the order in which they matter. */
  readonly files: readonly string[];
  /** When they have to be done, by the clock of `ComparisonTime`; null: whenever they are. */
  readonly until: number | null;
  /** When those that were begun are stopped; null: soon after. */
  readonly stop: number | null;
}

/** One side of a comparison. */
export interface Side {
  readonly sources: Sources;
  /** Analyses units of this side. */
  readonly analyse: (units: TimedUnits, other?: OtherSide) => Promise<Analysed>;
  /** The fingerprints of the kernels of units; without those units whose verdicts are known already, and those left for time. */
  readonly fingerprints: (units: TimedUnits) => Promise<FingerprintsByUnit>;
  /** Analyses kernels by their bare names (null: all) again, with other texts in the place of some files. */
  readonly analyseEdited: (
    files: ReadonlyMap<string, string>,
    units: TimedUnits,
    kernels: readonly string[] | null,
  ) => Promise<Result>;
  /** Kernels in outline, with other texts in the place of some files: it takes no decision, and little time. */
  readonly outlineEdited: (files: ReadonlyMap<string, string>, units: TimedUnits) => Promise<readonly KernelOutline[]>;
  /** Asks units of this side about pairs of their kernels. */
  readonly ask: (units: TimedUnits, asked: readonly KernelQuestions[]) => Promise<readonly PairAnswer[]>;
  /** The same with other texts in the place of some files. */
  readonly askEdited: (
    files: ReadonlyMap<string, string>,
    units: TimedUnits,
    asked: readonly KernelQuestions[],
  ) => Promise<readonly PairAnswer[]>;
}

export interface ComparisonRequest {
  readonly base: Side;
  readonly head: Side;
  readonly changed: readonly ChangedFile[];
  /** By names of the head. */
  readonly wanted: (file: string) => boolean;
  /** Whether a kernel of this name is to be decided at all. */
  readonly isAsked: (kernel: string) => boolean;
  /** What to analyse: `selectBoth`. */
  readonly selection: BothSelections;
  /** Null: however long it takes. */
  readonly time: ComparisonTime | null;
  /** Whether both sides are analysed at the same time: there are workers for it. */
  readonly isTogether: boolean;
  /** Set when fixes of new causes are to be looked for beyond what the change deleted. */
  readonly repairs: { readonly isOver: () => boolean } | null;
  /** Joins results of one side. */
  readonly join: (results: readonly Result[]) => Result;
}

/** What a change can reach on both sides. */
export interface BothSelections {
  readonly head: Selection;
  readonly base: readonly string[];
}

export interface ComparedRevisions extends Comparison {
  readonly selection: Selection;
  /** How many units of the base were analysed. */
  readonly baseUnits: number;
}

/** A kernel of a header is looked up on the other side through this many more units at most. */
const MAX_EXTRA_UNITS = 8;

/** @param everything true when the change is one of the options: then it reaches every unit */
export function selectBoth(
  { base, head }: { readonly base: Sources; readonly head: Sources },
  changed: readonly ChangedFile[],
  wanted: (file: string) => boolean,
  everything: boolean,
): BothSelections {
  const names = new NamesOfFiles(changed);
  const wantedAtBase = (file: string) => wanted(names.atHead(file) ?? file);
  if (everything) {
    const { missing } = selectChanged(head, changed, wanted);
    return {
      head: { units: selectAll(head, wanted).units, missing },
      base: selectAll(base, wantedAtBase).units.map(({ file }) => file),
    };
  }
  const ofDevice = changed.filter((change) => isWithinDeviceCode(change, base, head));
  const withinDevice = new Set(ofDevice.flatMap((change) => [change.path, pathAtBase(change)]));
  const reaches = ({ path, status }: ChangedFile) => {
    const [before, now] = status === 'modified' ? [base.read(path), head.read(path)] : [];
    if (before !== undefined && now !== undefined && isSameCode(before, now)) return 'itself';
    return withinDevice.has(path) ? 'includes' : 'calls';
  };
  const reached = selectChanged(head, changed, wanted, reaches);
  const atBase = selectChanged(base, changesAtBase(changed), wantedAtBase, reaches);
  const before = new Set(atBase.units.map(({ file }) => file));
  // The same units on both sides, where both have them: an include that came or went is a change of the unit alone.
  const present = { base: new Set(base.files), head: new Set(head.files) };
  for (const { file } of reached.units) {
    const old = names.atBase(file);
    if (old !== null && present.base.has(old)) before.add(old);
  }
  const units = new Map(reached.units.map((unit) => [unit.file, unit]));
  for (const file of before) {
    const now = names.atHead(file);
    if (now !== null && present.head.has(now) && !units.has(now)) units.set(now, { file: now, throughHeaders: [] });
  }
  return {
    head: { ...reached, units: [...units.values()].sort((a, b) => (a.file < b.file ? -1 : 1)) },
    base: [...before].sort(),
  };
}

/** @throws whatever the analysis of a side throws */
export async function compareRevisions(request: ComparisonRequest): Promise<ComparedRevisions> {
  const { base, head, changed, wanted, selection } = request;
  const join = (parts: readonly Analysed[]): Analysed => ({
    result: request.join(parts.map(({ result }) => result)),
    pairs: parts.flatMap(({ pairs }) => pairs),
    outlines: parts.flatMap(({ outlines }) => outlines),
    untouched: new Map(),
  });
  const names = new NamesOfFiles(changed);
  const headFiles = selection.head.units.map(({ file }) => file);
  const timed = (files: readonly string[], pass: Pass): TimedUnits => ({
    files,
    until: request.time?.until(pass) ?? null,
    stop: request.time?.stop(pass) ?? null,
  });
  const sides = await analyseBoth(request, { names, timed });
  let { after, before } = sides;

  // A kernel of an untouched header reaches only one side when the program around it is new, or gone.
  const changedNow = new Set(changed.map(({ path }) => path));
  const changedBefore = new Set(changed.map(pathAtBase));
  const onBase = unseen(after.result, before.result, (file) => (changedNow.has(file) ? null : file));
  const onHead = unseen(before.result, after.result, (file) => (changedBefore.has(file) ? null : file));
  const extraBase = extraUnits(base.sources, onBase, new Set(selection.base), (file) =>
    wanted(names.atHead(file) ?? file),
  );
  const extraHead = extraUnits(head.sources, onHead, new Set(headFiles), wanted);
  if (extraBase.length > 0) before = join([before, await base.analyse(timed(extraBase, 'base'))]);
  if (extraHead.length > 0) after = join([after, await head.analyse(timed(extraHead, 'base'))]);

  const partsOf = new Map<string, Set<string>>();
  for (const { file, throughHeaders } of selection.head.units) {
    for (const part of [file, ...throughHeaders]) {
      if (changedNow.has(part)) partsOf.set(file, (partsOf.get(file) ?? new Set()).add(part));
    }
  }
  const partsWith = (file: string): ReadonlySet<string> => {
    const known = partsOf.get(file);
    if (known !== undefined) return known;
    // A header: the parts of every program that has it.
    const programs = unitsWith(head.sources, file, wanted);
    const parts = new Set(programs.flatMap((program) => [...(partsOf.get(program) ?? [])]));
    partsOf.set(file, parts);
    return parts;
  };
  /** The analysed programs with these files: the files themselves, or a few that include them. */
  const unitsToAsk = (files: readonly string[]): string[] => {
    const analysed = new Set([...selection.base, ...extraBase]);
    const units = files.flatMap((file) =>
      analysed.has(file)
        ? file
        : unitsWith(base.sources, file, (unit) => wanted(names.atHead(unit) ?? unit))
            .filter((unit) => analysed.has(unit))
            .slice(0, MAX_EXTRA_UNITS),
    );
    return [...new Set(units)].sort();
  };
  const { read: source } = head.sources;
  const { read: baseSource } = base.sources;
  const facts = { changed, base: before.result, head: after.result, source, baseSource, partsWith };
  const asked = askedOf(facts, { base: before.pairs, head: after.pairs });
  const answers =
    asked.questions.length === 0 ? [] : await base.ask(timed(unitsToAsk(asked.files), 'answers'), asked.questions);
  const comparison = compareResults(facts, {
    asked: asked.pairs,
    left: asked.left,
    answers,
    base: before.pairs,
    head: after.pairs,
    outlines: { base: before.outlines, head: after.outlines },
  });
  const result = await withFixes(comparison.result, {
    head,
    base: base.sources,
    changed,
    units: selection.head.units,
    timed: (files) => timed(files, 'fixes'),
    sides: { base: before, head: after },
    repairs: request.repairs,
  });
  return { ...comparison, result, selection: selection.head, baseUnits: selection.base.length + extraBase.length };
}

/** Files, by their names on the other side, with kernels that have findings here and were not looked at there. */
function unseen(here: Result, there: Result, otherName: (file: string) => string | null): string[] {
  const known = new Set(there.kernels.map(definition));
  const files = here.kernels
    .filter((kernel) => kernel.verdict === 'racy' && !known.has(definition(kernel)))
    .flatMap(({ file }) => otherName(file) ?? []);
  return [...new Set(files)];
}

function definition({ file, kernel }: KernelResult): string {
  return JSON.stringify([file, withoutTemplateArguments(kernel)]);
}

function extraUnits(
  sources: Sources,
  files: readonly string[],
  analysed: ReadonlySet<string>,
  wanted: (file: string) => boolean,
): string[] {
  const present = new Set(sources.files);
  const units = files
    .filter((file) => present.has(file))
    .flatMap((file) => unitsWith(sources, file, wanted).filter((unit) => !analysed.has(unit)));
  return [...new Set(units)].slice(0, MAX_EXTRA_UNITS);
}
