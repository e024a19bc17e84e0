/**
 * The category that a job publishes in, by the name that code scanning has for it. Jobs that analyse different files of
 * one repository (the shards of a matrix, the halves of a monorepo) have different ones, and each keeps its own check
 * run, its own comments and its own alerts.
 */
import { createHash } from 'node:crypto';
import type { ActionInputs } from './inputs.ts';

export interface Category {
  /** For people; empty: the whole repository. */
  readonly label: string;
  /** The same for identifiers: letters, digits, `-`, `.` and `_` only. */
  readonly slug: string;
}

/** Longer labels are cut, and kept distinct by a hash. */
const MAX_LABEL = 60;

/** The category follows from the inputs that choose files, so it is the same in every run of a job. */
export function categoryOf(inputs: Pick<ActionInputs, 'paths' | 'exclude' | 'config' | 'shard'>): Category {
  const { shard, config } = inputs;
  const files = [
    ...inputs.paths,
    ...inputs.exclude.map((glob) => `!${glob}`),
    ...(config === null ? [] : [config]),
  ].join(', ');
  const shardLabel = shard === null ? '' : `${shard.index}/${shard.count}`;
  const shardSlug = shard === null ? '' : `shard-${shard.index}-of-${shard.count}`;
  if (files === '') return { label: shardLabel, slug: shardSlug };
  const hash = createHash('sha256').update(files).digest('hex').slice(0, 8);
  const cut = files.length <= MAX_LABEL ? files : `${files.slice(0, MAX_LABEL - 10)}… ${hash}`;
  return {
    label: shardLabel === '' ? cut : `${cut}, ${shardLabel}`,
    slug: [files.slice(0, 30), hash, shardSlug]
      .join('-')
      .replace(/[^\w.]+/g, '-')
      .replace(/^-|-$/g, ''),
  };
}
