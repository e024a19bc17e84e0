/** The places in host code that launch a kernel, whether or not an execution comes to them. */
import type { Program, ProgramFunction, SourceLocation } from '../ir/program.ts';
import type { Call } from '../kernel/index.ts';
import { kernelOfStub, LAUNCH, LAUNCH_BY_VALUE, PUSH } from './kernel-stubs.ts';

import { launchesOpencl } from './opencl-launch.ts';

export interface LaunchSite {
  /** The function of the program in which it stands; never one of our own headers. */
  readonly fn: ProgramFunction;
  readonly call: Call;
  /** The kernels that are named there; none where it is launched through a pointer. */
  readonly kernels: readonly string[];
  readonly location: SourceLocation | null;
  /** Of OpenCL, where the kernel is an object, and named nowhere near. */
  readonly isOpencl: boolean;
}

/** @param launching the functions that lead to a launch */
export function launchSites(
  program: Program,
  launching: ReadonlySet<string>,
  isOurs: (fn: ProgramFunction) => boolean,
): LaunchSite[] {
  const isLaunch = (name: string): boolean =>
    kernelOfStub(name) !== null ||
    name === LAUNCH ||
    name === LAUNCH_BY_VALUE ||
    launchesOpencl(name) ||
    ours.has(name);
  // Functions of our own headers that launch themselves, and do not only call what launches.
  const ours = new Set<string>();
  const headers = [...launching].flatMap((name) => program.functions.get(name) ?? []).filter(isOurs);
  for (let grew = true; grew; ) {
    const more = headers.filter(
      (fn) => !ours.has(fn.name) && callsOf(fn).some(({ callee }) => callee.kind === 'global' && isLaunch(callee.name)),
    );
    for (const { name } of more) ours.add(name);
    grew = more.length > 0;
  }
  const sites: LaunchSite[] = [];
  for (const name of launching) {
    const fn = program.functions.get(name);
    if (!fn || isOurs(fn)) continue;
    const calls = callsOf(fn);
    const pushes = calls.some(({ callee }) => callee.kind === 'global' && callee.name === PUSH);
    for (const call of calls) {
      const { callee } = call;
      if (callee.kind === 'global' ? !isLaunch(callee.name) : !pushes) continue;
      const named = [callee, ...call.arguments].flatMap((operand) => (operand.kind === 'global' ? operand.name : []));
      const kernels = named.flatMap((one) => kernelOfStub(one) ?? []);
      const isOpencl = callee.kind === 'global' && launchesOpencl(callee.name);
      sites.push({ fn, call, kernels, location: call.location, isOpencl });
    }
  }
  return sites;
}

function callsOf(fn: ProgramFunction): Call[] {
  return fn.blocks.flatMap(({ instructions }) => instructions.flatMap((i) => (i.op === 'call' ? i : [])));
}
