/**
 * The action: the runner's environment in, exit code, annotations, summary, outputs and two files in the checkout out.
 * `action.yml` names the bundle that is made of this file, `dist/action.js`. The room in the order of a run: `inputs`
 * and `settings` (what is asked), `scope` (which files, from the event and GitHub), the engine, `reach` (what the
 * change can have brought), `outcome` (what that means for the job), then `summary`, `annotations` and `outputs`.
 */
import { analyse } from '../analysis/index.ts';
import { VERSION } from '../version.ts';
import { start } from './start.ts';

await start({ version: VERSION, analyse });
