/**
 * Run: what a command and the action do alike. The files of a tree are analysed with the options that each of them has,
 * and two revisions of a repository are opened, analysed and compared.
 */
export { type Analyse, analyseTree, type Engine } from './analyse-tree.ts';
export { defaultJobs } from './default-jobs.ts';
export { readStoredResult } from './read-stored-result.ts';
export { analyseRevisions, openRevisions, type RevisionPair } from './revisions.ts';
export type { SideSettings } from './side-settings.ts';
