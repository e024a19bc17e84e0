/** What programs for Node find without importing it; the bundler puts it before everything else. */

import { Buffer } from 'buffer/';
import { config } from 'zod';

// Before any schema is made: the policy of the page forbids code that is made at run time.
config({ jitless: true });

export { Buffer };

/** Nobody set a variable, and no option was given. Without `versions`, so that nobody takes the page for Node. */
export const process: { readonly env: Readonly<Record<string, string>>; readonly execArgv: readonly string[] } = {
  env: {},
  execArgv: [],
};
