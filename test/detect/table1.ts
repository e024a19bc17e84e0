/** PreDataR's Table 1 over our microbenchmarks. */
import type { DetectorName } from '../../src/detect/index.ts';
import { headerOf, interleavings, type Microbenchmark } from './microbenchmarks.ts';
import { run } from './run.ts';

/** Reported in some feasible interleaving. */
export function found(benchmark: Microbenchmark): Set<DetectorName> {
  const names = new Set<DetectorName>();
  const traces = interleavings(benchmark);
  if (traces.length === 0) throw new Error(`${benchmark.id} has no interleaving`);
  for (const events of traces) {
    for (const [name, pairs] of Object.entries(run(headerOf(benchmark), events).detectors ?? {})) {
      if (pairs.length > 0) names.add(name as DetectorName);
    }
  }
  return names;
}
