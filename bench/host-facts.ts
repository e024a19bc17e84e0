/** `node bench/host-facts.ts`: alarms with and without the one host fact of each case, by class; Markdown. */
import { basename } from 'node:path';
import { conditionsInWords, FACT_CLASSES, type FactCase, type FactOutcome, factCases } from './host-facts-cases.ts';

const cases = await factCases();

console.log('| fact | cases | kernels | alarms with it | alarms without it | of these shown |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const fact of FACT_CLASSES) {
  const mine = cases.filter((one) => one.fact === fact);
  console.log(row(fact, mine));
}
console.log(row('all', cases));

console.log('\n| case | fact | with it | without it | race-free if |');
console.log('| --- | --- | --- | --- | --- |');
for (const one of cases) {
  const { file, fact, withFact, withoutFact } = one;
  const condition = `\`${conditionsInWords(withoutFact)}\``;
  console.log(`| \`${basename(file)}\` | ${fact} | ${inWords(withFact)} | ${inWords(withoutFact)} | ${condition} |`);
}

function row(fact: string, some: readonly FactCase[]): string {
  const kernels = some.reduce((sum, one) => sum + one.withFact.kernels.length, 0);
  const alarms = (of: (one: FactCase) => FactOutcome) => some.flatMap((one) => of(one).findings);
  const without = alarms((one) => one.withoutFact);
  const shown = without.filter(({ evidence }) => evidence === 'replayed').length;
  const before = alarms((one) => one.withFact).length;
  return `| ${fact} | ${some.length} | ${kernels} | ${before} | ${without.length} | ${shown} |`;
}

function inWords({ kernels, findings }: FactOutcome): string {
  const isOpen = kernels.some(({ verdict }) => verdict === 'racy' || verdict === 'inconclusive');
  if (isOpen) {
    const evidence = findings.map((finding) => finding.evidence).sort();
    return evidence.join(', ');
  }
  return findings.length === 0 ? 'race-free' : 'conditional';
}
