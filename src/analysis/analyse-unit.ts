/** One translation unit: compiles it, finds its kernels and their launches, and checks each kernel. */
import { checkKernel } from '../check/check-kernel.ts';
import { withRaceIds } from '../check/findings.ts';
import { type ClangResult, SYSROOT } from '../frontend/clang.ts';
import type { Diagnostic } from '../frontend/diagnostics.ts';
import { type KernelDefinition, kernelDefinitions } from '../frontend/kernel-definitions.ts';
import { readModule } from '../frontend/llvm/index.ts';
import type { Program, ProgramFunction } from '../frontend/program.ts';
import { withScopes } from '../frontend/scopes.ts';
import { findLaunches, givenLaunch, type HostLaunches, launchFromHost, mergeLaunches } from '../host/index.ts';
import type { KernelLaunch } from '../kernel/launch.ts';
import { Terms } from '../kernel/terms.ts';
import type { Finding, KernelResult, Language } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { replaying } from './confirm.ts';
import type { Engines } from './engines.ts';
import { bareName, NOT_ANALYSED, namesKernel } from './kernel-names.ts';
import type { UnitEvent, UnitJob } from './unit.ts';
import { languageOf } from './unit-record.ts';

export function analyseUnit(job: UnitJob, tree: SourceTree, engines: Engines, emit: (event: UnitEvent) => void): void {
  const { file, options } = job;
  const language = options.language ?? languageOf(file);
  const lines = new SourceLines(tree);
  const definitions = kernelDefinitions(lines.text(file), language);
  const compiled = engines.clang.run({
    language,
    side: 'device',
    file,
    tree,
    options: { includeDirs: options.includeDirs, defines: options.defines, std: options.std },
  });
  for (const guess of compiled.guesses) {
    emit({ type: 'problem', problem: { file, line: null, column: null, severity: 'warning', message: guess } });
  }
  if (compiled.ir === null) {
    reportUncompiled(job, compiled, definitions, language, emit);
    return;
  }
  const { program, problems } = readModule(compiled.ir);
  for (const message of problems) {
    emit({ type: 'problem', problem: { file, line: null, column: null, severity: 'warning', message } });
  }
  const scoped = withScopes(program);
  const kernels = kernelsOf(scoped);
  const missing = definitions.filter((d) => !kernels.some((k) => bareName(k.sourceName) === d.name));
  const wanted = (name: string) => options.kernels.length === 0 || options.kernels.some((k) => namesKernel(k, name));
  const analysed = kernels.filter((k) => wanted(k.sourceName));
  const unseen = missing.filter((d) => wanted(d.name));
  emit({
    type: 'found',
    kernels: [
      ...analysed.map((k) => ({ kernel: k.sourceName, ...placeOf(scoped, k, file) })),
      ...unseen.map((d) => ({ kernel: d.name, file, line: d.line })),
    ],
  });
  for (const definition of unseen) {
    const why = definition.isTemplate
      ? 'a template that nothing in this file instantiates'
      : 'not among the functions that the compiler emitted (left out by the preprocessor?)';
    emit({
      type: 'kernel',
      result: notAnalysed(definition, file, language, [`${why} (${file}:${definition.line})`]),
      findings: [],
    });
  }
  const host = readHost(job, tree, language, engines, analysed.length > 0);
  for (const kernel of analysed) {
    emit({ type: 'begin', kernel: kernel.sourceName });
    emit(checkOne(job, scoped, kernel, language, host, engines, lines));
  }
}

/** What the host code of the unit says about launches. */
interface Host {
  readonly program: Program;
  readonly found: HostLaunches;
}

/** Compiles and reads the host side, unless sizes are given anyway. @returns a sentence when that was not possible. */
function readHost(
  job: UnitJob,
  tree: SourceTree,
  language: Language,
  engines: Engines,
  needed: boolean,
): Host | string | null {
  const { options, file } = job;
  if (!needed || language === 'opencl' || (options.gridDim && options.blockDim)) return null;
  const compiled = engines.clang.run({
    language,
    side: 'host',
    file,
    tree,
    options: { includeDirs: options.includeDirs, defines: options.defines, std: options.std },
  });
  if (compiled.ir === null) {
    const first = compiled.diagnostics.find((d) => d.severity === 'error');
    const why = compiled.trapped ?? (first ? `${first.message} (${first.file}:${first.line})` : 'it does not compile');
    return `launches were not read from the host code: ${why}`;
  }
  const { program } = readModule(compiled.ir);
  return { program, found: findLaunches(program, SYSROOT) };
}

/** The launches of one kernel, as makers of terms for an arena each. */
function launchesOf(
  job: UnitJob,
  program: Program,
  kernel: ProgramFunction,
  host: Host | string | null,
): ((terms: Terms) => KernelLaunch)[] {
  const { options } = job;
  if (host !== null && typeof host !== 'string') {
    const mine = mergeLaunches(host.found.launches.filter((l) => l.kernel === kernel.name));
    if (mine.length > 0 && !host.found.unreached.has(kernel.name)) {
      return mine.map(
        ({ launch, open }) =>
          (terms) =>
            launchFromHost(terms, host.found.terms, host.program, kernel, launch, open, options),
      );
    }
  }
  const extra = typeof host === 'string' ? [host] : [];
  return [
    (terms) => {
      const launch = givenLaunch(terms, program, kernel, options);
      return { ...launch, assumptions: [...launch.assumptions, ...extra] };
    },
  ];
}

function checkOne(
  job: UnitJob,
  program: Program,
  kernel: ProgramFunction,
  language: Language,
  host: Host | string | null,
  engines: Engines,
  lines: SourceLines,
): UnitEvent {
  const { options } = job;
  const place = placeOf(program, kernel, job.file);
  const begun = performance.now();
  const skipped = job.skip.get(kernel.sourceName);
  if (skipped !== undefined) {
    const definition = { name: kernel.sourceName, line: place.line, isTemplate: false };
    return { type: 'kernel', result: notAnalysed(definition, place.file, language, [skipped]), findings: [] };
  }
  const launches = launchesOf(job, program, kernel, host);
  const answer = checkKernel({
    program,
    kernel,
    language,
    launches,
    headerPrefix: SYSROOT,
    warpModel: options.warpModel,
    solver: engines.solver,
    timeLimit: options.timeoutMs,
    sourceLine: (path, line) => lines.line(path, line),
    confirm: replaying(program, options.warpModel),
  });
  const result: KernelResult = {
    kernel: kernel.sourceName,
    file: place.file,
    line: place.line,
    language,
    verdict: answer.verdict,
    reasons: [...answer.reasons],
    assumptions: [...answer.assumptions],
    launches: launches.flatMap((make) => make(new Terms()).source ?? []),
    accessPairs: answer.accessPairs,
    solverCalls: answer.solverCalls,
    elapsedMs: Math.round(performance.now() - begun),
  };
  const findings: Finding[] = withRaceIds(answer.findings);
  return { type: 'kernel', result, findings };
}

/** A file that does not compile: its kernels are listed with the reason, its errors with their places. */
function reportUncompiled(
  job: UnitJob,
  compiled: ClangResult,
  definitions: readonly KernelDefinition[],
  language: Language,
  emit: (event: UnitEvent) => void,
): void {
  const { file } = job;
  const errors = compiled.diagnostics.filter((d) => d.severity === 'error');
  const first = errors[0];
  const why =
    compiled.trapped ??
    (first ? `does not compile: ${first.message} (${first.file}:${first.line})` : 'does not compile');
  const shown: Pick<Diagnostic, 'file' | 'line' | 'column' | 'message'>[] =
    errors.length > 0 ? errors.slice(0, 5) : [{ file, line: 1, column: 1, message: why }];
  for (const d of shown) {
    const place = { file: d.file, line: positive(d.line), column: positive(d.column) };
    emit({ type: 'problem', problem: { ...place, severity: 'error', message: d.message } });
  }
  emit({ type: 'found', kernels: definitions.map((d) => ({ kernel: d.name, file, line: d.line })) });
  for (const definition of definitions) {
    emit({ type: 'kernel', result: notAnalysed(definition, file, language, [why]), findings: [] });
  }
}

function positive(n: number | null): number | null {
  return n !== null && n > 0 ? n : null;
}

function notAnalysed(definition: KernelDefinition, file: string, language: Language, reasons: string[]): KernelResult {
  return {
    kernel: definition.name,
    file,
    line: definition.line,
    language,
    verdict: 'inconclusive',
    reasons: reasons.map((r) => NOT_ANALYSED + r),
    assumptions: [],
    launches: [],
    accessPairs: 0,
    solverCalls: 0,
    elapsedMs: 0,
  };
}

/** The kernels that the unit defines, in source order; those of our own headers are nobody's. */
function kernelsOf(program: Program): ProgramFunction[] {
  const kernels = [...program.functions.values()].filter(
    (f) => f.isKernel && f.isDefinition && !(f.location && program.files[f.location.file]?.startsWith(SYSROOT)),
  );
  return kernels.sort((a, b) => (a.location?.line ?? 0) - (b.location?.line ?? 0));
}

function placeOf(program: Program, kernel: ProgramFunction, file: string): { file: string; line: number } {
  const { location } = kernel;
  return { file: (location && program.files[location.file]) || file, line: location?.line ?? 0 };
}

/** Lines of the tree's files, decoded once each. */
class SourceLines {
  readonly #tree: SourceTree;
  readonly #files = new Map<string, readonly string[]>();

  constructor(tree: SourceTree) {
    this.#tree = tree;
  }

  text(file: string): string {
    return new TextDecoder().decode(this.#tree.read(file) ?? new Uint8Array());
  }

  line(file: string, line: number): string | undefined {
    let lines = this.#files.get(file);
    if (!lines) {
      lines = this.text(file).split(/\r?\n/);
      this.#files.set(file, lines);
    }
    return lines[line - 1];
  }
}
