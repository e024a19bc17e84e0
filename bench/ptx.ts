/**
 * Verdicts of PTX against those of the source that it was compiled from.
 *   node bench/ptx.ts [--list] [--timeout SECONDS] [--modules FOLDER] [FILE…]
 * Each file is compiled by nvcc (`-ptx -lineinfo`), and both are checked with the same sizes: those of the file's header, or
 * of the first launch in its host code, where they are plain numbers, and else numbers of ours. What host code says beyond
 * that, and what comments state, is used on neither side: PTX has none. Left out are files that nvcc does not compile, or
 * compiles to something else because they call functions by their names in LLVM. Where the source is racy and its PTX race-free, the
 * PTX is run as well, and the detectors look at its traces: the compiler may have decided what the source leaves open.
 * `--list` names every kernel whose verdicts differ; `--modules` keeps the PTX there, and takes it from there. Files are by default those of `examples/` and `test/kernels/`.
 */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { analyse, WorkerReserve } from '../src/analysis/index.ts';
import { bareName } from '../src/lexical/kernel-names.ts';
import { type CheckOptions, DEFAULT_CHECK_OPTIONS } from '../src/model/options.ts';
import { SILENT } from '../src/model/progress.ts';
import type { Dim3, KernelResult, Result } from '../src/model/result.ts';
import { headerOf } from '../test/kernel-header.ts';
import { racesInRuns } from './module-runs.ts';
import { ownKernels, ptxOf } from './nvcc.ts';

const ROOT = join(import.meta.dirname, '..');

type Sizes = Pick<CheckOptions, 'gridDim' | 'blockDim'>;

interface Row {
  readonly file: string;
  readonly kernel: string;
  readonly source: string;
  readonly ptx: string;
  readonly why: string;
  /** Where it says the opposite of the source: whether runs of it do. */
  readonly runs: ReturnType<typeof racesInRuns> | null;
}

/** A function that clang takes for one of LLVM's, and nvcc for any function. */
const LLVM_NAME = '__asm__("llvm.';

/** What stands for sizes that are no plain numbers. */
const GRID: Dim3 = [4, 4, 4];
const BLOCK: Dim3 = [64, 4, 4];

/** The sizes of the first launch of a kernel; numbers of ours for those that are none. */
function sizesOf({ launches }: KernelResult): Sizes {
  const [first] = launches;
  return {
    gridDim: numbers(first?.gridDim ?? ['', '1', '1'], GRID),
    blockDim: numbers(first?.blockDim ?? ['', '1', '1'], BLOCK),
  };
}

function numbers(texts: readonly string[], others: Dim3): Dim3 {
  const number = (axis: 0 | 1 | 2) => (/^[1-9]\d*$/.test(texts[axis] ?? '') ? Number(texts[axis]) : others[axis]);
  return [number(0), number(1), number(2)];
}

/** The headers that the file may include, by their paths. */
function headersBeside(file: string): [string, Uint8Array][] {
  const names = globSync('*.{cuh,h,hpp}', { cwd: dirname(file) });
  return names.map((name) => [relative(ROOT, join(dirname(file), name)), readFileSync(join(dirname(file), name))]);
}

class Comparison {
  readonly #reserve = new WorkerReserve();
  readonly #options: CheckOptions;
  readonly rows: Row[] = [];
  notCompiled: string[] = [];

  constructor(timeoutMs: number) {
    this.#options = { ...DEFAULT_CHECK_OPTIONS, timeoutMs };
  }

  close(): void {
    this.#reserve.close();
  }

  async #checked(
    files: ReadonlyMap<string, Uint8Array>,
    name: string,
    sizes: Sizes,
    kernels: string[],
  ): Promise<Result> {
    const options = { ...this.#options, ...sizes, kernels, reserve: this.#reserve };
    return analyse({ kind: 'memory', files }, [name], options, SILENT);
  }

  async add(file: string, folder: string): Promise<void> {
    const path = relative(ROOT, resolve(file));
    const whole = readFileSync(file, 'utf8');
    const text = Buffer.from(whole.replaceAll('gpurace:', 'gpurace '));
    const ptx = whole.includes(LLVM_NAME) ? null : ptxOf(file, folder);
    if (ptx === null) {
      this.notCompiled.push(path);
      return;
    }
    const header = headerOf(whole);
    const module = `${basename(path)}.ptx`;
    const files = new Map<string, Uint8Array>([...headersBeside(file), [path, text], [module, Buffer.from(ptx)]]);
    const own: Sizes = { gridDim: header.gridDim, blockDim: header.blockDim };
    const plain = await this.#checked(files, path, own, []);
    const bySizes = new Map<string, { source: Result; left: KernelResult[] }>();
    for (const kernel of plain.kernels) {
      const sizes = own.gridDim === null || own.blockDim === null ? sizesOf(kernel) : own;
      const key = JSON.stringify(sizes);
      const known = bySizes.get(key) ?? {
        source: sizes === own ? plain : await this.#checked(files, path, sizes, []),
        left: [...(await this.#checked(files, module, sizes, [])).kernels],
      };
      bySizes.set(key, known);
      const source = known.source.kernels.find((one) => one.kernel === kernel.kernel && one.line === kernel.line);
      const at = known.left.findIndex((one) => bareName(one.kernel) === bareName(kernel.kernel));
      const found = at < 0 ? undefined : known.left.splice(at, 1)[0];
      this.rows.push({
        file: path,
        kernel: kernel.kernel,
        source: source?.verdict ?? 'missing',
        ptx: found?.verdict ?? 'missing',
        why: found?.reasons.map((reason) => reason.text).join('; ') ?? '',
        runs: isLost(source, found) ? racesInRuns(ptx, kernel.kernel, runSizes(sizes)) : null,
      });
    }
  }
}

function isLost(source: KernelResult | undefined, ptx: KernelResult | undefined): boolean {
  return source?.verdict === 'racy' && ptx?.verdict === 'race-free';
}

function runSizes({ gridDim, blockDim }: Sizes): { gridDim: Dim3; blockDim: Dim3 } {
  return { gridDim: gridDim ?? GRID, blockDim: blockDim ?? BLOCK };
}

function listed({ file, kernel, source, ptx, why, runs }: Row): void {
  if (source === ptx) return;
  const seen = runs === null ? '' : `; ${runs.racy} of ${runs.runs} runs of the PTX race`;
  console.log(`${file} ${kernel}: ${source} → ${ptx}${why === '' ? '' : ` (${why})`}${seen}`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      list: { type: 'boolean' },
      timeout: { type: 'string', default: '20' },
      modules: { type: 'string' },
    },
    allowPositionals: true,
  });
  const files = positionals.length > 0 ? positionals : ownKernels();
  const folder = values.modules ?? mkdtempSync(join(tmpdir(), 'gpurace-ptx-'));
  mkdirSync(folder, { recursive: true });
  const comparison = new Comparison(Number(values.timeout) * 1000);
  for (const file of files) {
    const before = comparison.rows.length;
    await comparison.add(resolve(positionals.length > 0 ? '.' : ROOT, file), folder);
    if (values.list) for (const row of comparison.rows.slice(before)) listed(row);
  }
  comparison.close();
  if (values.modules === undefined) rmSync(folder, { recursive: true });
  const { rows, notCompiled } = comparison;
  const there = rows.filter(({ ptx, source }) => ptx !== 'missing' && source !== 'missing');
  const same = there.filter(({ source, ptx }) => source === ptx);
  const counts = new Map<string, number>();
  for (const { source, ptx } of there) {
    const key = `${source} → ${ptx}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const decided = there.filter(({ source }) => source !== 'inconclusive');
  const sameDecided = decided.filter(({ source, ptx }) => source === ptx);
  const percent = ((100 * same.length) / Math.max(1, there.length)).toFixed(1);
  console.log(`${files.length} files, ${notCompiled.length} of which nvcc does not compile to the same`);
  console.log(`${there.length} kernels on both sides, ${same.length} with the same verdict (${percent} %)`);
  const ofDecided = ((100 * sameDecided.length) / Math.max(1, decided.length)).toFixed(1);
  console.log(`${decided.length} of them decided by the source, ${sameDecided.length} the same (${ofDecided} %)`);
  console.log(`${rows.length - there.length} kernels that only one side has`);
  for (const [key, count] of [...counts].sort()) console.log(`  ${String(count).padStart(4)}  ${key}`);
  const wrong = there.filter(({ source, ptx }) => source === 'racy' && ptx === 'race-free');
  const seen = wrong.filter(({ runs }) => runs !== null && runs.racy > 0);
  console.log(
    `${wrong.length} race-free where the source is racy, of ${seen.length} of which a run of the PTX shows a race`,
  );
  if (!values.list) return;
  for (const file of notCompiled) console.log(`${file}: nvcc does not compile it to the same`);
}

await main();
