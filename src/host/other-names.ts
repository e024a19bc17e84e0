/** Functions of the runtime that hand out another name of memory: of a variable, of memory of the host. */
import { argument, type CallSite, define, type State } from '../kernel/index.ts';

/** `(pointer to the pointer, memory, …)`. */
const ADDRESS = /^(?:_Z\d+)?(?:__gpurace_symbol_address|(?:cuda|hip)HostGetDevicePointer)(?:P|$)/;

export function namesMemory(name: string): boolean {
  return ADDRESS.test(name);
}

/** @returns the state after the call */
export function nameMemory(site: CallSite, state: State): State {
  const { thread, call, name } = site;
  define(site, thread.values.unknown(call.type, 'input', name));
  const address = argument(site, 1);
  const to = argument(site, 0);
  const targets = to.kind === 'pointer' ? to.targets : [];
  return targets.reduce(
    (before, target) => thread.memory.store(before, target, address, { kind: 'pointer', space: 0 }),
    state,
  );
}
