/** One side of a comparison, analysed with workers that both sides share. */
import type { WorkerReserve } from '../analysis/index.ts';
import type { Side, TimedUnits } from '../compare/index.ts';
import type { KernelOutline } from '../model/outline.ts';
import type { KernelPairs, KernelQuestions, LinesByFile, PairAnswer } from '../model/pairs.ts';
import type { SettledByUnit, SettledKernel } from '../model/same-kernels.ts';
import type { Sources, TreeDescription } from '../source/index.ts';
import type { UnitOutcome } from '../unit/outcome.ts';
import { analyseTree, type Engine } from './analyse-tree.ts';
import type { SideSettings } from './side-settings.ts';

interface SideRequest {
  readonly name: 'base' | 'head';
  readonly tree: TreeDescription;
  readonly sources: Sources;
  readonly settings: SideSettings;
  /** The lines that the change touches. */
  readonly near: LinesByFile;
  readonly reserve: WorkerReserve;
}

export function comparisonSide(engine: Engine, { name, tree, sources, settings, near, reserve }: SideRequest): Side {
  /** What came of units when their fingerprints were asked for. */
  const told = new Map<string, UnitOutcome>();
  const around = () => sources.files;
  const answersOf = async (of: TreeDescription, units: TimedUnits, asked: readonly KernelQuestions[], pass: string) => {
    const answers: PairAnswer[] = [];
    const take = (given: readonly PairAnswer[]) => void answers.push(...given);
    const ofRun = { around, reserve, side: name, ...timeOf(units) };
    const part = { tree: of, files: units.files, questions: { asked, take }, ...ofRun };
    await analyseTree(engine, { ...part, pass }, settings);
    return answers;
  };
  return {
    sources,
    analyse: async (units, { fingerprints, settled } = {}) => {
      const pairs: KernelPairs[] = [];
      const outlines: KernelOutline[] = [];
      const take = (ofPairs: readonly KernelPairs[], ofOutlines: readonly KernelOutline[]) => {
        pairs.push(...ofPairs);
        outlines.push(...ofOutlines);
      };
      const untouched = new Map<string, readonly SettledKernel[]>();
      const takeUntouched = (kernels: SettledByUnit) => {
        for (const [file, ofUnit] of kernels) untouched.set(file, ofUnit);
      };
      const part = {
        pass: name,
        tree,
        files: units.files,
        around,
        reserve,
        side: name,
        ...timeOf(units),
        pairs: { take, near },
        ...(fingerprints === undefined || fingerprints.size === 0
          ? {}
          : { untouched: { digests: fingerprints, take: takeUntouched } }),
        ...(settled === undefined ? {} : { settled }),
        told,
      };
      const result = await analyseTree(engine, part, settings);
      // What the time was not enough for was outlined when its fingerprints were asked for.
      const before = units.files.flatMap((file) => told.get(file)?.outlines ?? []);
      return { result, pairs, outlines: withOutlinesOf(outlines, before), untouched };
    },
    fingerprints: async (units) => {
      const take = (outcomes: ReadonlyMap<string, UnitOutcome>) => {
        for (const [file, outcome] of outcomes) told.set(file, outcome);
      };
      const pairs = { take: () => {} };
      const ofRun = { around, reserve, side: name, ...timeOf(units) };
      const part = { tree, files: units.files, pairs, fingerprints: { take }, ...ofRun };
      await analyseTree(engine, { ...part, pass: `${name}, which kernels are the same` }, settings);
      const digestsOf = ({ fingerprints = [] }: UnitOutcome) => new Set(fingerprints.map(({ digest }) => digest));
      return new Map(
        [...told].flatMap(([file, outcome]) => {
          const digests = digestsOf(outcome);
          return digests.size === 0 ? [] : [[file, digests] as const];
        }),
      );
    },
    analyseEdited: (files, units, kernels) => {
      const part = { pass: `${name}, with an edit`, tree: withTexts(tree, files), files: units.files, around, reserve };
      const settingsOfKernels = {
        ...settings,
        given: kernels === null ? settings.given : { ...settings.given, kernels: [...kernels] },
      };
      return analyseTree({ ...engine, cache: null }, { ...part, ...timeOf(units) }, settingsOfKernels);
    },
    outlineEdited: async (files, units) => {
      const outlines: KernelOutline[] = [];
      const take = (outcomes: ReadonlyMap<string, UnitOutcome>) => {
        for (const outcome of outcomes.values()) outlines.push(...(outcome.outlines ?? []));
      };
      const ofRun = { around, reserve, side: name, ...timeOf(units) };
      const wanted = { pairs: { take: () => {} }, fingerprints: { take } };
      const part = { tree: withTexts(tree, files), files: units.files, ...wanted, ...ofRun };
      await analyseTree({ ...engine, cache: null }, { ...part, pass: `${name}, outlined with an edit` }, settings);
      return outlines;
    },
    ask: (units, asked) => answersOf(tree, units, asked, `${name}, what kept the order`),
    askEdited: (files, units, asked) =>
      answersOf(withTexts(tree, files), units, asked, `${name}, the witness with an edit`),
  };
}

function withTexts(of: TreeDescription, texts: ReadonlyMap<string, string>): TreeDescription {
  return { kind: 'edited', of, files: new Map([...texts].map(([file, text]) => [file, Buffer.from(text)])) };
}

function timeOf({ files: order, until, stop }: TimedUnits) {
  return until === null ? {} : { time: { until, order, ...(stop === null ? {} : { stop }) } };
}

/** With those of the others that are of kernels without one. */
function withOutlinesOf(outlines: readonly KernelOutline[], others: readonly KernelOutline[]): KernelOutline[] {
  const keyOf = ({ kernel, file, line }: KernelOutline) => `${line} ${kernel} ${file}`;
  const known = new Set(outlines.map(keyOf));
  return [...outlines, ...others.filter((one) => !known.has(keyOf(one)))];
}
