/** Which tool a file is of, by what stands in it. */
import { IguardLog } from './iguard.ts';
import type { LogParser, LogSink } from './logged-race.ts';
import { RacecheckText } from './racecheck-text.ts';
import { RacecheckXml } from './racecheck-xml.ts';

export type LogKind = 'racecheck' | 'racecheck-xml' | 'iguard';

/** How much of the beginning of a file is looked at. */
export const HEAD_BYTES = 1 << 20;

/** @param head the beginning of the file. @returns null for what is no log, such as a trace */
export function logKind(head: Uint8Array): LogKind | null {
  // Binary traces begin so, and no text does.
  if (head[0] === 0x89) return null;
  const text = new TextDecoder().decode(head);
  if (/^\s*\{\s*"/.test(text)) return null;
  if (/<(?:ComputeSanitizerOutput|CudaMemcheckOutput)\b/i.test(text)) return 'racecheck-xml';
  if (/^={9} /m.test(text)) return 'racecheck';
  return /^Kernel .{1,16384} - grid size \d/m.test(text) || /^-{100}\r?$/m.test(text) ? 'iguard' : null;
}

const PARSERS: Readonly<Record<LogKind, new (sink: LogSink) => LogParser>> = {
  racecheck: RacecheckText,
  'racecheck-xml': RacecheckXml,
  iguard: IguardLog,
};

export function parserFor(kind: LogKind, sink: LogSink): LogParser {
  return new PARSERS[kind](sink);
}
