/**
 * PreDataR's Table 1 over our own microbenchmarks: in how many of each category a detector reports a race in some
 * feasible interleaving. Run it with `node bench/table1.ts`.
 */
import type { DetectorName } from '../src/detect/index.ts';
import { given, REST } from '../test/detect/microbenchmarks.ts';
import { found } from '../test/detect/table1.ts';

const COLUMNS: readonly DetectorName[] = ['scoped-hb', 'scord', 'gwcp', 'predict'];

const results = [...given(), ...REST].map((benchmark) => ({ benchmark, names: found(benchmark) }));
console.log(`| category | of | ${COLUMNS.join(' | ')} |`);
console.log(`|---|---:|${COLUMNS.map(() => '---:|').join('')}`);
for (const category of ['no-race', 'dynamic', 'predictable']) {
  const its = results.filter(({ benchmark }) => benchmark.category === category);
  const counts = COLUMNS.map((name) => its.filter(({ names }) => names.has(name)).length);
  console.log(`| ${category} | ${its.length} | ${counts.join(' | ')} |`);
}
