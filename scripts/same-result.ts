/**
 * `node scripts/same-result.ts BEFORE.json AFTER.json`: holds two stored results of the same sources against each other
 * and names every verdict and finding that differs; of the rest (reasons, assumptions, witnesses) it counts the kernels.
 * Times do not count. Ends with 1 when a verdict or a finding differs. This is how a change that must not change
 * behaviour is checked.
 */
import { readFileSync } from 'node:fs';
import { StoredResult } from '../src/result/stored-form.ts';
import { differencesOf } from './same-result/differences.ts';

const [before, after] = process.argv.slice(2).map((path) => StoredResult.parse(JSON.parse(readFileSync(path, 'utf8'))));
if (before === undefined || after === undefined) throw new Error('two results are needed');

const { verdicts, findings, reworded, witnesses } = differencesOf(before, after);
for (const line of [...verdicts, ...findings]) console.log(line);
const what = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : one.endsWith('s') ? 'es' : 's'}`;
console.log(
  `${what(before.kernels.length, 'kernel')}, ${what(before.findings.length, 'finding')}: ` +
    `${what(verdicts.length, 'verdict')} and ${what(findings.length, 'finding')} differ, ` +
    `${what(reworded.length, 'kernel')} with other reasons, assumptions or launches, ${what(witnesses.length, 'other witness')}`,
);
process.exitCode = verdicts.length + findings.length > 0 ? 1 : 0;
