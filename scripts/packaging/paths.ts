/** The folders a build reads and writes. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** Where `tsc` puts JavaScript; the bundler reads it. */
export const COMPILED = join(ROOT, 'build');
/** What is committed and shipped. */
export const DIST = join(ROOT, 'dist');
/** Results that are dear to compute, by content; deleting it costs time only. */
export const CACHE = join(ROOT, 'node_modules', '.cache', 'gpurace-build');
