/**
 * The action: the runner's environment in, exit code, annotations, summary, outputs and two files in the checkout out.
 * `action.yml` names the bundle that is made of this file, `dist/action.js`. The room in the order of a run: `inputs`
 * and `settings` (what is asked), `sides` and `run-range` (which commits and which files), the engine and `compare` (without
 * a base `reach`), `outcome` (what that means for the job), then `summary`, `annotations`, `outputs` and `review`.
 */
import { analyse } from '../analysis/index.ts';
import { VERSION } from '../model/version.ts';
import { problemMatcherFile } from '../platform/assets.ts';
import { start } from './start.ts';

const LAST_WORDS_MS = 5_000;
// Loaded when a run has a cache: it is as large as all the rest.
const cacheService = () => import('@actions/cache');

await start({ version: VERSION, analyse, cacheService });
// What later steps of the job print with the command line becomes annotations, too.
process.stdout.write(`::add-matcher::${problemMatcherFile()}\n`);
// A cache service that never answers would hold the process for minutes; what was printed is long gone out by then.
setTimeout(() => process.exit(), LAST_WORDS_MS).unref();
