/** Which launches a kernel is checked with: the host's, those of other programs, the configuration's, or any. */

import { axesUsed, configuredLaunch, launchFromHost, mergeLaunches } from '../host/index.ts';
import type { Program, ProgramFunction } from '../ir/program.ts';
import { type KernelLaunch, placeIn } from '../kernel/index.ts';
import type { HeaderLine } from '../lexical/header-line.ts';
import { bareName, namesKernel } from '../lexical/kernel-names.ts';
import type { Assumption } from '../model/assumption.ts';
import type { CheckOptions, StatedLaunch } from '../model/options.ts';
import type { Dim3 } from '../model/result.ts';
import type { Terms } from '../terms/index.ts';
import type { UnitJob } from '../unit/job.ts';
import { type Host, isRead } from './read-host.ts';
import { statedInHeader, type UnitReading } from './read-unit.ts';

/** The launches of one kernel, as makers of terms for an arena each. */
export function launchesOf(
  job: UnitJob,
  unit: UnitReading,
  kernel: ProgramFunction,
): ((terms: Terms) => KernelLaunch)[] {
  const { options } = job;
  const { program, host, header } = unit;
  const axes = axesUsed(program, kernel);
  let unread = host !== null && !isRead(host) ? host.unread : null;
  if (isRead(host)) {
    unread = host.unreadable.get(bareName(kernel.sourceName)) ?? missedLaunch(host, kernel);
    const mine = mergeLaunches(
      host.found.terms,
      host.found.launches.filter((l) => l.kernel === kernel.name),
    );
    if (mine.length > 0 && unread === null) {
      return mine.map((launch) => (terms) => {
        const made = launchFromHost(terms, host.found, host.program, kernel, launch, options, axes);
        return { ...made, assumptions: [...made.assumptions, ...host.assumptions] };
      });
    }
  }
  const elsewhere = unread === null ? launchedElsewhere(job, unit, kernel) : [];
  if (elsewhere.length > 0) return elsewhere;
  const extra: Assumption[] = unread === null ? [] : [unread];
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
      const launch = configuredLaunch(terms, program, kernel, sizes);
      return { ...launch, assumptions: [...launch.assumptions, ...extra] };
    },
  ];
}

/** That a launch of the kernel was not followed. */
function missedLaunch({ found, program }: Host, kernel: ProgramFunction): Assumption | null {
  const missed = found.missed.get(kernel.name);
  if (missed === undefined) return null;
  const place = missed.location === null ? null : placeIn(program, missed.location);
  return { kind: 'launch', text: `a launch was not followed: ${missed.text}`, place };
}

/** Launches in programs that only declare the kernel; none when one of them has a launch that was not understood. */
function launchedElsewhere(
  { options }: UnitJob,
  { elsewhere, program: own }: UnitReading,
  kernel: ProgramFunction,
): ((terms: Terms) => KernelLaunch)[] {
  const isOpen = elsewhere.some(
    ({ found, unreadable }) => found.missed.has(kernel.name) || unreadable.has(bareName(kernel.sourceName)),
  );
  if (isOpen) return [];
  const axes = axesUsed(own, kernel);
  return elsewhere.flatMap(({ found, program }) =>
    mergeLaunches(
      found.terms,
      found.launches.filter((l) => l.kernel === kernel.name && !l.isDefined),
    ).map((launch) => (terms: Terms) => launchFromHost(terms, found, program, kernel, launch, options, axes)),
  );
}

/** True when all host code was read and nothing launches the kernel, and nobody states a launch either. */
export function isUnlaunched({ options }: UnitJob, { host, header }: UnitReading, kernel: ProgramFunction): boolean {
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
