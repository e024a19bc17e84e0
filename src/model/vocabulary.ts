/** The words for threads and their groups that people use in a language. */
import type { Language } from './result.ts';

export interface Vocabulary {
  readonly thread: string;
  readonly block: string;
  readonly warp: string;
  /** All blocks that one launch brings. */
  readonly launch: string;
}

const CUDA: Vocabulary = { thread: 'thread', block: 'block', warp: 'warp', launch: 'launch' };
const OPENCL: Vocabulary = { thread: 'work-item', block: 'work-group', warp: 'sub-group', launch: 'NDRange' };

/** @param language null where nobody knows it */
export function vocabularyOf(language: Language | null): Vocabulary {
  return language === 'opencl' ? OPENCL : CUDA;
}
