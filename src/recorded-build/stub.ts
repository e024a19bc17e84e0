/**
 * nvcc's stub: the C++ in which an object registers its kernels. The table of the module goes before it, and a call that hands
 * it to the recorder into the registration.
 */
import { type ModuleTable, moduleText } from '../record/index.ts';

const REGISTRATION = /(static void __nv_cudaEntityRegisterCallback\(\s*void \*\*\s*(\w+)\s*\)\s*\{)/;

/** @returns null where the stub registers nothing in the way that is known */
export function recordingStub(stub: string, tables: readonly ModuleTable[]): string | null {
  const found = REGISTRATION.exec(stub);
  const [all, , handle] = found ?? [];
  if (found === null || all === undefined || handle === undefined) return null;
  const { declarations, call } = moduleText(tables);
  const at = found.index + all.length;
  return `${declarations}${stub.slice(0, at)} ${call.replace('%HANDLE%', handle)} ${stub.slice(at)}`;
}
