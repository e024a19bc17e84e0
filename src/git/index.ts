/**
 * Git: revisions in; commits, their files and what changed between them out. The only room that starts git, which it
 * does without a shell and without running anything that a repository brings along.
 */
export { changesBetween } from './changes.ts';
export { linePages, pagesAround } from './forge.ts';
export { fetchCommits, isShallow, mergeBase, parentsOf, type Remote, resolveCommit, topLevel } from './history.ts';
export { lfsContent, lfsPointer } from './lfs.ts';
export { commitId, fileOfCommit, filesOfCommit, type GitFile, readObjects } from './objects.ts';
export { askGit, GitError } from './run.ts';
