/** `gpurace nvcc`: nvcc's own steps, with recording PTX behind cicc and the recorder in each object that has kernels. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { type Instrumented, instrumentPtx, NotInstrumented } from '../record/index.ts';
import { dependencyArguments } from './dependencies.ts';
import { type DryRun, readDryRun, UnreadableStep, wordBehind } from './dry-run.ts';
import { type Environment, findNvcc, WITHIN } from './find-nvcc.ts';
import { makeRecording } from './object-file.ts';
import { type Steps, stepsIn } from './steps.ts';
import { recordingStub } from './stub.ts';

const MAX_OUTPUT = 1 << 28;
/** Sites of a file are numbered from a multiple of it. */
const NUMBERS = 1 << 12;
const MAX_PTX_BYTES = 1 << 28;
const PROBLEMS_SHOWN = 5;

export interface NvccBuild {
  /** What nvcc is to be called with. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  /** The text of the recorder. */
  readonly recorder: string;
  /** A line for whoever builds. */
  readonly say: (line: string) => void;
}

/**
 * Runs a build. What makes no host code (`-ptx`, `--version`, links alone) is left to nvcc as it is.
 * @returns the exit code of nvcc or of the step that failed
 * @throws ConfigurationError when nvcc or a step cannot be started
 */
export function nvccBuild(build: NvccBuild): number {
  const nvcc = findNvcc(build.env);
  const plain = stepsIn(build.cwd, { ...build.env, [WITHIN]: '1' });
  const scratch = mkdtempSync(join(tmpdir(), 'gpurace-nvcc-'));
  try {
    const run = isForNvcc(build.args) ? null : dryRun(nvcc, build, scratch);
    if (run === null || !run.steps.some(isHostCompilation)) return plain.run([nvcc, ...build.args]);
    const code = run.hasDependencies ? plain.run([nvcc, ...dependencyArguments(build.args)]) : 0;
    return code || new Recording(build, run, scratch).run();
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** nvcc is asked to tell something, or to show its steps. */
function isForNvcc(args: readonly string[]): boolean {
  return args.some((arg) => /^(?:--?dryrun|-#|--?verbose|-v|--?version|-V|--?help|-h)$/.test(arg));
}

/** @returns null where nvcc has no steps: it says itself what is wrong when it is run */
function dryRun(nvcc: string, { args, cwd, env, say }: NvccBuild, scratch: string): DryRun | null {
  const hasPlaces = args.some((arg) => /^(?:--?generate-line-info|-lineinfo|--?device-debug|-G)$/.test(arg));
  const words = ['--dryrun', ...(hasPlaces ? [] : ['-lineinfo']), ...args];
  // Files between the steps lie where nobody else writes.
  const { status, stdout, stderr } = spawnSync(nvcc, words, {
    cwd,
    env: { ...env, [WITHIN]: '1', TMPDIR: scratch },
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
  });
  if (status !== 0) return null;
  try {
    return readDryRun(`${stderr}\n${stdout}`);
  } catch (error) {
    if (!(error instanceof UnreadableStep)) throw error;
    say(`gpurace nvcc: nothing is recorded: ${error.message}`);
    return null;
  }
}

/** The host compiler over what cudafe++ wrote, to an object. */
function isHostCompilation(step: readonly string[]): boolean {
  return step.includes('-c') && hostSource(step) !== null;
}

function hostSource(step: readonly string[]): string | null {
  return step.find((word) => word.endsWith('.cudafe1.cpp')) ?? null;
}

type Table = { readonly table: Instrumented['table']; readonly first: number };

class Recording {
  readonly #build: NvccBuild;
  readonly #run: DryRun;
  readonly #scratch: string;
  readonly #steps: Steps;
  /** By the file that names a unit, which all of its steps are given. */
  readonly #tables = new Map<string, Table[]>();
  /** The stubs of host sources, and the units of both. */
  readonly #units = new Map<string, { readonly unit: string; readonly stub: string }>();

  /** Host sources whose stubs have their tables. */
  readonly #prepared = new Set<string>();

  constructor(build: NvccBuild, run: DryRun, scratch: string) {
    this.#build = build;
    this.#run = run;
    this.#scratch = scratch;
    this.#steps = stepsIn(build.cwd, { ...build.env, ...Object.fromEntries(run.variables), [WITHIN]: '1' });
  }

  run(): number {
    for (const step of this.#run.steps) {
      this.#before(step);
      if (step[0] === 'rm') {
        this.#remove(step.slice(1));
        continue;
      }
      const code = this.#steps.run(step) || this.#behind(step);
      if (code !== 0) return code;
    }
    return 0;
  }

  /** Files between the steps, some of which were never made. */
  #remove(files: readonly string[]): void {
    for (const file of files) if (!file.startsWith('-')) rmSync(resolve(this.#build.cwd, file), { force: true });
  }

  /** What follows a step before the next one comes. */
  #behind(step: readonly string[]): number {
    switch (basename(step[0] ?? '')) {
      case 'cudafe++':
        this.#hostCode(step);
        return 0;
      case 'cicc':
        this.#instrument(step);
        return 0;
      default:
        return this.#record(step);
    }
  }

  /** The stub is written by cicc, after cudafe++ has named it. */
  #hostCode(step: readonly string[]): void {
    const source = wordBehind(step, '--gen_c_file_name');
    const stub = wordBehind(step, '--stub_file_name');
    const unit = wordBehind(step, '--module_id_file_name');
    if (source === null || stub === null || unit === null) return;
    this.#units.set(source, { unit, stub: join(dirname(source), basename(stub)) });
  }

  #instrument(step: readonly string[]): void {
    const path = wordBehind(step, '-o');
    const unit = wordBehind(step, '--module_id_file_name');
    if (path === null || unit === null || !path.endsWith('.ptx')) return;
    const { cwd, say } = this.#build;
    const tables = this.#tables.get(unit) ?? [];
    this.#tables.set(unit, tables);
    const last = tables.at(-1);
    const name = wordBehind(step, '--orig_src_path_name') ?? path;
    const first = last === undefined ? firstNumber(`${name}\0${this.#build.args.join('\0')}`) : numberBehind(last);
    const toolkit = resolve(this.#run.variables.get('TOP') ?? '/usr/local/cuda');
    try {
      const text = readFileSync(resolve(cwd, path), 'utf8');
      if (text.length > MAX_PTX_BYTES) throw new NotInstrumented(`it has more than ${MAX_PTX_BYTES} bytes`);
      const sourceOf = (file: string) => {
        const full = resolve(cwd, file);
        return { path: full, isOwn: !full.startsWith(`${toolkit}/`) };
      };
      const made = instrumentPtx(
        text,
        { file: name, sourceOf },
        { isWanted: () => true, sample: 1, ring: null, firstSite: first },
      );
      this.#steps.write(resolve(cwd, path), made.text);
      tables.push({ table: made.table, first });
      for (const { message, line } of made.problems.slice(0, PROBLEMS_SHOWN)) {
        say(`gpurace nvcc: ${name}: ${message} (line ${line} of its PTX)`);
      }
    } catch (error) {
      if (!(error instanceof NotInstrumented)) throw error;
      say(`gpurace nvcc: the kernels of ${name} are not recorded: ${error.message}`);
    }
  }

  /** The object gets the recorder. */
  #record(step: readonly string[]): number {
    const source = isHostCompilation(step) ? hostSource(step) : null;
    const object = wordBehind(step, '-o');
    const compiler = step[0];
    if (source === null || object === null || compiler === undefined || !this.#prepared.has(source)) return 0;
    const setting = {
      source: this.#build.recorder,
      cache: join(this.#build.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'gpurace'),
      include: this.#include(),
      scratch: this.#scratch,
    };
    return makeRecording(object, compiler, setting, this.#steps);
  }

  /** Before the host compiler runs, the stub gets the tables. */
  #before(step: readonly string[]): void {
    const source = isHostCompilation(step) ? hostSource(step) : null;
    const known = source === null ? undefined : this.#units.get(source);
    const tables = known === undefined ? undefined : this.#tables.get(known.unit);
    if (source === null || known === undefined || tables === undefined || tables.length === 0) return;
    const path = resolve(this.#build.cwd, known.stub);
    const stub = recordingStub(readFileSync(path, 'utf8'), tables);
    if (stub === null) {
      this.#build.say(
        `gpurace nvcc: nothing of ${source} is recorded: this nvcc registers kernels in a way that is not known`,
      );
      return;
    }
    this.#steps.write(path, stub);
    this.#prepared.add(source);
  }

  #include(): string {
    const named = /-I([^"\s]+)/.exec(this.#run.variables.get('INCLUDES') ?? '')?.[1];
    return named ?? join(this.#run.variables.get('TOP') ?? '/usr/local/cuda', 'include');
  }
}

function firstNumber(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE(0) & ~(NUMBERS - 1) & 0x3fffffff;
}

function numberBehind({ table, first }: Table): number {
  return (Math.ceil((first + table.sites.length) / NUMBERS) + 1) * NUMBERS;
}
