/**
 * `node scripts/same-result.ts BEFORE.json AFTER.json`: holds two stored results of the same sources against each other
 * and names every verdict and finding that differs; of the rest (reasons, assumptions, witnesses) it counts the kernels.
 * Times do not count. Ends with 1 when a verdict or a finding differs. This is how a change that must not change
 * behaviour is checked.
 */
import { readFileSync } from 'node:fs';
import type { Finding } from '../src/model/result.ts';
import { type StoredKernel, StoredResult } from '../src/result/stored-form.ts';

const [before, after] = process.argv.slice(2).map((path) => StoredResult.parse(JSON.parse(readFileSync(path, 'utf8'))));
if (before === undefined || after === undefined) throw new Error('two results are needed');

const verdicts = different(
  keyed(before.kernels, nameOf, ({ verdict }) => verdict),
  keyed(after.kernels, nameOf, ({ verdict }) => verdict),
);
const findings = different(keyed(before.findings, placeOf, strengthOf), keyed(after.findings, placeOf, strengthOf));
for (const line of [...verdicts, ...findings]) console.log(line);

const words = ({ reasons, assumptions, launches }: StoredKernel) => JSON.stringify([reasons, assumptions, launches]);
const reworded = different(keyed(before.kernels, nameOf, words), keyed(after.kernels, nameOf, words));
const witnesses = different(
  keyed(before.findings, placeOf, ({ witness }) => JSON.stringify(witness)),
  keyed(after.findings, placeOf, ({ witness }) => JSON.stringify(witness)),
);
const what = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : one.endsWith('s') ? 'es' : 's'}`;
console.log(
  `${what(before.kernels.length, 'kernel')}, ${what(before.findings.length, 'finding')}: ` +
    `${what(verdicts.length, 'verdict')} and ${what(findings.length, 'finding')} differ, ` +
    `${what(reworded.length, 'kernel')} with other reasons, assumptions or launches, ${what(witnesses.length, 'other witness')}`,
);
process.exitCode = verdicts.length + findings.length > 0 ? 1 : 0;

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

function nameOf({ file, line, kernel }: StoredKernel): string {
  return `${file}:${line} ${kernel}`;
}

function placeOf({ kernel, rule, accesses }: Finding): string {
  const places = accesses.map(({ file, line, kind }) => `${kind} ${file}:${line}`);
  return `${kernel} ${rule} ${places.join(' with ')}`;
}

function strengthOf({ evidence, raceId, dataDependent }: Finding): string {
  return `${evidence}${dataDependent ? ' (data-dependent)' : ''} ${raceId}`;
}
