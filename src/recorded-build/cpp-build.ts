/**
 * `gpurace c++`: CUDA sources built for the CPU. Each is rewritten as C++ and compiled with the instrumentation of
 * `-fsanitize=thread`; the runtime, which answers it, goes into each object.
 */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { type CppCompiler, findCpp } from './find-cpp.ts';
import type { Environment } from './find-nvcc.ts';
import { type NvccOptions, readNvccOptions } from './nvcc-options.ts';
import { cachedObject } from './object-file.ts';
import { RewrittenSources } from './rewritten-sources.ts';
import { type Steps, stepsIn } from './steps.ts';

export interface CppBuild {
  /** What nvcc would be called with. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  /** The folder with the runtime and its headers. */
  readonly runtime: string;
  /** Text for standard output, of `--version` and `-v`. */
  readonly tell: (text: string) => void;
}

/** Functions of the C library that kernels call, and what the runtime has in their place: it tells the trace of them. */
const RENAMED: Readonly<Record<string, string>> = {
  memcpy: 'gpurace_memcpy',
  memmove: 'gpurace_memmove',
  memset: 'gpurace_memset',
  free: 'gpurace_free',
  _ZdlPv: 'gpurace_delete',
  _ZdaPv: 'gpurace_delete_all',
  _ZdlPvm: 'gpurace_delete_sized',
  _ZdaPvm: 'gpurace_delete_all_sized',
};
/** Loads are neither moved nor joined, and calls stay where they are: the trace tells of what is written in the source. */
const FAITHFUL = ['-fno-optimize-sibling-calls', '-fno-strict-aliasing'];
const INSTRUMENTED: Readonly<Record<CppCompiler['family'], readonly string[]>> = {
  gcc: [
    ...['-fsanitize=thread', '--param=tsan-distinguish-volatile=1', '--param=tsan-instrument-func-entry-exit=0'],
    ...[
      '-fno-tree-loop-im',
      '-fno-tree-loop-distribute-patterns',
      '-fno-tree-vectorize',
      '-fno-ipa-icf',
      '-finline-small-functions',
    ],
  ],
  clang: [
    ...['-fsanitize=thread', '-mllvm', '-tsan-distinguish-volatile=1', '-mllvm', '-tsan-instrument-func-entry-exit=0'],
    ...['-fno-vectorize', '-fno-slp-vectorize'],
  ],
};
const LINES = ['-g1', '-gdwarf-5', '-gz=none'];
/** What the runtime needs of the system. */
const LIBRARIES = ['-ldl', '-lpthread'];
/** Set for a build that does not record, to compare with. */
const PLAIN = 'GPURACE_PLAIN';

/**
 * Runs a build.
 * @returns the exit code of what failed, or 0
 * @throws ConfigurationError when there is no compiler, or for options that want a GPU
 */
export function cppBuild(build: CppBuild): number {
  const steps = stepsIn(build.cwd, build.env);
  const options = readNvccOptions(build.args, (path) => readFileSync(resolve(build.cwd, path), 'utf8'));
  const compiler = findCpp(build.env, steps);
  if (options.mode === 'version') {
    build.tell(`gpurace c++: CUDA for the CPU\n${compiler.version}`);
    return 0;
  }
  const scratch = mkdtempSync(join(tmpdir(), 'gpurace-c++-'));
  try {
    return new Building(build, options, compiler, steps, scratch).run();
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

class Building {
  readonly #build: CppBuild;
  readonly #options: NvccOptions;
  readonly #compiler: CppCompiler;
  readonly #steps: Steps;
  readonly #scratch: string;
  readonly #sources: RewrittenSources;
  readonly #include: string;

  constructor(build: CppBuild, options: NvccOptions, compiler: CppCompiler, steps: Steps, scratch: string) {
    this.#build = build;
    this.#options = options;
    this.#compiler = compiler;
    this.#steps = steps;
    this.#scratch = scratch;
    this.#include = join(build.runtime, 'include');
    this.#sources = new RewrittenSources({
      cwd: build.cwd,
      folder: join(scratch, 'sources'),
      includes: this.#includes(),
      own: this.#include,
      architecture: options.architecture,
    });
  }

  run(): number {
    if (this.#options.isVerbose) this.#tellSetting();
    switch (this.#options.mode) {
      case 'compile':
      case 'preprocess':
      case 'host-code':
      case 'dependencies':
        return this.#compileAll();
      case 'device-link':
        return this.#emptyObject();
      case 'archive':
        return this.#archive();
      default:
        return this.#link();
    }
  }

  /** What CMake reads of nvcc before it takes it for a compiler. */
  #tellSetting(): void {
    const { runtime, env, tell } = this.#build;
    const lines = [`TOP=${runtime}`, `NVVMIR_LIBRARY_DIR=${runtime}/nvvm/libdevice`, `PATH=${env.PATH ?? ''}`];
    for (const line of [...lines, `LIBRARIES=${LIBRARIES.join(' ')}`]) tell(`#$ ${line}\n`);
  }

  /** The toolkit's own headers are not for a CPU; ours have the same names. */
  #includes(): string[] {
    const { cwd } = this.#build;
    return this.#options.includes.filter((folder) => !existsSync(resolve(cwd, folder, 'cuda_runtime_api.h')));
  }

  #compileAll(): number {
    const { inputs, output, mode } = this.#options;
    for (const input of inputs) {
      if (input.kind === 'link') continue;
      const object = output ?? defaultOutput(mode, input.path);
      const code = this.#compile(input.path, input.kind, object);
      if (code !== 0) return code;
    }
    return 0;
  }

  #compile(path: string, kind: 'cuda' | 'cpp', object: string | null): number {
    const { mode } = this.#options;
    const words = [...this.#words(kind), ...this.#dependencyWords(path, object)];
    const source = kind === 'cuda' ? this.#sources.source(path) : path;
    const beside = kind === 'cuda' ? ['-x', 'c++', '-iquote', resolve(this.#build.cwd, path, '..')] : [];
    const isObject = mode === 'link' || mode === 'compile' || mode === 'archive';
    if (!isObject || object === null) {
      const to = object === null ? [] : ['-o', object];
      const ways = mode === 'dependencies' ? [] : ['-E'];
      return this.#steps.run([...words, ...beside, ...ways, source, ...to]) || this.#mendDependencies(path, object);
    }
    const target = resolve(this.#build.cwd, object);
    if (kind === 'cpp') return this.#steps.run([...asLanguage(words, path), '-c', source, '-o', target]);
    const made = join(this.#scratch, 'made.o');
    return (
      this.#steps.run([...words, ...beside, '-c', source, '-o', made]) ||
      this.#withRuntime(made, target) ||
      this.#mendDependencies(path, object)
    );
  }

  #words(kind: 'cuda' | 'cpp'): string[] {
    const { both, compile, optimisation } = this.#options;
    const includes = [this.#include, ...this.#includes()].map((folder) => `-I${folder}`);
    const common = [this.#compiler.path, ...includes, ...compile, ...both];
    if (kind === 'cpp') return [...common, ...(optimisation === null ? [] : [optimisation]), '-g1'];
    const isPlain = this.#build.env[PLAIN] !== undefined;
    return [
      ...[...common, '-include', join(this.#include, 'gpurace_cpu.h'), '-Wno-unknown-pragmas', '-Wno-attributes'],
      ...[optimisation === '-O0' ? '-O0' : '-O1', ...LINES, ...FAITHFUL],
      ...(isPlain ? [] : INSTRUMENTED[this.#compiler.family]),
    ];
  }

  /** nvcc names the object, which a compiler that writes to another file first would not. */
  #dependencyWords(path: string, object: string | null): string[] {
    const { dependencies, compile } = this.#options;
    if (!dependencies || object === null) return [];
    const target = compile.includes('-MT') || compile.includes('-MQ') ? [] : ['-MT', object];
    return [...target, ...(compile.includes('-MF') ? [] : ['-MF', this.#dependencyFile(path, object)])];
  }

  #dependencyFile(path: string, object: string | null): string {
    const { compile } = this.#options;
    const at = compile.indexOf('-MF');
    return at >= 0 ? compile[at + 1]! : (object ?? path).replace(/(?:\.\w+)?$/, '.d');
  }

  /** Dependencies are the sources themselves, not their copies. */
  #mendDependencies(path: string, object: string | null): number {
    if (!this.#options.dependencies) return 0;
    const file = resolve(this.#build.cwd, this.#dependencyFile(path, object));
    if (!existsSync(file)) return 0;
    let text = readFileSync(file, 'utf8');
    for (const [copy, original] of this.#sources.copies) text = text.replaceAll(copy, original);
    writeFileSync(file, text);
    return 0;
  }

  #withRuntime(object: string, target: string): number {
    const runtime = this.#runtimeObject();
    if (typeof runtime === 'number') return runtime;
    const renaming = Object.entries(RENAMED).flatMap(([from, to]) => ['--redefine-sym', `${from}=${to}`]);
    const renamed = join(this.#scratch, 'renamed.o');
    const whole = join(this.#scratch, 'whole.o');
    const code =
      this.#steps.run(['objcopy', ...renaming, object, renamed]) ||
      this.#steps.run(['ld', '-r', renamed, runtime, '-o', whole]);
    if (code === 0) copyFileSync(whole, target);
    return code;
  }

  #runtimeObject(): string | number {
    const headers = ['interface.h', 'vectors.h', 'api_types.h', 'api.h', 'graphs.h', 'runtime/graphs.h'].map((name) =>
      readFileSync(join(this.#include, 'gpurace', name), 'utf8'),
    );
    return cachedObject({
      name: 'runtime',
      source: readFileSync(join(this.#build.runtime, 'runtime.cpp'), 'utf8'),
      compiler: this.#compiler.path,
      options: ['-x', 'c++', '-std=c++17', '-O2', '-fPIC', `-I${this.#include}`],
      version: [this.#compiler.version, ...headers].join('\0'),
      cache: join(this.#build.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'gpurace'),
      scratch: this.#scratch,
      steps: this.#steps,
    });
  }

  /** What a step of nvcc makes that a CPU has no use for. */
  #emptyObject(): number {
    const source = join(this.#scratch, 'empty.cpp');
    writeFileSync(source, '');
    return this.#steps.run([
      this.#compiler.path,
      ...this.#options.both,
      '-c',
      source,
      '-o',
      this.#options.output ?? 'a_dlink.o',
    ]);
  }

  /** @returns the objects of all inputs in their order, or the exit code of a compilation that failed */
  #objects(): string[] | number {
    const words: string[] = [];
    for (const [number, input] of this.#options.inputs.entries()) {
      if (input.kind === 'link') {
        words.push(input.path);
        continue;
      }
      const object = join(this.#scratch, `${number}.o`);
      const code = this.#compile(input.path, input.kind, object);
      if (code !== 0) return code;
      words.push(object);
    }
    return words;
  }

  #link(): number {
    const objects = this.#objects();
    if (typeof objects === 'number') return objects;
    const runtime = this.#runtimeObject();
    if (typeof runtime === 'number') return runtime;
    const { both, link, output } = this.#options;
    const words = [
      ...[this.#compiler.path, ...both, ...link, ...objects, runtime],
      ...[...LIBRARIES, '-Wl,--compress-debug-sections=none', '-o', output ?? 'a.out'],
    ];
    if (this.#options.isVerbose) this.#build.tell(`\n#$ ${words.join(' ')}\n`);
    return this.#steps.run(words);
  }

  #archive(): number {
    const objects = this.#objects();
    if (typeof objects === 'number') return objects;
    return this.#steps.run([
      'ar',
      'rcs',
      this.#options.output ?? 'a.a',
      ...objects.filter((one) => !one.startsWith('-')),
    ]);
  }
}

/** A source of C is one, as nvcc has it, which a C++ compiler would take for its own. */
function asLanguage(words: readonly string[], path: string): string[] {
  return path.endsWith('.c') ? [...words.filter((word) => !/^-std=(?:c|gnu)\+\+/.test(word)), '-x', 'c'] : [...words];
}

/** What nvcc calls its output where nobody says; null: standard output. */
function defaultOutput(mode: NvccOptions['mode'], path: string): string | null {
  if (mode === 'compile') return `${basename(path).replace(/\.[^.]*$/, '')}.o`;
  return mode === 'host-code' ? `${basename(path)}.cpp.ii` : null;
}
