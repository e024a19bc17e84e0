/**
 * `npm test [FILE… | option of node --test…]`: all tests, or the ones named.
 * Prints node's report with its closing counts; the exit code is that of the run.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'));
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));

const missing = ['dist/cli.js', 'dist/action.js', 'dist/worker.js'].filter((file) => !existsSync(join(root, file)));
if (missing.length > 0 && named.length === 0) {
  console.error(`${missing.join(', ')} missing: the tests run the shipped program. Run \`npm run build\` first.`);
  process.exit(1);
}

const files = named.length > 0 ? named : globSync('test/**/*.test.ts', { cwd: root }).sort();
if (files.length === 0) {
  console.error('no tests found under test/');
  process.exit(1);
}
const run = spawnSync(
  process.execPath,
  [
    '--test',
    // Each file is a process, and some start workers of their own.
    `--test-concurrency=${Math.min(availableParallelism(), 4)}`,
    '--test-timeout=300000',
    `--test-reporter=${join(root, 'scripts', 'test', 'reporter.ts')}`,
    '--test-reporter-destination=stdout',
    ...options,
    ...files,
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = run.status ?? 1;
