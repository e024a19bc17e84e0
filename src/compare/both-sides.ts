/** The analysis of both sides of a comparison. A kernel that is the same on both is decided once, at the head, and last. */
import { pathAtBase } from '../diff/changed-file.ts';
import type { FingerprintsByUnit, SettledByUnit } from '../model/same-kernels.ts';
import type { Analysed, ComparisonRequest, TimedUnits } from './compare-revisions.ts';
import type { Pass } from './comparison-time.ts';
import type { NamesOfFiles } from './names-of-files.ts';
import { byRelevance } from './relevance.ts';
import { inWordsOfBase, unitsWorthTelling } from './same-kernels.ts';

interface Ways {
  readonly names: NamesOfFiles;
  readonly timed: (files: readonly string[], pass: Pass) => TimedUnits;
}

interface BothSides {
  readonly before: Analysed;
  readonly after: Analysed;
}

/** Units, in the order in which they matter. */
interface Units {
  readonly ofHead: readonly string[];
  readonly ofBase: readonly string[];
  /** Names of units at the head, by their names at the base. */
  readonly onBoth: ReadonlyMap<string, string>;
  /** Those at the base that may have kernels that are the same at the head. */
  readonly worthTelling: readonly string[];
}

/** @throws whatever the analysis of a side throws */
export function analyseBoth(request: ComparisonRequest, ways: Ways): Promise<BothSides> {
  const { base, head, changed, selection, isAsked, isTogether } = request;
  const ofHead = byRelevance(selection.head.units, changed, (file) => head.sources.read(file));
  const atBase = new Set(selection.base);
  const onBoth = new Map<string, string>();
  for (const file of ofHead) {
    const old = ways.names.atBase(file);
    if (old !== null && atBase.has(old)) onBoth.set(old, file);
  }
  const touched = new Set(changed.flatMap((file) => pathAtBase(file) ?? []));
  const worthTelling = unitsWorthTelling(base.sources, [...onBoth.keys()], touched, isAsked);
  const ofBase = [...new Set([...onBoth.keys(), ...selection.base])];
  const units = { ofHead, ofBase, onBoth, worthTelling };
  return isTogether ? together(request, ways, units) : inTurn(request, ways, units);
}

/** The head first, and of the base what is another there. */
async function inTurn({ base, head, changed }: ComparisonRequest, { timed }: Ways, units: Units): Promise<BothSides> {
  const { onBoth, worthTelling } = units;
  const told: FingerprintsByUnit =
    worthTelling.length === 0 ? new Map() : await base.fingerprints(timed(worthTelling, 'fingerprints'));
  const fingerprints = new Map([...told].map(([file, digests]) => [onBoth.get(file) ?? file, digests]));
  const after = await head.analyse(timed(units.ofHead, 'head'), { fingerprints });
  const settled = inBaseWords(after.untouched, units, changed);
  const digests = new Map([...settled].map(([file, kernels]) => [file, new Set(kernels.map(({ digest }) => digest))]));
  const kernels = Promise.resolve(settled);
  const before = await base.analyse(timed(units.ofBase, 'base'), { settled: { digests, kernels } });
  return { after, before };
}

/** Both at the same time, once it is known which kernels are the same. */
async function together({ base, head, changed }: ComparisonRequest, { timed }: Ways, units: Units): Promise<BothSides> {
  const { onBoth, worthTelling } = units;
  const headNames = worthTelling.map((file) => onBoth.get(file) ?? file);
  const [toldAtBase, toldAtHead] = await Promise.all(
    worthTelling.length === 0
      ? [new Map<string, ReadonlySet<string>>(), new Map<string, ReadonlySet<string>>()]
      : [base.fingerprints(timed(worthTelling, 'fingerprints')), head.fingerprints(timed(headNames, 'fingerprints'))],
  );
  const same = worthTelling.map((file) => {
    const atHead = toldAtHead.get(onBoth.get(file) ?? file);
    return { file, digests: new Set([...(toldAtBase.get(file) ?? [])].filter((digest) => atHead?.has(digest))) };
  });
  const atHead = new Map(same.map(({ file, digests }) => [onBoth.get(file) ?? file, digests]));
  const atBase = new Map(same.map(({ file, digests }) => [file, digests]));
  const analysed = head.analyse(timed(units.ofHead, 'together'), { fingerprints: atHead });
  const kernels = analysed.then(({ untouched }) => inBaseWords(untouched, units, changed));
  // When the base fails, nobody waits for them any more.
  kernels.catch(() => {});
  const [after, before] = await Promise.all([
    analysed,
    base.analyse(timed(units.ofBase, 'together'), { settled: { digests: atBase, kernels } }),
  ]);
  return { after, before };
}

function inBaseWords(
  untouched: SettledByUnit,
  { onBoth }: Units,
  changed: ComparisonRequest['changed'],
): SettledByUnit {
  return new Map(
    [...onBoth].map(([old, file]) => [
      old,
      (untouched.get(file) ?? []).map((kernel) => inWordsOfBase(kernel, changed)),
    ]),
  );
}
