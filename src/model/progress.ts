/** What a run tells while it works. The engine calls it; the terminal and the action draw it. */
import type { Finding, KernelResult } from './result.ts';

/** What became of a kernel. */
export type KernelNews = Pick<KernelResult, 'kernel' | 'verdict'> & { readonly findings: readonly Finding[] };

export interface Progress {
  /** Called once, before any file. */
  start(files: number): void;
  /** A worker reads the file. */
  fileBegun(file: string): void;
  /** A file's kernels are known. */
  fileFound(file: string, kernels: number): void;
  kernelBegun(file: string, kernel: string): void;
  kernelDone(file: string, news: KernelNews): void;
  fileDone(file: string): void;
  stop(): void;
}

export const SILENT: Progress = {
  start() {},
  fileBegun() {},
  fileFound() {},
  kernelBegun() {},
  kernelDone() {},
  fileDone() {},
  stop() {},
};
