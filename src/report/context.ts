import { lineReader } from '../lexical/lines.ts';
import type { Evidence, Finding, Result } from '../model/result.ts';
import { storedLineReader } from './cited-lines.ts';
import type { Links } from './links.ts';

/** What a report may know beside the result itself. */
export interface ReportContext {
  /** The text of a file that the result names, or undefined when it cannot be had. */
  readonly source: (file: string) => string | undefined;
  /** The same at the base, by its names there: what a fixed finding cites. Without it such a finding shows no lines. */
  readonly baseSource?: (file: string) => string | undefined;
  /** One sentence of ours that stands under every review comment: where the result comes from. */
  readonly provenance?: string;
  /** Of a run on a pull request: where the reader of a comment can go on. */
  readonly links?: Links;
  /** The weakest evidence that is shown as more than a note. */
  readonly minEvidence: Evidence;
  /** Of what a report is, such as the command and the revisions, in the order in which the page tells it. */
  readonly about?: readonly { readonly name: string; readonly value: string }[];
  /** The page of a line on a forge; null where there is none. Only `html` looks at it. */
  readonly page?: (file: string, line: number) => string | null;
  /** Terminal colours; only `text` looks at it. */
  readonly color: boolean;
  /** Columns of the terminal that shows it; null or left out: lines are as long as they are. Only `text` looks at it. */
  readonly width?: number | null;
  /** How much is told; without it what is usual. Only `text` looks at it. */
  readonly verbosity?: Verbosity;
}

export type Verbosity = 'quiet' | 'normal' | 'verbose';

/** A context that knows no sources: every format must still give a whole report with it. */
export const BARE_CONTEXT: ReportContext = { source: () => undefined, minEvidence: 'predicted', color: false };

/**
 * Reads single lines for findings: what the change fixed is cited from the base, where it was. Of a file that cannot be read
 * those lines are known that the result has stored.
 */
export function findingLineReader(
  context: Pick<ReportContext, 'source' | 'baseSource'>,
  result: Pick<Result, 'sources'>,
): (finding: Finding) => (file: string, line: number) => string | undefined {
  const head = lineReader(context.source);
  const base = lineReader(context.baseSource ?? (() => undefined));
  const stored = storedLineReader(result);
  const known = (file: string, line: number) => head(file, line) ?? stored(file, line);
  return ({ status }) => (status === 'fixed' ? base : known);
}
