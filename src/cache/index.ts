/**
 * Cache: what the analysis of a unit asked for, and its outcome, in; the same outcome out, wherever everything that it
 * asked for is answered the same. Whoever keeps the text (a folder, GitHub's cache) is asked for nothing but keeping it.
 */
export { openFolderCache, saveFolderCache } from './folder.ts';
export { Observed } from './observations.ts';
export { type CacheUse, VerdictCache } from './verdicts.ts';
