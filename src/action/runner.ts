import { appendFileSync } from 'node:fs';
import { error, info, notice, setOutput, warning } from '@actions/core';
import { MAX_ANNOTATION_LENGTH, MAX_ANNOTATIONS_PER_LEVEL } from '../model/platform-limits.ts';
import { visible, visibleLines } from '../report/index.ts';

export type AnnotationLevel = 'error' | 'warning' | 'notice';

/** A remark that the runner shows beside the code. */
export interface Annotation {
  readonly level: AnnotationLevel;
  readonly message: string;
  readonly title: string;
  /** Null: about the run as a whole. */
  readonly place: {
    readonly file: string;
    readonly line: number;
    readonly endLine: number;
    /** Columns hold only for one line. */
    readonly column: number | null;
    readonly endColumn: number | null;
  } | null;
}

/** What the action tells the machine it runs on. */
export interface Runner {
  /** One line of the log. */
  info(line: string): void;
  annotate(annotation: Annotation): void;
  /** How many more annotations of that level the runner will show. */
  left(level: AnnotationLevel): number;
  setOutput(name: string, value: string): void;
  appendSummary(markdown: string): void;
}

/**
 * A line of the log that is no command. The runner reads commands from the log: `::name …::` at the start of a line and
 * the old `##[name …]` anywhere in it, so a hostile file name could otherwise set outputs.
 */
export function logLine(text: string): string {
  return visible(text)
    .replace(/##\[/g, '## [')
    .replace(/^(\s*):(?=:)/, '$1: ');
}

/** Text cut to what the runner keeps; `…` shows where. Never cuts through a character. */
export function annotationText(text: string): string {
  const safe = visibleLines(text).join('\n').trim();
  if (safe.length <= MAX_ANNOTATION_LENGTH) return safe;
  return `${safe.slice(0, MAX_ANNOTATION_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

const ISSUE = { error, warning, notice } as const;

/** The real runner: workflow commands on standard output, and the files it names in the environment. */
export class ActionsRunner implements Runner {
  readonly #used: Record<AnnotationLevel, number> = { error: 0, warning: 0, notice: 0 };
  readonly #summaryFile: string | undefined;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#summaryFile = env.GITHUB_STEP_SUMMARY === '' ? undefined : env.GITHUB_STEP_SUMMARY;
  }

  info(line: string): void {
    info(logLine(line));
  }

  annotate(annotation: Annotation): void {
    const { level, message, title, place } = annotation;
    this.#used[level] += 1;
    ISSUE[level](annotationText(message), {
      title: visible(title),
      ...(place === null ? {} : { file: annotationFile(place.file), startLine: place.line, endLine: place.endLine }),
      ...(place === null || place.column === null ? {} : { startColumn: place.column }),
      ...(place === null || place.endColumn === null ? {} : { endColumn: place.endColumn }),
    });
  }

  left(level: AnnotationLevel): number {
    return Math.max(0, MAX_ANNOTATIONS_PER_LEVEL - this.#used[level]);
  }

  setOutput(name: string, value: string): void {
    setOutput(name, value);
  }

  appendSummary(markdown: string): void {
    if (this.#summaryFile !== undefined) appendFileSync(this.#summaryFile, markdown);
  }
}

/**
 * A path that reaches a terminal with the log. The command itself escapes line ends, percent, colon and comma; what else
 * steers a terminal, or turns text around, is shown instead. No runner finds a file of such a name anyway.
 */
export function annotationFile(file: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return file.replace(/[^\x09\x0a\x0d\x20-\x7e\xa0-\uffff]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, visible);
}
