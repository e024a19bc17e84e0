import type { Verbosity } from '../report/index.ts';
import type { Analyse } from '../run/index.ts';

export type Stream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** What the command line needs from outside. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Carries what `--output -` asks for and nothing else. */
  readonly stdout: Stream;
  /** Messages and progress. */
  readonly stderr: Stream;
  readonly analyse: Analyse;
  /**
   * Hears the first signal that asks the process to end; the next one ends it. Without it signals do what they always do.
   * @returns a function that stops listening
   */
  readonly onSignal?: (heard: (name: string) => void) => () => void;
  /** What the program was called with. */
  readonly args?: readonly string[];
  /** How much is printed; without it what is usual. */
  readonly verbosity?: Verbosity;
  /** Whether text is coloured; without it where a terminal shows it. */
  readonly color?: 'auto' | 'always' | 'never';
}

/** True when the runner of GitHub Actions reads what we print. */
export function inActions(io: Pick<Io, 'env'>): boolean {
  return io.env.GITHUB_ACTIONS === 'true';
}
