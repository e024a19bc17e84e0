/** One translation unit: reads it, and checks each of its kernels with the launches of each. */
import { checkKernel } from '../check/check-kernel.ts';
import { withRaceIds } from '../check/findings.ts';
import { SYSROOT } from '../frontend/clang.ts';
import type { Directive } from '../frontend/directives.ts';
import type { HeaderLine } from '../frontend/header-line.ts';
import type { Program, ProgramFunction } from '../frontend/program.ts';
import { givenLaunch, launchFromHost, mergeLaunches } from '../host/index.ts';
import type { KernelLaunch } from '../kernel/launch.ts';
import { Terms } from '../kernel/terms.ts';
import type { CheckOptions, StatedLaunch } from '../model/options.ts';
import type { Dim3, Finding, KernelResult } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { replaying } from './confirm.ts';
import type { Engines } from './engines.ts';
import { bareName, namesKernel } from './kernel-names.ts';
import { notAnalysed, placeOf, readUnit, type UnitReading } from './read-unit.ts';
import { withStatedFacts, withSuppression } from './source-comments.ts';
import { SourceLines } from './source-lines.ts';
import type { UnitEvent, UnitJob } from './unit.ts';

export function analyseUnit(job: UnitJob, tree: SourceTree, engines: Engines, emit: (event: UnitEvent) => void): void {
  const lines = new SourceLines(tree);
  const unit = readUnit(job, tree, engines.clang, emit, lines);
  if (!unit) return;
  const used = new Set<Directive>();
  for (const kernel of unit.kernels) {
    emit({ type: 'begin', kernel: kernel.sourceName });
    emit(checkOne(job, unit, kernel, engines, lines, used));
  }
  for (const directive of lines.directives(job.file).all) {
    if (directive.kind !== 'assume' || used.has(directive) || job.kernelsOf !== undefined) continue;
    const message = `the assumption is not used: it is no condition over what a kernel or launch here has (${directive.text})`;
    emit({
      type: 'problem',
      problem: { file: job.file, line: directive.line, column: null, severity: 'warning', message },
    });
  }
}

/** The launches of one kernel, as makers of terms for an arena each. */
function launchesOf(job: UnitJob, unit: UnitReading, kernel: ProgramFunction): ((terms: Terms) => KernelLaunch)[] {
  const { options } = job;
  const { program, host, header } = unit;
  let unread = typeof host === 'string' ? host : null;
  if (host !== null && typeof host !== 'string') {
    unread = host.unreadable.get(bareName(kernel.sourceName)) ?? null;
    const mine = mergeLaunches(host.found.launches.filter((l) => l.kernel === kernel.name));
    if (mine.length > 0 && unread === null && !host.found.unreached.has(kernel.name)) {
      return mine.map(
        ({ launch, open }) =>
          (terms) =>
            launchFromHost(terms, host.found.terms, host.program, kernel, launch, open, options),
      );
    }
  }
  const elsewhere = unread === null && !isUnreached(unit, kernel) ? launchedElsewhere(job, unit, kernel) : [];
  if (elsewhere.length > 0) return elsewhere;
  const extra = unread === null ? [] : [unread];
  const ofConfig = options.launches.filter((launch) => namesKernel(launch.kernel, kernel.sourceName));
  if (ofConfig.length > 0) return ofConfig.map((launch) => launchOfConfig(launch, options, program, kernel, extra));
  // Sizes that are asked for come first, then the host's own, then the configuration's, then those of the first lines.
  const sizes = {
    ...options,
    gridDim: options.gridDim ?? header?.gridDim ?? null,
    blockDim: options.blockDim ?? header?.blockDim ?? null,
  };
  if (header && !options.gridDim && header.gridDim) extra.push(stated('gridDim', header.gridDim, job.file, header));
  if (header && !options.blockDim && header.blockDim) extra.push(stated('blockDim', header.blockDim, job.file, header));
  return [
    (terms) => {
      const launch = givenLaunch(terms, program, kernel, sizes);
      return { ...launch, assumptions: [...launch.assumptions, ...extra] };
    },
  ];
}

function isUnreached({ host }: UnitReading, kernel: ProgramFunction): boolean {
  return host !== null && typeof host !== 'string' && host.found.unreached.has(kernel.name);
}

/** Launches in programs that only declare the kernel; none when one of them has a launch that was not understood. */
function launchedElsewhere(
  { options }: UnitJob,
  { elsewhere }: UnitReading,
  kernel: ProgramFunction,
): ((terms: Terms) => KernelLaunch)[] {
  const isOpen = elsewhere.some(
    ({ found, unreadable }) => found.unreached.has(kernel.name) || unreadable.has(bareName(kernel.sourceName)),
  );
  if (isOpen) return [];
  return elsewhere.flatMap(({ found, program }) =>
    mergeLaunches(found.launches.filter((l) => l.kernel === kernel.name && !l.isDefined)).map(
      ({ launch, open }) =>
        (terms: Terms) =>
          launchFromHost(terms, found.terms, program, kernel, launch, open, options),
    ),
  );
}

/** True when all host code was read and nothing launches the kernel, and nobody states a launch either. */
function isUnlaunched({ options }: UnitJob, { host, header }: UnitReading, kernel: ProgramFunction): boolean {
  if (typeof host === 'string' || header !== null || (options.gridDim !== null && options.blockDim !== null))
    return false;
  if (options.launches.some((launch) => namesKernel(launch.kernel, kernel.sourceName))) return false;
  if (host === null) return true;
  return (
    !host.unreadable.has(bareName(kernel.sourceName)) &&
    !host.found.unreached.has(kernel.name) &&
    !host.found.launches.some((launch) => launch.kernel === kernel.name)
  );
}

/** A launch that the configuration states; what the command line says of sizes wins. */
function launchOfConfig(
  launch: StatedLaunch,
  options: CheckOptions,
  program: Program,
  kernel: ProgramFunction,
  extra: readonly string[],
): (terms: Terms) => KernelLaunch {
  const sizes = {
    gridDim: options.gridDim ?? launch.gridDim,
    blockDim: options.blockDim ?? launch.blockDim,
    assume: [...options.assume, ...launch.assume],
  };
  const said: string[] = [];
  for (const name of ['gridDim', 'blockDim'] as const) {
    const size = launch[name];
    if (size !== null && options[name] === null)
      said.push(`${name} = ${sizeInWords(size)} (launch of the configuration)`);
  }
  return (terms) => {
    const made = givenLaunch(terms, program, kernel, sizes);
    return { ...made, assumptions: [...made.assumptions, ...said, ...extra] };
  };
}

function sizeInWords(size: Dim3): string {
  return size.join(',').replace(/(,1)+$/, '');
}

function stated(name: string, size: Dim3, file: string, { line }: HeaderLine): string {
  return `${name} = ${sizeInWords(size)} (${file}:${line})`;
}

function checkOne(
  job: UnitJob,
  unit: UnitReading,
  kernel: ProgramFunction,
  engines: Engines,
  lines: SourceLines,
  used: Set<Directive>,
): UnitEvent {
  const { options } = job;
  const { program, language } = unit;
  const place = placeOf(program, kernel, job.file);
  const begun = performance.now();
  const skipped = job.skip.get(kernel.sourceName);
  if (skipped !== undefined) {
    const definition = { name: kernel.sourceName, line: place.line, isTemplate: false };
    return { type: 'kernel', result: notAnalysed(definition, place.file, language, [skipped]), findings: [] };
  }
  const launches = launchesOf(job, unit, kernel).map((make) => (terms: Terms) => {
    const launch = make(terms);
    const places = launch.source ? [place, launch.source] : [place];
    return withStatedFacts(terms, kernel, launch, places, lines, used);
  });
  const answer = checkKernel({
    program,
    kernel,
    launches,
    headerPrefix: SYSROOT,
    warpModel: options.warpModel,
    solver: engines.solver,
    timeLimit: options.timeoutMs,
    sourceLine: (path, line) => lines.line(path, line),
    confirm: replaying(program, options.warpModel),
  });
  const standIn = unit.standIns.get(bareName(kernel.sourceName));
  const result: KernelResult = {
    kernel: kernel.sourceName,
    file: place.file,
    line: place.line,
    language,
    verdict: answer.verdict,
    reasons: [...answer.reasons],
    assumptions: [...answer.assumptions, ...unit.assumptions, ...(standIn === undefined ? [] : [standIn])],
    launches: launches.flatMap((make) => make(new Terms()).source ?? []),
    accessPairs: answer.accessPairs,
    solverCalls: answer.solverCalls,
    elapsedMs: Math.round(performance.now() - begun),
  };
  const findings: Finding[] = withRaceIds(answer.findings).map((finding) => withSuppression(finding, place, lines));
  return {
    type: 'kernel',
    result,
    findings,
    isUnlaunched: result.launches.length === 0 && isUnlaunched(job, unit, kernel),
  };
}
