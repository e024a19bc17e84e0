/** The words for threads and their groups that people use in a language. */
import type { Language } from './result.ts';

export interface Vocabulary {
  readonly thread: string;
  readonly block: string;
  readonly warp: string;
  /** All blocks that one launch brings. */
  readonly launch: string;
  /** What would order threads of one warp. */
  readonly warpOrder: string;
  /** What would order threads of one block. */
  readonly blockOrder: string;
}

const CUDA: Vocabulary = {
  thread: 'thread',
  block: 'block',
  warp: 'warp',
  launch: 'launch',
  warpOrder: '__syncwarp() or barrier',
  blockOrder: 'barrier',
};
// __syncwarp() is not in every HIP, and a barrier of the block is there in all of them.
const HIP: Vocabulary = { ...CUDA, warp: 'wavefront', warpOrder: 'barrier' };
const OPENCL: Vocabulary = {
  thread: 'work-item',
  block: 'work-group',
  warp: 'sub-group',
  launch: 'NDRange',
  warpOrder: 'sub_group_barrier() or barrier()',
  blockOrder: 'barrier()',
};
const WORDS: Readonly<Record<Language, Vocabulary>> = { cuda: CUDA, hip: HIP, opencl: OPENCL };

/** @param language null where nobody knows it */
export function vocabularyOf(language: Language | null): Vocabulary {
  return language === null ? CUDA : WORDS[language];
}
