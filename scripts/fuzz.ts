/**
 * `npm run fuzz [-- --mutants N] [--seed N] [--minutes N] [FILE…]`: mutants of the kernels in `test/kernels/`,
 * `test/tricky/` and `examples/` that are race-free. One that means something else must not stay race-free unless no run
 * of it shows a race; one that means the same must keep its verdict. Prints a table by kind of mutation, and what is wrong.
 * The same seed makes the same mutants. Exit code 1 when something is wrong.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { createEngines, type EngineParts, loadEngineParts } from '../src/analysis/engines.ts';
import { Random } from '../test/check/oracle/random.ts';
import { fuzzMutants, type MutantsWanted } from './fuzz/fuzz-mutants.ts';
import { tableOf } from './fuzz/table.ts';

const ROOT = join(import.meta.dirname, '..');

if (isMainThread) {
  const { values, positionals } = parseArgs({
    options: {
      mutants: { type: 'string', default: '500' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '30' },
    },
    allowPositionals: true,
  });
  const wanted: MutantsWanted = {
    files:
      positionals.length > 0
        ? positionals
        : globSync('{test/kernels,test/tricky/*,examples}/*.{cu,cl,hip}', { cwd: ROOT })
            .filter((file) => !/-racy\.\w+$/.test(file))
            .sort(),
    mutants: Number(values.mutants),
    seed: Number(values.seed),
    untilMs: Number(values.minutes) * 60_000,
  };
  const parts = await loadEngineParts();
  // Clang needs more of a stack than the main thread has.
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { parts, wanted },
    resourceLimits: { stackSizeMb: 16 },
  });
  worker.on('exit', (code) => {
    process.exitCode = code;
  });
} else {
  const { parts, wanted } = workerData as { parts: EngineParts; wanted: MutantsWanted };
  const report = fuzzMutants(
    createEngines(parts),
    (file) => readFileSync(join(ROOT, file), 'utf8'),
    wanted,
    new Random(wanted.seed),
  );
  process.stdout.write(tableOf(report));
  process.exitCode = report.wrong.length > 0 ? 1 : 0;
}
