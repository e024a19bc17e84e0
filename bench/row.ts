/** What a benchmark says: rows of a table. Every module of `bench/` that `bench.ts` runs exports `rows()`. */
export interface Row {
  /** What was measured, e.g. `front end, per file`. */
  readonly what: string;
  readonly unit: 'ms' | 's' | 'MiB' | '×' | '1/s';
  readonly values: readonly number[];
  /** What the numbers cover: files, runs, versions. */
  readonly note: string;
}

/** @param sortedOrNot any order; @param q 0…1. The value below which a share of q lies (nearest rank). */
export function quantile(sortedOrNot: readonly number[], q: number): number {
  const sorted = [...sortedOrNot].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
}

/** The table as text: median, 95th percentile, smallest and largest of each row. */
export function table(rows: readonly Row[]): string {
  const head = ['', 'median', 'p95', 'min', 'max', '', ''];
  const cells = rows.map(({ what, unit, values, note }) => [
    what,
    ...[0.5, 0.95, 0, 1].map((q) => round(quantile(values, q))),
    unit,
    `n=${values.length}${note === '' ? '' : `, ${note}`}`,
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((row) => row[column]?.length ?? 0)));
  const isNumber = (column: number) => column >= 1 && column <= 4;
  return [head, ...cells]
    .map((row) =>
      row
        .map((cell, column) =>
          isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function round(value: number): string {
  if (Number.isNaN(value)) return '-';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
