/** What a run tells while it works. The engine calls it; the terminal and the action draw it. */
export interface Progress {
  /** Called once, before any file. */
  start(files: number): void;
  /** A file's kernels are known. */
  fileFound(file: string, kernels: number): void;
  kernelDone(file: string, kernel: string): void;
  fileDone(file: string): void;
  stop(): void;
}

export const SILENT: Progress = { start() {}, fileFound() {}, kernelDone() {}, fileDone() {}, stop() {} };
