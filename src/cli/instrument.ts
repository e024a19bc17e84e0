/** `gpurace instrument`: PTX that records what its threads do. */
import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { writeWhole } from '../disk/write-whole.ts';
import { namesKernel } from '../lexical/kernel-names.ts';
import { ConfigurationError, lackOf, ResourceError } from '../model/errors.ts';
import { type Instrumented, instrumentPtx, NotInstrumented } from '../record/index.ts';
import { visible } from '../report/index.ts';
import { readStoredResult } from '../run/index.ts';
import type { Io } from './io.ts';
import { collect } from './option-values.ts';

interface InstrumentFlags {
  readonly output: string;
  readonly table?: string;
  readonly kernel?: string[];
  readonly sample: number;
  readonly onlySuspect?: string;
  readonly ring?: number;
}

const MAX_BYTES = 1 << 25;
const MAX_RING = 1 << 24;
const MAX_SAMPLE = 2 ** 31 - 1;
const PROBLEMS_SHOWN = 10;
/** What stands for "something that had to be done was not" (contract: 3). */
const INCOMPLETE = 3;

/** @param done Takes the exit code. */
export function instrumentCommand(io: Io, done: (code: number) => void): Command {
  return new Command('instrument')
    .description('add recording to a PTX module')
    .argument('<FILE.ptx>', 'PTX module')
    .requiredOption('-o, --output <OUT.ptx>', 'where to write the instrumented module')
    .option('--table <FILE>', 'where to write the table of recorded instructions, as JSON (default: OUT.ptx.json)')
    .addOption(new Option('--kernel <NAME...>', 'instrument only these kernels').argParser(collect))
    .addOption(new Option('--sample <N>', 'record only every N-th block').argParser(sample).default(1))
    .option('--only-suspect <RESULT.json>', 'skip the kernels that this result calls race-free')
    .addOption(
      new Option(
        '--ring <ENTRIES>',
        'put a ring of this many entries (a power of two) into the module, for runs without a recorder',
      ).argParser(ringSize),
    )
    .action((path: string, flags: InstrumentFlags) => {
      done(instrument(path, flags, io));
    });
}

function sample(text: string): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= MAX_SAMPLE) return value;
  throw new InvalidArgumentError('It must be a whole number from 1.');
}

function ringSize(text: string): number {
  const value = /^\d{1,8}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= MAX_RING && (value & (value - 1)) === 0) return value;
  throw new InvalidArgumentError(`It must be a power of two up to ${MAX_RING}.`);
}

function instrument(path: string, flags: InstrumentFlags, io: Io): number {
  const text = readModule(path, io);
  const isSuspect = flags.onlySuspect === undefined ? () => true : suspectsOf(flags.onlySuspect, io);
  const wanted = flags.kernel ?? [];
  const named = new Set<string>();
  let result: Instrumented;
  try {
    result = instrumentPtx(
      text,
      { file: path, sourceOf: (name) => shownSource(name, io.cwd) },
      {
        isWanted: (name) => {
          const asked = wanted.filter((one) => namesKernel(one, name));
          for (const one of asked) named.add(one);
          return (wanted.length === 0 || asked.length > 0) && isSuspect(name);
        },
        sample: flags.sample,
        ring: flags.ring === undefined ? null : { entries: flags.ring },
      },
    );
  } catch (error) {
    if (!(error instanceof NotInstrumented)) throw error;
    throw new ConfigurationError(`${path} cannot be instrumented: ${error.message}`);
  }
  const missing = wanted.filter((one) => !named.has(one));
  if (missing.length > 0) throw new ConfigurationError(`--kernel: ${path} has no kernel ${missing.join(', ')}`);
  const table = flags.table ?? `${flags.output}.json`;
  write(flags.output, result.text, io);
  write(table, `${JSON.stringify(result.table)}\n`, io);
  const say = (line: string) => io.stderr.write(`${line}\n`);
  for (const { line, message } of result.problems.slice(0, PROBLEMS_SHOWN)) {
    say(`${visible(path)}:${line}: warning: ${visible(message)}`);
  }
  const { kernels, sites } = result.table;
  say(`${kernels.length} kernels, ${sites.length} places recorded: ${visible(flags.output)}, ${visible(table)}`);
  return result.problems.length === 0 ? 0 : INCOMPLETE;
}

function readModule(path: string, io: Io): string {
  const file = resolve(io.cwd, path);
  try {
    const { size } = statSync(file);
    if (size > MAX_BYTES) throw new ConfigurationError(`${path} has ${size} bytes; ${MAX_BYTES} are read at most`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Kernels that the result does not call race-free, and those that it does not know. */
function suspectsOf(path: string, io: Io): (name: string) => boolean {
  const { kernels } = readStoredResult(path, io.cwd);
  const open = new Set(kernels.filter(({ verdict }) => verdict !== 'race-free').map(({ kernel }) => kernel));
  const known = new Set(kernels.map(({ kernel }) => kernel));
  return (name) => open.has(name) || !known.has(name);
}

/** A source below the working directory by its way from there; any other as the module calls it. */
function shownSource(name: string, cwd: string): { path: string; isOwn: boolean } {
  const path = relative(cwd, resolve(cwd, name));
  const isBelow = path !== '' && !path.startsWith('..') && !isAbsolute(path);
  return isBelow ? { path, isOwn: true } : { path: name, isOwn: false };
}

function write(path: string, text: string, io: Io): void {
  try {
    writeWhole(resolve(io.cwd, path), text);
  } catch (error) {
    const lack = lackOf(error);
    const why = error instanceof Error ? error.message : String(error);
    if (lack !== null) throw new ResourceError(`cannot write ${path}: ${lack}`);
    throw new ConfigurationError(`cannot write ${path}: ${why}`);
  }
}
