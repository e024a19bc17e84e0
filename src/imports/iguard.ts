/**
 * What iGUARD prints. It names the access that it caught, with file, kernel and line; of the one before it, only numbers of its
 * own. A log has no end that could be missing: where it was cut between two reports, nobody can tell.
 */
import type { RuleId } from '../model/result.ts';
import type { AccessKind, LogParser, LogSink } from './logged-race.ts';
import { functionName, placeOf } from './places.ts';

const RACE =
  /^Race: (Missing blkfence|Missing gpufence|Missing strong op|Improper atom scope|Missing lock|Missing warpsync)\s*$/;
const WITH_LINE = /^(.{1,4096}?) - Kernel (.{1,16384}): Line (\d{1,10})\t(.*)$/;
const WITHOUT_LINE = /^(.{1,4096}?) - Kernel (.{1,16384}): Sass offset (\d{1,10})\b/;
const LAUNCH = /^Kernel .{1,16384} - grid size \d/;
const FAILURE = /^(?:Kernel timed out\.|CUDA error \(\d+\):.*|Out of memory.*)$/;

const RULES: Readonly<Record<string, RuleId>> = {
  'Missing blkfence': 'intra-block-race',
  'Missing gpufence': 'inter-block-race',
  // Whether the two threads are of one block, iGUARD does not say of these.
  'Missing strong op': 'scoped-fence-race',
  'Improper atom scope': 'scoped-atomic-race',
  'Missing lock': 'scoped-lock-race',
  'Missing warpsync': 'intra-warp-race',
};

export class IguardLog implements LogParser {
  readonly #sink: LogSink;
  #launches = 0;
  #open: { readonly what: string; readonly line: number } | null = null;

  constructor(sink: LogSink) {
    this.#sink = sink;
  }

  line(text: string, number: number): void {
    if (this.#open !== null) this.#access(text, this.#open);
    const what = RACE.exec(text)?.[1];
    if (what !== undefined) this.#open = { what, line: number };
    else if (LAUNCH.test(text)) this.#launches += 1;
    else if (FAILURE.test(text)) this.#sink.problem({ severity: 'error', message: `iGUARD: ${text}`, line: number });
  }

  end(): void {
    if (this.#open !== null) {
      this.#sink.problem({ severity: 'error', message: 'the log ends within a report', line: this.#open.line });
    }
    if (this.#launches === 0) {
      const message = 'iGUARD saw no launch of a kernel: the tool did not run, or the program ran none';
      this.#sink.problem({ severity: 'error', message, line: null });
    }
  }

  #access(text: string, { what, line }: { readonly what: string; readonly line: number }): void {
    this.#open = null;
    const found = WITH_LINE.exec(text) ?? WITHOUT_LINE.exec(text);
    if (found === null) {
      this.#sink.problem({ severity: 'error', message: 'this report of iGUARD was not understood', line });
      return;
    }
    const [, file = '', kernel = '', number = '', instruction] = found;
    const place = instruction === undefined ? null : placeOf(file, number);
    const offset = instruction === undefined ? number : null;
    const access = { kind: kindOf(instruction ?? file), function: functionName(kernel), place, offset };
    this.#sink.race({
      rule: RULES[what] ?? 'inter-block-race',
      space: 'global',
      accesses: [access, access],
      isOneSided: true,
      text: `iGUARD reports: ${what.toLowerCase()}. It names the place of the later access only.`,
      line,
    });
  }
}

/** By the instruction of the machine. */
function kindOf(instruction: string): AccessKind {
  if (/\b(?:ATOMG?|RED)\b/.test(instruction)) return 'atomic';
  return /\bSTG?\b/.test(instruction) ? 'write' : 'read';
}
