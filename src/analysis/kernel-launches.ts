/** Which launches a kernel is checked with: the host's, those of other programs, the configuration's, or any. */

import type { LaunchMaker } from '../check/index.ts';
import {
  configuredLaunch,
  type HostLaunch,
  launchFromHost,
  type MergedLaunch,
  mergeLaunches,
  type UsedByKernel,
  usedBy,
} from '../host/index.ts';
import type { Program, ProgramFunction } from '../ir/program.ts';
import { type KernelLaunch, placeIn } from '../kernel/index.ts';
import type { HeaderLine } from '../lexical/header-line.ts';
import { bareName, namesKernel } from '../lexical/kernel-names.ts';
import { mayLaunch } from '../lexical/spelt-launches.ts';
import type { Assumption } from '../model/assumption.ts';
import type { CheckOptions, StatedLaunch } from '../model/options.ts';
import type { Dim3 } from '../model/result.ts';
import { type Int, printInt, type Terms } from '../terms/index.ts';
import type { UnitJob } from '../unit/job.ts';
import { type FoundLaunches, type Host, isRead, launchesOfKernel } from './read-host.ts';
import { statedInHeader, type UnitReading } from './read-unit.ts';

/** The launches of one kernel, as makers of terms for an arena each. */
export function launchesOf(job: UnitJob, unit: UnitReading, kernel: ProgramFunction): LaunchMaker[] {
  const { options } = job;
  const { program, host, header } = unit;
  const axes = usedBy(program, kernel);
  let unread = host !== null && !isRead(host) ? [host.unread] : [];
  let mine: LaunchMaker[] = [];
  if (isRead(host)) {
    unread = [...(host.unreadable.get(bareName(kernel.sourceName)) ?? []), ...missedLaunches(host, kernel)];
    const { found, program: source, assumptions, launches } = launchesOfKernel(host, kernel.name);
    mine = makersOf({ found, program: source, assumptions }, kernel, launches, options, axes);
    if (mine.length > 0 && unread.length === 0) return mine;
  }
  const opencl = launchedByOpencl(unit, kernel, job.options);
  if (opencl.launches.length > 0 && opencl.unread.length === 0) return opencl.launches;
  unread.push(...opencl.unread);
  mine.push(...opencl.launches);
  const elsewhere = unread.length === 0 ? launchedElsewhere(job, unit, kernel) : [];
  if (elsewhere.length > 0) return elsewhere;
  const extra = [...unread];
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
  const open = (terms: Terms): KernelLaunch => {
    const launch = configuredLaunch(terms, program, kernel, { ...sizes, language: unit.language });
    return { ...launch, assumptions: [...launch.assumptions, ...extra] };
  };
  if (sizes.gridDim !== null || sizes.blockDim !== null) return [open];
  const spelt = distinct(unit.spelt.filter((launch) => mayLaunch(launch, kernel.sourceName)));
  const isSpelt = ({ place }: Assumption) =>
    spelt.some(
      ({ file, line, lastLine }) => place?.file === file && line <= (place.line ?? 0) && (place.line ?? 0) <= lastLine,
    );
  const rest = unread.every(isSpelt) && spelt.length > 0 ? [] : [open];
  return [...mine, ...spelt.map((launch) => launchOfText(launch, options, program, kernel, extra)), ...rest];
}

/** Launches that host code makes. */
function makersOf(
  { found, program, assumptions }: FoundLaunches,
  kernel: ProgramFunction,
  launches: readonly HostLaunch[],
  options: CheckOptions,
  axes: UsedByKernel,
): LaunchMaker[] {
  const maker = (launch: MergedLaunch) => (terms: Terms) => {
    const made = launchFromHost(terms, found, program, kernel, launch, options, axes);
    return { ...made, assumptions: [...made.assumptions, ...assumptions] };
  };
  const covers = new Map<MergedLaunch, LaunchMaker>();
  const merged = mergeLaunches(found, kernel, launches);
  const makers = merged.map((launch): LaunchMaker => {
    const { cover } = launch;
    if (cover === null) return maker(launch);
    const made = covers.get(cover) ?? maker(cover);
    covers.set(cover, made);
    return Object.assign(maker(launch), { cover: made });
  });
  for (const [i, { sameAs, provedBy }] of merged.entries()) {
    if (sameAs !== null) Object.assign(makers[i]!, { sameAs: makers[sameAs] });
    if (provedBy !== null) Object.assign(makers[i]!, { provedBy: makers[provedBy] });
  }
  return makers;
}

/** What all host code of OpenCL says together; where some of it was not followed, that too. */
function launchedByOpencl(
  { program, openclHosts }: UnitReading,
  kernel: ProgramFunction,
  options: CheckOptions,
): { readonly launches: LaunchMaker[]; readonly unread: readonly Assumption[] } {
  const axes = usedBy(program, kernel);
  const launches: LaunchMaker[] = [];
  const unread: Assumption[] = [];
  for (const host of openclHosts) {
    if (!isRead(host)) {
      unread.push(host.unread);
      continue;
    }
    unread.push(...(host.unreadable.get(kernel.name) ?? []), ...missedLaunches(host, kernel));
    const mine = launchesOfKernel(host, kernel.name);
    launches.push(...makersOf(mine, kernel, mine.launches, options, axes));
  }
  return { launches, unread };
}

type LaunchInText = UnitReading['spelt'][number];

/** One of each place, and of those with the same sizes. */
function distinct(launches: readonly LaunchInText[]): LaunchInText[] {
  const bySizes = new Map<string, LaunchInText>();
  for (const launch of launches) {
    const key = [...launch.gridDim, ...launch.blockDim].join();
    if (!bySizes.has(key)) bySizes.set(key, launch);
  }
  return [...bySizes.values()];
}

/** A launch of which only the text is known: sizes that are no constants, and all arguments, are open. */
function launchOfText(
  { file, line, gridDim, blockDim }: LaunchInText,
  { assume }: CheckOptions,
  program: Program,
  kernel: ProgramFunction,
  extra: readonly Assumption[],
): (terms: Terms) => KernelLaunch {
  const place = { file, line };
  const said: Assumption = {
    kind: 'launch',
    text: 'only the text of its launch was read: checked for all arguments',
    place,
  };
  return (terms) => {
    const made = configuredLaunch(terms, program, kernel, { gridDim, blockDim, assume });
    const shown = (sizes: readonly Int[]) => sizes.map((size) => printInt(size));
    const source = { ...place, gridDim: shown(made.gridDim), blockDim: shown(made.blockDim) };
    return { ...made, source, knownFrom: null, assumptions: [...made.assumptions, said, ...extra] };
  };
}

/** That launches of the kernel were not followed. */
function missedLaunches({ found, program }: Host, kernel: ProgramFunction): Assumption[] {
  return (found.missed.get(kernel.name) ?? []).map(({ text, location }) => {
    const place = location === null ? null : placeIn(program, location);
    return { kind: 'launch', text: `a launch was not followed: ${text}`, place };
  });
}

/** Launches in programs that only declare the kernel; none when one of them has a launch that was not understood. */
function launchedElsewhere(
  { options }: UnitJob,
  { elsewhere, program: own }: UnitReading,
  kernel: ProgramFunction,
): LaunchMaker[] {
  const isOpen = elsewhere.some(
    ({ found, unreadable }) => found.missed.has(kernel.name) || unreadable.has(bareName(kernel.sourceName)),
  );
  if (isOpen) return [];
  const axes = usedBy(own, kernel);
  return elsewhere.flatMap(({ found, program }) =>
    mergeLaunches(
      found,
      kernel,
      found.launches.filter((l) => l.kernel === kernel.name && !l.isDefined),
    ).map((launch) => (terms: Terms) => launchFromHost(terms, found, program, kernel, launch, options, axes)),
  );
}

/** True when all host code was read and nothing launches the kernel, and nobody states a launch either. */
export function isUnlaunched({ options }: UnitJob, unit: UnitReading, kernel: ProgramFunction): boolean {
  const { host, header } = unit;
  const opencl = launchedByOpencl(unit, kernel, options);
  if (opencl.launches.length > 0 || opencl.unread.length > 0) return false;
  if ((host !== null && !isRead(host)) || header !== null || (options.gridDim !== null && options.blockDim !== null))
    return false;
  if (options.launches.some((launch) => namesKernel(launch.kernel, kernel.sourceName))) return false;
  if (host === null) return true;
  return (
    !host.unreadable.has(bareName(kernel.sourceName)) &&
    !host.found.missed.has(kernel.name) &&
    !host.found.launches.some((launch) => launch.kernel === kernel.name)
  );
}

/** A launch that the configuration states; what the command line says of sizes wins. */
function launchOfConfig(
  launch: StatedLaunch,
  options: CheckOptions,
  program: Program,
  kernel: ProgramFunction,
  extra: readonly Assumption[],
): (terms: Terms) => KernelLaunch {
  const sizes = {
    gridDim: options.gridDim ?? launch.gridDim,
    blockDim: options.blockDim ?? launch.blockDim,
    assume: [...options.assume, ...launch.assume],
  };
  const said: Assumption[] = [];
  for (const name of ['gridDim', 'blockDim'] as const) {
    const size = launch[name];
    if (size === null || options[name] !== null) continue;
    said.push({ kind: 'configured-launch', text: `${name} = ${sizeInWords(size)}`, place: null });
  }
  return (terms) => {
    const made = configuredLaunch(terms, program, kernel, sizes);
    return { ...made, assumptions: [...made.assumptions, ...said, ...extra] };
  };
}

function sizeInWords(size: Dim3): string {
  return size.join(',').replace(/(,1)+$/, '');
}

function stated(name: string, size: Dim3, file: string, header: HeaderLine): Assumption {
  return statedInHeader(`${name} = ${sizeInWords(size)}`, file, header);
}
