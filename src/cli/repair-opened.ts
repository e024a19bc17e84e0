/** Files that were checked, repaired: edited texts are analysed by workers that stay for the whole of it. */
import { WorkerReserve } from '../analysis/index.ts';
import { bareName } from '../lexical/kernel-names.ts';
import type { Interruption } from '../model/interruption.ts';
import type { KernelPairs, PairAnswer } from '../model/pairs.ts';
import { SILENT } from '../model/progress.ts';
import type { Evidence, Result } from '../model/result.ts';
import { type Repaired, repairResult } from '../repair/index.ts';
import { atLeast } from '../result/level.ts';
import { analyseTree } from '../run/index.ts';
import { openTree, type TreeDescription } from '../source/index.ts';
import type { Io } from './io.ts';
import type { OpenedCheck } from './opened-check.ts';

type Part = Parameters<typeof analyseTree>[1];

/** Beyond so many milliseconds no further edit is tried. */
const TIME_MS = 300_000;

interface Asked {
  /** The weakest for which edits are tried: what rests on sizes that were made up needs none. */
  readonly minEvidence: Evidence;
  /** Who may end the run before it is done. */
  readonly interruption: Interruption | null;
}

/**
 * Checks the files and repairs what is found; names are those of the tree.
 */
export async function checkAndRepair(
  opened: OpenedCheck,
  io: Io,
  asked: Asked,
  check: (reserve: WorkerReserve) => Promise<Result>,
): Promise<Repaired> {
  const reserve = new WorkerReserve();
  try {
    return await repairOpened(opened, await check(reserve), io, { reserve, ...asked });
  } finally {
    await reserve.close();
  }
}

function repairOpened(
  { sources, settings }: OpenedCheck,
  result: Result,
  io: Io,
  { reserve, minEvidence, interruption }: Asked & { readonly reserve: WorkerReserve },
): Promise<Repaired> {
  const until = performance.now() + TIME_MS;
  const tree: TreeDescription = { kind: 'disk', root: sources.root };
  const opened = openTree(tree);
  /** @param kernels bare names; null: all */
  const analyseWith = (
    texts: ReadonlyMap<string, string>,
    kernels: readonly string[] | null,
    more: Pick<Part, 'pairs' | 'questions'>,
  ): Promise<Result> => {
    const files = new Map([...texts].map(([file, text]) => [file, Buffer.from(text)]));
    const given = kernels === null ? settings.given : { ...settings.given, kernels: [...kernels] };
    const ending = interruption === null ? {} : { interruption };
    return analyseTree(
      { analyse: io.analyse, progress: () => SILENT, cache: null, ...ending },
      { tree: { kind: 'edited', of: tree, files }, files: sources.files, around: sources.around, reserve, ...more },
      { ...settings, given },
    );
  };
  return repairResult({
    result,
    read: (file) => textOf(opened.read(file)),
    isWanted: ({ explains }) => explains.some(({ evidence }) => atLeast(evidence, minEvidence)),
    isOver: () => interruption?.by != null || performance.now() > until,
    analyse: (texts, kernels) => analyseWith(texts, kernels, {}),
    replays: {
      pairs: async (kernels) => {
        const told: KernelPairs[] = [];
        await analyseWith(new Map(), kernels, { pairs: { take: (pairs) => void told.push(...pairs) } });
        return told;
      },
      ask: async (texts, asked) => {
        const answers: PairAnswer[] = [];
        const questions = { asked, take: (given: readonly PairAnswer[]) => void answers.push(...given) };
        await analyseWith(texts, [...new Set(asked.map(({ kernel }) => bareName(kernel)))], { questions });
        return answers;
      },
    },
  });
}

/** Undefined also for what is no UTF-8: an edit of its text would change other bytes. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  const text = Buffer.from(bytes).toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : undefined;
}
