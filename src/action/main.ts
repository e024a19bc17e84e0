/** The entry point of the action: `action.yml` names the bundle that is made of it, `dist/action.js`. */
import { analyse } from '../analysis/index.ts';
import { VERSION } from '../version.ts';
import { start } from './start.ts';

await start({ version: VERSION, analyse });
