/** TypeScript to JavaScript: `src/` to `build/`. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { COMPILED, ROOT } from './paths.ts';

/**
 * Runs the compiler of `node_modules` with `tsconfig.build.json`.
 * @throws Error when there are type errors; they are on standard error by then.
 */
export function compile(): void {
  rmSync(COMPILED, { recursive: true, force: true });
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const run = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', COMPILED], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  if (run.status !== 0) throw new Error('tsc found errors');
}
