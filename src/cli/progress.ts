/** How a run is followed: a bar on a terminal, folded groups in a log of GitHub Actions, elsewhere a line for each file. */
import { type Progress, SILENT } from '../model/progress.ts';
import type { Evidence } from '../model/result.ts';
import { type Io, inActions } from './io.ts';
import { GroupedLog, PlainLog } from './progress-log.ts';
import { TerminalBar } from './terminal-bar.ts';

interface Followed {
  /** How a file of the tree is called. */
  readonly shown: (file: string) => string;
  /** What the files are analysed for, in a run that does it several times. */
  readonly pass?: string | null;
  /** The weakest that is told while the run goes on. */
  readonly minEvidence: Evidence;
}

export function createProgress(
  io: Pick<Io, 'env' | 'stderr' | 'verbosity'>,
  { shown, pass = null, minEvidence }: Followed,
): Progress {
  if (io.verbosity === 'quiet') return SILENT;
  const named = (file: string): string => (pass === null ? shown(file) : `${shown(file)} (${pass})`);
  // What is found on one side of a comparison says nothing yet of the change.
  const told = pass === null ? minEvidence : null;
  if (!inActions(io) && io.stderr.isTTY === true) return new TerminalBar(io.stderr, { shown, pass, told });
  const write = (line: string): void => void io.stderr.write(`${line}\n`);
  return inActions(io) ? new GroupedLog(write, named) : new PlainLog(write, named);
}
