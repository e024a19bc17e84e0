/** Two results of the same sources, held against each other. */
import type { Finding } from '../../src/model/result.ts';
import type { StoredKernel as KernelResult, StoredResult as Result } from '../../src/result/stored-form.ts';

export interface Differences {
  /** A line for each kernel whose verdict is another one, or that only one of the two has. */
  readonly verdicts: readonly string[];
  /** A line for each finding that only one of the two has, or that is stronger or weaker in one. */
  readonly findings: readonly string[];
  /** Kernels with other reasons, assumptions or launches. */
  readonly reworded: readonly string[];
  readonly witnesses: readonly string[];
}

export function differencesOf(before: Result, after: Result): Differences {
  const differ = <K extends 'kernels' | 'findings'>(
    list: K,
    name: (one: Result[K][number]) => string,
    value: (one: Result[K][number]) => string,
  ) =>
    different(keyed<Result[K][number]>(before[list], name, value), keyed<Result[K][number]>(after[list], name, value));
  return {
    verdicts: differ('kernels', nameOf, ({ verdict }) => verdict),
    findings: differ('findings', placeOf, strengthOf),
    reworded: differ('kernels', nameOf, wordsOf),
    witnesses: differ('findings', placeOf, ({ witness }) => JSON.stringify(witness)),
  };
}

/** What stands at several places of one name is put together, in an order of its own. */
function keyed<T>(all: readonly T[], key: (one: T) => string, value: (one: T) => string): Map<string, string> {
  const lists = new Map<string, string[]>();
  for (const one of all) lists.set(key(one), [...(lists.get(key(one)) ?? []), value(one)]);
  return new Map([...lists].map(([name, list]) => [name, list.sort().join(' | ')]));
}

function different(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] {
  const names = [...new Set([...a.keys(), ...b.keys()])].sort();
  return names
    .filter((name) => a.get(name) !== b.get(name))
    .map((name) => `${name}: ${a.get(name) ?? 'none'} → ${b.get(name) ?? 'none'}`);
}

function nameOf({ file, line, kernel }: KernelResult): string {
  return `${file}:${line} ${kernel}`;
}

function wordsOf({ reasons, assumptions, launches }: KernelResult): string {
  return JSON.stringify([reasons, assumptions, launches]);
}

function placeOf({ kernel, rule, accesses }: Finding): string {
  const places = accesses.map(({ file, line, kind }) => `${kind} ${file}:${line}`);
  return `${kernel} ${rule} ${places.join(' with ')}`;
}

function strengthOf({ evidence, raceId, dataDependent }: Finding): string {
  return `${evidence}${dataDependent ? ' (data-dependent)' : ''} ${raceId}`;
}
