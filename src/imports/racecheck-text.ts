/**
 * What `compute-sanitizer --tool racecheck` prints, in all of its report modes, and `cuda-memcheck` before it. Lines of the
 * tool begin with nine equals signs; what the program prints stands between them.
 */
import type { AccessKind, LoggedAccess, LogParser, LogSink } from './logged-race.ts';
import { whereIn } from './places.ts';
import { ruleOfThreads } from './rules.ts';

const OURS = /^={9}(?:\s(.*))?$/;
const BANNER = /^(?:COMPUTE-SANITIZER|CUDA-MEMCHECK)\s*$/;
const SUMMARY = /^RACECHECK SUMMARY: (\d{1,15}) hazards? displayed/;
const ANALYSIS = /^(?:(\w+)\s*:)?\s*(?:\([^)]*\)\s*)?Race reported between (Read|Write|Atomic) access at (.*)$/i;
const OTHER_SIDE = /^\s*and (Read|Write|Atomic) access at (.*?)(?:\s*\[(\d{1,15}) hazards?\])?\s*$/i;
const HAZARD =
  /^(?:(\w+)\s*:)?\s*(\([^)]*\)\s*)?Potential (WAW|WAR|RAW) hazard detected (?:\([^)]*\) )?at (__\w+__) (0x[0-9a-f]{1,16})(.*)$/i;
const THREAD = /^\s*(Read|Write|Atomic) Thread \(([\d, ]{1,40})\) at (.*)$/i;
/** What says that something that was to be looked at was not. */
const FAILURE =
  /(?:terminated before first instrumented|No attachable process|Internal Sanitizer Error|didn't terminate successfully|did not terminate successfully|returned an error|Unable to|Failed to|not supported|were not printed|Program hit cuda\w*|Program hit CUDA_\w*)/i;
const OTHER_TOOL = /^(?:ERROR|LEAK) SUMMARY:/;
const DOUBT = /Results might be incorrect/i;

interface OpenAnalysis {
  readonly kind: 'analysis';
  readonly isInfo: boolean;
  readonly first: LoggedAccess;
  readonly line: number;
  others: number;
}
interface OpenHazard {
  readonly kind: 'hazard';
  readonly isInfo: boolean;
  readonly isWithinWarp: boolean;
  readonly hazard: string;
  readonly text: string;
  readonly isShared: boolean;
  readonly line: number;
  readonly sides: { readonly access: LoggedAccess; readonly thread: string }[];
}

export class RacecheckText implements LogParser {
  readonly #sink: LogSink;
  #open: OpenAnalysis | OpenHazard | null = null;
  #banners = 0;
  #summaries = 0;
  #displayed = 0;
  #races = 0;
  #otherTool = false;

  constructor(sink: LogSink) {
    this.#sink = sink;
  }

  line(text: string, number: number): void {
    const said = OURS.exec(text);
    if (said === null) return;
    const own = (said[1] ?? '').trimEnd();
    if (this.#continues(own, number)) return;
    this.#close(number);
    if (own === '') return;
    if (BANNER.test(own.trim())) this.#banners += 1;
    else if (SUMMARY.test(own)) {
      this.#summaries += 1;
      this.#displayed += Number(SUMMARY.exec(own)?.[1]);
    } else if (OTHER_TOOL.test(own)) this.#otherTool = true;
    else if (!this.#begins(own, number)) this.#notice(own, number);
  }

  end(): void {
    this.#close(null);
    const tell = (message: string) => this.#sink.problem({ severity: 'error', message, line: null });
    if (this.#banners === 0)
      tell('the log has no first line of compute-sanitizer: it was cut, or the tool did not run');
    if (this.#summaries < Math.max(1, this.#banners)) {
      const other = this.#otherTool ? '; it has one of another tool than racecheck' : '';
      tell(`the log has no RACECHECK SUMMARY for each run: the tool did not come to its end${other}`);
    }
    if (this.#displayed > 0 && this.#races === 0) {
      tell(`the summary speaks of ${this.#displayed} hazards, and none of them stands in the log`);
    }
  }

  #begins(own: string, number: number): boolean {
    const analysis = ANALYSIS.exec(own);
    if (analysis !== null) {
      const [, level = '', kind = '', at = ''] = analysis;
      const first = access(kind, at);
      if (first === null) this.#misunderstood(number);
      else this.#open = { kind: 'analysis', isInfo: isInfo(level), first, line: number, others: 0 };
      return true;
    }
    const hazard = HAZARD.exec(own);
    if (hazard === null) return false;
    const [, level = '', how = '', name = '', space = '', address = '', rest = ''] = hazard;
    const block = /in block (\([\d, ]{1,40}\))/.exec(rest)?.[1];
    this.#open = {
      kind: 'hazard',
      isInfo: isInfo(level),
      isWithinWarp: /warp level/i.test(how),
      hazard: name.toUpperCase(),
      text: `byte ${address} of shared memory${block === undefined ? '' : ` in block ${block}`}`,
      isShared: space === '__shared__',
      line: number,
      sides: [],
    };
    return true;
  }

  /** @returns whether the line belongs to the report before it */
  #continues(own: string, number: number): boolean {
    const open = this.#open;
    if (open?.kind === 'analysis') {
      const [, kind, at, hazards] = OTHER_SIDE.exec(own) ?? [];
      if (kind === undefined || at === undefined) return false;
      const other = access(kind, at);
      open.others += 1;
      if (other === null) this.#misunderstood(number);
      else this.#analysed(open, other, hazards ?? null);
      return true;
    }
    if (open?.kind !== 'hazard') return false;
    const [, kind, thread, at] = THREAD.exec(own) ?? [];
    if (kind === undefined || thread === undefined || at === undefined) return /^\s*Current Value/.test(own);
    const side = access(kind, at);
    if (side === null) this.#misunderstood(number);
    else open.sides.push({ access: side, thread: thread.replaceAll(' ', '') });
    return true;
  }

  #close(number: number | null): void {
    const open = this.#open;
    this.#open = null;
    if (open?.kind === 'analysis' && open.others === 0) this.#misunderstood(open.line, number === null);
    if (open?.kind === 'hazard') this.#hazard(open, number === null);
  }

  #hazard(open: OpenHazard, isEnd: boolean): void {
    const [first, second] = open.sides;
    if (first === undefined || second === undefined || !open.isShared) {
      this.#misunderstood(open.line, isEnd);
      return;
    }
    this.#races += 1;
    if (open.isInfo) return;
    this.#sink.race({
      rule: open.isWithinWarp ? 'intra-warp-race' : ruleOfThreads(first.thread, second.thread),
      space: 'shared',
      accesses: [first.access, second.access],
      isOneSided: false,
      text: `racecheck reports a ${open.hazard} hazard at ${open.text}, of threads (${first.thread}) and (${second.thread}).`,
      line: open.line,
    });
  }

  #analysed({ first, isInfo: isNone, line }: OpenAnalysis, other: LoggedAccess, hazards: string | null): void {
    this.#races += 1;
    if (isNone) return;
    const count = hazards === null ? '' : `, ${hazards} ${hazards === '1' ? 'hazard' : 'hazards'}`;
    this.#sink.race({
      rule: 'intra-block-race',
      space: 'shared',
      accesses: [first, other],
      isOneSided: false,
      text: `racecheck reports a race in shared memory${count}.`,
      line,
    });
  }

  #notice(own: string, number: number): void {
    if (FAILURE.test(own)) this.#sink.problem({ severity: 'error', message: `racecheck: ${own.trim()}`, line: number });
    else if (DOUBT.test(own))
      this.#sink.problem({ severity: 'warning', message: `racecheck: ${own.trim()}`, line: number });
    else if (/^(?:\w+\s*:)?\s*(?:\([^)]*\)\s*)?(?:Potential|Race reported)/i.test(own)) this.#misunderstood(number);
    else if (/^(?:Fatal|Error)\b/i.test(own)) {
      this.#sink.problem({ severity: 'error', message: `racecheck: ${own.trim()}`, line: number });
    }
  }

  #misunderstood(line: number, isEnd = false): void {
    const message = isEnd ? 'the log ends within a report' : 'this report of racecheck was not understood';
    this.#sink.problem({ severity: 'error', message, line });
  }
}

function isInfo(level: string): boolean {
  return /^info$/i.test(level);
}

function access(kind: string, at: string): LoggedAccess | null {
  const where = whereIn(at);
  return where === null ? null : { kind: kindOf(kind), ...where };
}

/** A word of the tool's, in whatever case. */
export function kindOf(word: string): AccessKind {
  const lower = word.toLowerCase();
  return lower === 'write' ? 'write' : lower === 'atomic' ? 'atomic' : 'read';
}
