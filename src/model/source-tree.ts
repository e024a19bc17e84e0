/**
 * The files of one revision as the engine sees them. The engine does no I/O of its own: disk, git objects and memory
 * all come in through this interface.
 */
export interface SourceTree {
  /** Bytes of the file at `path` (relative to the root, `/`-separated, no `..`), or undefined when there is none. */
  read(path: string): Uint8Array | undefined;
  /** True when `path` is a directory of the tree. */
  isDirectory(path: string): boolean;
  /** All files whose last path segments equal `suffix`, sorted; used to resolve includes inside a repository. */
  findBySuffix(suffix: string): readonly string[];
}
