/**
 * A run in several jobs: each analyses its shard and keeps its result, the last one puts the results together and
 * publishes. A shard alone knows nothing of the kernels of the others, so it neither comments nor says what is fixed.
 */
import { globSync, statSync } from 'node:fs';
import { planShards } from '../compare/index.ts';
import { ConfigurationError } from '../model/errors.ts';
import type { Problem, Result } from '../model/result.ts';
import { mergeShards } from '../result/merge.ts';
import { readStoredResult } from '../run/index.ts';
import { diskSources } from '../source/index.ts';
import type { ActionInputs } from './inputs.ts';
import { missingFile } from './outcome.ts';
import type { RunRange } from './run-range.ts';
import { placeInside } from './workspace.ts';

/** 25,000 findings, which is more than any report shows, take some 100 MB. */
const MAX_RESULT_BYTES = 256 << 20;

/** What one job of a matrix looks at. */
interface Sharded {
  readonly range: RunRange;
  /** Marks the result; null: it is that of a whole run. */
  readonly shard: Result['shard'] | null;
}

/** @param root the checkout */
export function shardOf(range: RunRange, asked: ActionInputs['shard'], root: string): Sharded {
  if (asked === null) return { range, shard: null };
  const { compared, selection } = range;
  const head = { sources: compared?.head.sources ?? diskSources(root), units: selection.units };
  const base = compared === null ? null : { sources: compared.base.sources, units: compared.selection.base };
  const plan = planShards(head, base, compared?.changed ?? range.change?.files ?? [], asked.count);
  const own = plan.shards[asked.index - 1]!;
  const units = { ...selection, units: own.head };
  const words = `${range.words} Shard ${asked.index}/${asked.count} has ${own.head.length} of them.`;
  return {
    range: {
      ...range,
      words,
      selection: units,
      compared: compared === null ? null : { ...compared, selection: { head: units, base: own.base } },
    },
    shard: { ...asked, plan: plan.id },
  };
}

/** The result of a shard as it is kept: whoever puts them together does not ask again which files are not there. */
export function markedAsShard(result: Result, { range, shard }: Sharded): Result {
  if (shard == null) return result;
  const absent = range.selection.missing.map((path): Problem => {
    const { file, line, reasons } = missingFile(path);
    return { file, line, column: null, severity: 'error', message: reasons.join('; ') };
  });
  return { ...result, shard, problems: [...result.problems, ...absent] };
}

/**
 * The result of the whole run from those of its shards.
 * @param patterns globs over files of the checkout
 * @throws ConfigurationError when there is none, or they do not belong together
 */
export function readShards(root: string, patterns: readonly string[]): Result {
  const paths = [...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: root })))].sort();
  if (paths.length === 0) throw new ConfigurationError(`input results: no file matches ${patterns.join(', ')}`);
  return mergeShards(
    paths.map((path) => {
      const place = placeInside(root, path, 'input results');
      const size = statSync(place).size;
      if (size > MAX_RESULT_BYTES) {
        throw new ConfigurationError(`input results: ${JSON.stringify(path)} has ${size} bytes, which no result has`);
      }
      return { path, result: readStoredResult(path, root) };
    }),
  );
}
