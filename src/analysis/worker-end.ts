/** Why a worker ended before its time, in words. */
import { lackNamed } from '../model/errors.ts';

const HEAP_OPTION = /^--max[-_]old[-_]space[-_]size=(\d+)$/;

/** @param heapMib the heap that the worker was given @param options those of this process */
export function causeOfEnd(
  { code, message }: Error & { readonly code?: string },
  heapMib: number,
  options: readonly string[] = optionsOfProcess(),
): string {
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return outOfMemory(heapMib, options);
  if (code !== 'ERR_WORKER_INIT_FAILED') return message;
  return lackNamed(/\bE[A-Z]+$/.exec(message)?.[0] ?? '') ?? message;
}

/** V8's own option, where somebody gave it, wins over the worker's limit; zero is no limit. */
function outOfMemory(heapMib: number, options: readonly string[]): string {
  const given = options.flatMap((option) => HEAP_OPTION.exec(option)?.[1] ?? []).at(-1);
  if (given === undefined || Number(given) === 0) return `more than ${heapMib} MiB of memory`;
  return `more than ${given} MiB of memory, as --max-old-space-size has it`;
}

/** What stands on the command line wins over the environment. */
function optionsOfProcess(): string[] {
  return [...(process.env.NODE_OPTIONS ?? '').split(/\s+/), ...process.execArgv];
}
