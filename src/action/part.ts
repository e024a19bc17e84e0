/**
 * The part of the repository that a job looks at. Two jobs on different parts (the shards of a matrix, the halves of a
 * monorepo) publish beside each other: each keeps its own check run, its own comments and its own alerts.
 */
import { createHash } from 'node:crypto';
import type { ActionInputs } from './inputs.ts';

export interface Part {
  /** For people; empty: the whole repository. */
  readonly label: string;
  /** The same for addresses: letters, digits, `-`, `.` and `_` only. */
  readonly slug: string;
}

export const WHOLE: Part = { label: '', slug: '' };

/** Longer labels are cut, and told apart by a number. */
const MAX_LABEL = 60;

export function partOf(inputs: Pick<ActionInputs, 'paths' | 'exclude' | 'config' | 'shard'>): Part {
  const { shard, config } = inputs;
  const files = [
    ...inputs.paths,
    ...inputs.exclude.map((glob) => `!${glob}`),
    ...(config === null ? [] : [config]),
  ].join(', ');
  const which = shard === null ? '' : `${shard.index}/${shard.count}`;
  const shardSlug = shard === null ? '' : `shard-${shard.index}-of-${shard.count}`;
  if (files === '') return { label: which, slug: shardSlug };
  const number = createHash('sha256').update(files).digest('hex').slice(0, 8);
  const cut = files.length <= MAX_LABEL ? files : `${files.slice(0, MAX_LABEL - 10)}… ${number}`;
  return {
    label: which === '' ? cut : `${cut}, ${which}`,
    slug: [files.slice(0, 30), number, shardSlug]
      .join('-')
      .replace(/[^\w.]+/g, '-')
      .replace(/^-|-$/g, ''),
  };
}
