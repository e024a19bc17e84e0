/**
 * `npm run fuzz [-- --mutants N] [--inputs N] [--seed N] [--minutes N] [--kinds A,B] [--keep FOLDER] [FILE…]`. First damaged inputs of
 * every kind that a stranger can hand in (sources, modules, traces, logs, results, events, configurations, archives, …), or
 * of the kinds that are named: none may end in anything but an answer, nor take more memory than `MEMORY_MIB`. Then mutants of the race-free kernels in `test/kernels/`, `test/tricky/` and `examples/`, or of
 * the files that are named: one that means something else must not stay race-free unless no run of it shows a race; one
 * that means the same must keep its verdict. Prints a table of each, and what is wrong; `--keep` writes inputs that are
 * read wrongly to a folder. The same seed makes the same. Exit code 1 when something is wrong.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createEngines, type EngineParts, loadEngineParts } from '../src/analysis/engines.ts';
import { Random } from '../test/check/oracle/random.ts';
import { fuzzInputs } from './fuzz/fuzz-inputs.ts';
import { fuzzMutants } from './fuzz/fuzz-mutants.ts';
import { inputKinds, type Sample } from './fuzz/input-kinds.ts';
import { samplesOf } from './fuzz/samples.ts';
import { tableOf, tableOfInputs } from './fuzz/table.ts';

const ROOT = join(import.meta.dirname, '..');
/** An input that takes longer never ends, as far as anybody who waits for it is concerned. */
const ENDLESS_MS = 120_000;
/** Of the worker's heap, and of the whole process when it ends. Clang and Z3 take some hundreds. */
const MEMORY_MIB = 3_072;

interface Wanted {
  readonly files: readonly string[];
  readonly mutants: number;
  readonly inputs: number;
  readonly seed: number;
  readonly untilMs: number;
  /** Kinds of inputs; null: all. */
  readonly kinds: readonly string[] | null;
  readonly keep: string | null;
}

/** What the worker tells: null when the inputs are through. */
type Told = { readonly kind: string; readonly sample: Sample } | null;

if (isMainThread) {
  const { values, positionals } = parseArgs({
    options: {
      mutants: { type: 'string', default: '500' },
      inputs: { type: 'string', default: '500' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '30' },
      kinds: { type: 'string' },
      keep: { type: 'string' },
    },
    allowPositionals: true,
  });
  const wanted: Wanted = {
    files:
      positionals.length > 0
        ? positionals
        : globSync('{test/kernels,test/tricky/*,examples}/*.{cu,cl,hip}', { cwd: ROOT })
            .filter((file) => !/-racy\.\w+$/.test(file))
            .sort(),
    mutants: Number(values.mutants),
    inputs: Number(values.inputs),
    seed: Number(values.seed),
    untilMs: Number(values.minutes) * 60_000,
    kinds: values.kinds?.split(',') ?? null,
    keep: values.keep ?? null,
  };
  const parts = await loadEngineParts();
  // Clang needs more of a stack than the main thread has.
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { parts, wanted },
    resourceLimits: { stackSizeMb: 16, maxOldGenerationSizeMb: MEMORY_MIB },
  });
  let watch: NodeJS.Timeout | undefined;
  worker.on('message', (told: Told) => {
    clearTimeout(watch);
    if (told === null) return;
    watch = setTimeout(() => {
      kept([{ ...told.sample, kind: told.kind }], wanted.keep);
      process.stdout.write(`WRONG ${told.kind}, ${told.sample.name}: has not ended after ${ENDLESS_MS / 1000} s\n`);
      process.exit(1);
    }, ENDLESS_MS);
  });
  worker.on('exit', (code) => {
    clearTimeout(watch);
    process.exitCode = code;
  });
} else {
  const { parts, wanted } = workerData as { parts: EngineParts; wanted: Wanted };
  const engines = createEngines(parts);
  const kinds = inputKinds(engines, samplesOf(engines, ROOT));
  const chosen = kinds.filter(({ name }) => wanted.kinds === null || wanted.kinds.includes(name));
  if (chosen.length === 0) throw new Error(`--kinds: there are ${kinds.map(({ name }) => name).join(', ')}`);
  const inputs = await fuzzInputs(chosen, wanted, new Random(wanted.seed), (kind, sample) =>
    parentPort?.postMessage({ kind, sample } satisfies Told),
  );
  parentPort?.postMessage(null satisfies Told);
  kept(inputs.wrong, wanted.keep);
  process.stdout.write(tableOfInputs(inputs));
  const mutants = fuzzMutants(engines, withHeaders, wanted, new Random(wanted.seed));
  if (wanted.mutants > 0) process.stdout.write(`\n${tableOf(mutants)}`);
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(`\n${memory} MiB of memory at most\n`);
  process.exitCode = inputs.wrong.length + mutants.wrong.length > 0 || memory > MEMORY_MIB ? 1 : 0;
}

/** The text of a file, with the headers beside it in the place of their names: a mutant is one file. */
function withHeaders(file: string): string {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return text.replace(/^#include "([\w.]+)"$/gm, (line, name: string) => {
    const header = join(ROOT, dirname(file), name);
    return existsSync(header) ? readFileSync(header, 'utf8').replace('#pragma once', '') : line;
  });
}

function kept(wrong: readonly (Sample & { readonly kind: string })[], folder: string | null): void {
  if (folder === null) return;
  mkdirSync(folder, { recursive: true });
  for (const [i, { kind, name, bytes }] of wrong.entries())
    writeFileSync(join(folder, `${kind}-${i}-${basename(name)}`), bytes);
}
