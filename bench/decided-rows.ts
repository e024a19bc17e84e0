/** What kernels took to decide, as rows and as one sentence. */
import type { KernelResult } from '../src/model/result.ts';
import type { Row } from './row.ts';

export function decidedRows(kernels: readonly KernelResult[]): { rows: Row[]; share: string } {
  const analysed = kernels.filter((k) => k.solverPairs !== undefined);
  const total = (value: (k: KernelResult) => number) => analysed.reduce((sum, k) => sum + value(k), 0);
  const pairs = total((k) => k.accessPairs);
  const asked = total((k) => k.solverPairs ?? 0);
  const percent = pairs === 0 ? '-' : ((100 * (pairs - asked)) / pairs).toFixed(1);
  const times: Row = {
    what: 'after the front end, per kernel',
    unit: 'ms',
    values: analysed.map((k) => k.elapsedMs),
    note: '',
  };
  const share =
    `${pairs} access pairs, ${pairs - asked} decided without a solver call (${percent} %), ` +
    `${total((k) => k.solverCalls)} calls in all`;
  return { rows: [times], share };
}
