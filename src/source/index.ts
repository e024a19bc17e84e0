/**
 * Source trees: the engine's only sight of files. A description (plain data, crosses to workers) goes in, a
 * `SourceTree` comes out.
 */
import type { SourceTree } from '../model/source-tree.ts';
import { type DiskTree, diskTree } from './disk-tree.ts';
import { type GitTree, type GitTreeDescription, gitTree } from './git-tree.ts';
import { memoryTree } from './memory-tree.ts';

export type TreeDescription =
  | { readonly kind: 'disk'; readonly root: string }
  | GitTreeDescription
  | { readonly kind: 'memory'; readonly files: ReadonlyMap<string, Uint8Array> }
  /** Another tree, with other texts in the place of some files. */
  | { readonly kind: 'edited'; readonly of: TreeDescription; readonly files: ReadonlyMap<string, Uint8Array> };

export function openTree(description: TreeDescription): SourceTree {
  switch (description.kind) {
    case 'disk':
      return diskTree(description.root);
    case 'git':
      return gitTree(description);
    case 'memory':
      return memoryTree(description.files);
    case 'edited':
      return overlay(openTree(description.of), description.files);
  }
}

/** Why a file of the tree that is there is not read, when the tree can say. */
export function whyUnreadable(tree: SourceTree, path: string): string | null {
  return saysWhyUnreadable(tree) ? tree.whyUnreadable(path) : null;
}

/** Has the tree read these files in one go, where reading one by one would cost more. */
export function preload(tree: SourceTree, paths: readonly string[]): void {
  if (isOfGit(tree)) tree.preload(paths);
}

/** A description of the tree with what was read of it already; null: the tree has nothing to hand on. */
export function snapshot(tree: SourceTree): TreeDescription | null {
  return isOfGit(tree) ? tree.snapshot() : null;
}

function saysWhyUnreadable(tree: SourceTree): tree is DiskTree | GitTree {
  return 'whyUnreadable' in tree;
}

function isOfGit(tree: SourceTree): tree is GitTree {
  return 'snapshot' in tree;
}

/** The same tree with some files replaced. */
export function overlay(tree: SourceTree, files: ReadonlyMap<string, Uint8Array>): SourceTree {
  return {
    read: (path) => files.get(path) ?? tree.read(path),
    isDirectory: (path) => tree.isDirectory(path),
    findBySuffix: (suffix) => tree.findBySuffix(suffix),
  };
}

export { diskSources } from './disk-sources.ts';
export { diskTree, listFiles, MAX_FILE_BYTES } from './disk-tree.ts';
export {
  holdsKernels,
  hostTexts,
  isHostProgram,
  isKernelSource,
  isProgram,
  isSource,
  KERNEL_EXTENSIONS,
  languageOfName,
  mayBeProgram,
  mayHoldKernels,
} from './extensions.ts';
export { type GitTree, gitTree } from './git-tree.ts';
export { globMatcher, isGlob } from './globs.ts';
export { memoryTree } from './memory-tree.ts';
export { below, pathIn } from './paths.ts';
export type { Sources } from './sources.ts';
export { walk } from './walk.ts';
