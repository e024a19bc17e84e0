/**
 * `npm test [FILE | FOLDER | option of node --test]…`: all tests, or those named.
 * `npm test -- --fast` runs those that need neither Clang nor a process, in some 20 s: the ones to run on each save.
 * `npm test -- --test-name-pattern=WORD FILE` runs those with such a name; of `test/check/kernels.test.ts`, one takes 5 s.
 * Prints node's report with its closing counts; the exit code is that of the run.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FastTests } from './test/fast.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const given = process.argv.slice(2);
const isFast = given.includes('--fast');
const options = given.filter((argument) => argument.startsWith('-') && argument !== '--fast');
const named = given.filter((argument) => !argument.startsWith('-'));

const missing = ['dist/cli.js', 'dist/action.js', 'dist/worker.js'].filter((file) => !existsSync(join(root, file)));
if (missing.length > 0 && named.length === 0 && !isFast) {
  console.error(`${missing.join(', ')} missing: the tests run the shipped program. Run \`npm run build\` first.`);
  process.exit(1);
}

const fast = new FastTests(root);
const files = (named.length > 0 ? named.flatMap(testsIn) : testsIn('test')).filter(
  (file) => !isFast || fast.slowness(file) === null,
);
if (files.length === 0) {
  console.error(`no ${isFast ? 'fast ' : ''}tests found in ${named.join(', ') || 'test'}`);
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
    ...(isFast ? [`--import=${pathToFileURL(join(root, 'scripts', 'test', 'fast-guard.ts'))}`] : []),
    ...options,
    ...files,
  ],
  {
    cwd: root,
    stdio: 'inherit',
    // What one process has made of a source serves the next: half of what a short test file costs.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'gpurace', 'compiled'), ...process.env },
  },
);
process.exitCode = run.status ?? 1;

/** @param path A file, a folder or a glob. @returns files from the root, with forward slashes */
function testsIn(path: string): string[] {
  const isFolder = statSync(resolve(root, path), { throwIfNoEntry: false })?.isDirectory() === true;
  const found = globSync(isFolder ? `${path}/**/*.test.ts` : path, { cwd: root });
  return found.map((file) => relative(root, resolve(root, file)).replaceAll('\\', '/')).sort();
}
