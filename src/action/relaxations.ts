/**
 * What a proposed change brings along by which fewer of its own races are found, or fail it: another configuration, new
 * comments that suppress a finding, new assumptions. None of them may end in `success` by itself, because whoever
 * proposes a change must not judge it. A person who reads the diff can; so each is named with its place.
 */
import { isCompileCommands } from '../compilation/index.ts';
import type { ChangedFile } from '../diff/changed-file.ts';
import { touches } from '../diff/patch.ts';
import { Directives, directivesOf } from '../lexical/directives.ts';
import { HEADER_LINES, headerLine } from '../lexical/header-line.ts';
import { plural } from '../result/kernels.ts';
import { isSource, mayBeProgram } from '../source/index.ts';
import type { RunRange } from './run-range.ts';

export interface Relaxation {
  /** `unknown`: it cannot be read whether the file, or the change as a whole, has any. */
  readonly kind: 'configuration' | 'suppression' | 'assumption' | 'unknown';
  /** Null: the change as a whole. */
  readonly file: string | null;
  readonly line: number | null;
}

/**
 * What a proposed change relaxes; nothing where nobody proposes anything.
 * @param settingFiles Files of the checkout that say how it is analysed.
 * @param textOf Sources at the head.
 */
export function relaxationsOf(
  { revisions, change }: RunRange,
  settingFiles: readonly string[],
  textOf: (file: string) => string | undefined,
): Relaxation[] {
  if (!revisions.isProposal) return [];
  if (change === null) return [{ kind: 'unknown', file: null, line: null }];
  const { files, units } = change;
  const reached = new Set(units.flatMap(({ file, throughHeaders }) => [file, ...throughHeaders]));
  // A program that is not analysed says nothing to those that are.
  const concerns = (file: string) => reached.has(file) || (isSource(file) && !mayBeProgram(file));
  return [...settingsChanged(files, decidesRun(settingFiles)), ...relaxedSources(files, concerns, textOf)];
}

/** Workflows say with which inputs gpurace runs, and whether it runs. */
const WORKFLOWS = /^\.github\//;

/** A test for the files that decide how a change is analysed and what fails it. */
export function decidesRun(settingFiles: readonly string[]): (path: string) => boolean {
  return (path) => WORKFLOWS.test(path) || isCompileCommands(path) || settingFiles.includes(path);
}

/** The changed files that `decides` is true for, by their names of now or of before. */
export function settingsChanged(files: readonly ChangedFile[], decides: (path: string) => boolean): Relaxation[] {
  return files.flatMap(({ path, previousPath }) => {
    const file = [path, previousPath].find((name) => name !== null && decides(name)) ?? null;
    return file === null ? [] : [{ kind: 'configuration', file, line: null }];
  });
}

/**
 * The suppressions and assumptions that are new in sources, or that now stand at code which the change has put there.
 * @param concerns True for the files that the analysis may read.
 * @param textOf The text at the head; undefined: it cannot be read, and only the patch says something.
 */
export function relaxedSources(
  files: readonly ChangedFile[],
  concerns: (file: string) => boolean,
  textOf: (file: string) => string | undefined,
): Relaxation[] {
  return files
    .filter(({ path, status }) => status !== 'removed' && concerns(path))
    .flatMap((file) => {
      const text = textOf(file.path);
      return text === undefined ? inPatch(file) : inText(file, text);
    });
}

const KIND = { ignore: 'suppression', assume: 'assumption' } as const;

function inText({ path, lines }: ChangedFile, text: string): Relaxation[] {
  const directives = new Directives(text);
  const header = headerLine(text);
  return [
    // What stood before it can have kept a line from being the header.
    ...(header !== null && (lines === null || touches(lines, { start: 0, end: header.line }))
      ? [{ kind: 'assumption' as const, file: path, line: header.line }]
      : []),
    ...directives.all
      .filter((directive) => lines === null || touches(lines, directives.reachOf(directive)))
      .map(({ kind, line }) => ({ kind: KIND[kind], file: path, line })),
  ];
}

function inPatch({ path, lines }: ChangedFile): Relaxation[] {
  if (lines === null) return [{ kind: 'unknown', file: path, line: null }];
  return lines.lines.flatMap(({ base, head, text }) => {
    if (head === null || base !== null) return [];
    const header = head <= HEADER_LINES && headerLine(text) !== null;
    return [
      ...(header ? [{ kind: 'assumption' as const, file: path, line: head }] : []),
      ...directivesOf(text).map(({ kind }) => ({ kind: KIND[kind], file: path, line: head })),
    ];
  });
}

/** How many of each kind, for a headline: no text of the repository is in it. Empty when there are none. */
export function countsOf(relaxations: readonly Relaxation[]): string[] {
  const count = (kind: Relaxation['kind']) => relaxations.filter((each) => each.kind === kind).length;
  const [configurations, suppressions, assumptions, unknown] = [
    count('configuration'),
    count('suppression'),
    count('assumption'),
    count('unknown'),
  ];
  return [
    ...(configurations > 0 ? ['the change has its own configuration'] : []),
    ...(suppressions > 0 ? [plural(suppressions, 'new suppression')] : []),
    ...(assumptions > 0 ? [plural(assumptions, 'new assumption')] : []),
    ...(unknown > 0 ? ['new suppressions are not known'] : []),
  ];
}

/** More places are counted. */
const MAX_PLACES = 20;

/** Plain sentences that name each, for the log, the summary and the check. Empty when there are none. */
export function relaxationsInWords(relaxations: readonly Relaxation[]): string[] {
  const places = (kind: Relaxation['kind']) => {
    const all = relaxations.filter((each) => each.kind === kind).map(placeOf);
    const more = all.length - MAX_PLACES;
    return { count: all.length, named: all.slice(0, MAX_PLACES).join(', ') + (more > 0 ? ` and ${more} more` : '') };
  };
  const configuration = places('configuration');
  const suppression = places('suppression');
  const assumption = places('assumption');
  const unknown = places('unknown');
  const sentences = [
    ...(configuration.count > 0
      ? [`The change is judged by the configuration of its base, and changes ${configuration.named}.`]
      : []),
    ...(suppression.count > 0
      ? [`It brings ${plural(suppression.count, 'new suppression')} of findings (${suppression.named}).`]
      : []),
    ...(assumption.count > 0 ? [`It brings ${plural(assumption.count, 'new assumption')} (${assumption.named}).`] : []),
    ...(unknown.count > 0 ? [`It is not known whether it adds suppressions or assumptions in ${unknown.named}.`] : []),
  ];
  return sentences.length === 0
    ? []
    : [
        ...sentences,
        'So a run without findings does not prove that the change is clean, and does not count as a success.',
      ];
}

function placeOf({ file, line }: Relaxation): string {
  if (file === null) return 'any of its files';
  return line === null ? file : `${file}:${line}`;
}
