/**
 * What has to happen to the comments of a pull request, as data: nothing here talks to GitHub. The same causes and
 * the same comments give the same plan, and a plan that was carried out gives an empty one.
 */
import type { ChangedFile } from '../diff/changed-file.ts';
import { MAX_BODY_LENGTH, MAX_FILE_COMMENTS, MAX_REVIEW_COMMENTS } from '../model/platform-limits.ts';
import type { Anchor } from '../model/result.ts';
import { type CauseKey, readMarker, sameCause, shareRaces, withMarker, withoutMarker } from './comment-marker.ts';

interface ReviewLimits {
  readonly reviewComments: number;
  readonly fileComments: number;
}

const LIMITS: ReviewLimits = { reviewComments: MAX_REVIEW_COMMENTS, fileComments: MAX_FILE_COMMENTS };

/** A cause that is to be commented on. */
export interface ReviewCause {
  readonly key: CauseKey;
  readonly anchor: Anchor;
  /** One line for lists. */
  readonly title: string;
  /** Lines around the anchor's that its fix takes the place of, too; null: there are none. */
  readonly suggested: { readonly above: readonly string[]; readonly below: readonly string[] } | null;
  /** The comment's text. @param place where it stands: `lines` are those of the anchor and those suggested */
  readonly body: (place: 'file' | 'line' | 'lines') => string;
}

/** A comment on the pull request. */
export interface ExistingComment {
  readonly id: number;
  readonly body: string;
  /** It stands at a file and at no line. */
  readonly atFile: boolean;
  /** It stands at more than one line. */
  readonly atLines: boolean;
}

export interface LineComment {
  readonly cause: ReviewCause;
  readonly path: string;
  /** The first line, where there are several. */
  readonly startLine: number | null;
  readonly line: number;
  readonly side: 'LEFT' | 'RIGHT';
  readonly body: string;
}

export interface FileComment {
  readonly cause: ReviewCause;
  readonly path: string;
  readonly body: string;
}

export interface Spilled {
  readonly cause: ReviewCause;
  readonly why: string;
}

export interface ReviewPlan {
  readonly create: { readonly lines: readonly LineComment[]; readonly files: readonly FileComment[] };
  /** `reopened`: the comment said that the cause was fixed. */
  readonly update: readonly { readonly id: number; readonly body: string; readonly reopened: boolean }[];
  /** Comments of causes that are gone. */
  readonly resolve: readonly { readonly id: number; readonly body: string }[];
  /** Causes that get no comment; the job summary has them. */
  readonly spill: readonly Spilled[];
}

export interface ReviewFacts {
  /** Most important first. */
  readonly causes: readonly ReviewCause[];
  /** Only comments that we may have written: their markers are believed. */
  readonly existing: readonly ExistingComment[];
  /** The diff as GitHub has it; null while nothing is to be created. */
  readonly files: readonly ChangedFile[] | null;
  /** Causes that are there, new or not. */
  readonly present: readonly CauseKey[];
  /** True when the kernel was analysed to the end, so that a cause that is missing is gone. */
  readonly decided: (key: CauseKey) => boolean;
  /** What runs in other categories have written is theirs. Empty: the whole repository. */
  readonly category: string;
  /** The commit that was looked at. */
  readonly head: string;
}

/** The causes that have no comment yet. */
export function uncommented(facts: Pick<ReviewFacts, 'causes' | 'existing'>): ReviewCause[] {
  const commented = new Set(causesByComment(facts).values());
  return facts.causes.filter((cause) => !commented.has(cause));
}

/** What each comment is about: the cause of its id or, where that has another id now, one that has races of it. */
function causesByComment({
  causes,
  existing,
}: Pick<ReviewFacts, 'causes' | 'existing'>): ReadonlyMap<ExistingComment, ReviewCause> {
  const found = new Map<ExistingComment, ReviewCause>();
  const pair = (isSame: (a: CauseKey, b: CauseKey) => boolean, isFree: (cause: ReviewCause) => boolean) => {
    for (const comment of existing) {
      const key = readMarker(comment.body)?.key;
      if (key === undefined || found.has(comment)) continue;
      const cause = causes.find((one) => isSame(one.key, key) && isFree(one));
      if (cause !== undefined) found.set(comment, cause);
    }
  };
  // Two runs at once may both have commented.
  pair(sameCause, () => true);
  pair(shareRaces, (cause) => ![...found.values()].includes(cause));
  return found;
}

/**
 * The text of a comment as far as it says something: GitHub's line ends are not ours, and that another push has lines and a
 * run of its own is no news where nothing else is.
 */
function comparable(body: string): string {
  return body
    .replaceAll('\r\n', '\n')
    .replace(/\/(?:blob\/[0-9a-f]{40}|actions\/runs\/\d+)/g, '/…')
    .trimEnd();
}

export function planReview(facts: ReviewFacts, limits: ReviewLimits = LIMITS): ReviewPlan {
  const update: { id: number; body: string; reopened: boolean }[] = [];
  const resolve: { id: number; body: string }[] = [];
  const byComment = causesByComment(facts);
  const seen = new Set<ReviewCause>();
  for (const comment of facts.existing) {
    const marker = readMarker(comment.body);
    if (marker === null || (marker.key.part ?? '') !== facts.category) continue;
    const cause = byComment.get(comment);
    if (cause !== undefined) {
      // The first comment on a cause is the one that is kept up.
      if (seen.has(cause)) continue;
      seen.add(cause);
      // Of a comment at several lines nobody knows whether they are those of another suggestion.
      const isKept = comment.atLines && comparable(comment.body) === comparable(open(cause, 'lines'));
      const body = open(cause, comment.atFile ? 'file' : 'line');
      if (!isKept && comparable(comment.body) !== comparable(body)) {
        update.push({ id: comment.id, body, reopened: marker.state === 'fixed' });
      }
    } else if (marker.state === 'open' && !isPresent(marker.key, facts) && facts.decided(marker.key)) {
      resolve.push({ id: comment.id, body: fixedBody(marker.key, comment.body, facts.head) });
    }
  }
  // Comments of earlier runs count towards the limits, or every run would add as many again.
  const kept = facts.existing.filter((comment) => byComment.has(comment));
  const files = kept.filter((comment) => comment.atFile).length;
  const room = {
    reviewComments: Math.max(0, limits.reviewComments - (kept.length - files)),
    fileComments: Math.max(0, limits.fileComments - files),
  };
  return { ...placed(uncommented(facts), facts.files ?? [], room, limits), update, resolve };
}

/** True when a cause is still there, if only in part. */
function isPresent(key: CauseKey, { present, existing }: ReviewFacts): boolean {
  const known = existing.flatMap(({ body }) => readMarker(body)?.key ?? []);
  const isOther = (one: CauseKey) => known.some((other) => sameCause(one, other));
  return present.some((one) => sameCause(one, key) || (shareRaces(one, key) && !isOther(one)));
}

function placed(
  causes: readonly ReviewCause[],
  files: readonly ChangedFile[],
  room: ReviewLimits,
  limits: ReviewLimits,
): Pick<ReviewPlan, 'create' | 'spill'> {
  const lines: LineComment[] = [];
  const atFiles: FileComment[] = [];
  const spill: Spilled[] = [];
  for (const cause of causes) {
    const file = files.find(({ path }) => path === cause.anchor.file);
    if (file === undefined) {
      spill.push({ cause, why: `the diff does not show ${cause.anchor.file}` });
      continue;
    }
    const place = placeOf(cause.anchor, file);
    if (place !== null && lines.length < room.reviewComments) {
      const startLine = place.side === 'RIGHT' ? firstSuggested(cause, place.line, file) : null;
      const body = open(cause, startLine === null ? 'line' : 'lines');
      const line = place.line + (startLine === null ? 0 : (cause.suggested?.below.length ?? 0));
      lines.push({ cause, path: file.path, startLine, line, side: place.side, body });
    } else if (place === null && atFiles.length < room.fileComments) {
      atFiles.push(atFile(cause, file.path));
    } else {
      const limit = place === null ? limits.fileComments : limits.reviewComments;
      spill.push({ cause, why: `there are ${limit} comments already` });
    }
  }
  return { create: { lines, files: atFiles }, spill };
}

/** The comment at the file of a cause, for a line that GitHub does not take. */
export function atFile(cause: ReviewCause, path: string): FileComment {
  return { cause, path, body: open(cause, 'file') };
}

/**
 * Where the anchor is in GitHub's diff, or null. What we analysed is often a merge, and its lines have moved: the text
 * of the line decides, and the number only among equal texts.
 */
export function placeOf(anchor: Anchor, file: ChangedFile): { line: number; side: 'LEFT' | 'RIGHT' } | null {
  if (anchor.line === null || file.lines === null) return null;
  const text = anchor.text.trim();
  const numbers = file.lines.lines
    .filter((line) => line.text.trim() === text)
    // A deleted line stands on the left; context stands on both sides, and we take the right one.
    .flatMap((line) => (anchor.side === 'base' ? (line.head === null ? (line.base ?? []) : []) : (line.head ?? [])));
  const line = numbers.includes(anchor.line) ? anchor.line : numbers.length === 1 ? numbers[0] : undefined;
  return line === undefined ? null : { line, side: anchor.side === 'base' ? 'LEFT' : 'RIGHT' };
}

/** The first of the lines that the fix takes the place of, where one hunk of the diff shows them all; else null. */
function firstSuggested({ suggested }: ReviewCause, line: number, file: ChangedFile): number | null {
  if (suggested === null || file.lines === null) return null;
  const { above, below } = suggested;
  const [first, last] = [line - above.length, line + below.length];
  if (!file.lines.hunks.some(({ start, end }) => start <= first && last <= end)) return null;
  const shown = new Map(file.lines.lines.map(({ head, text }) => [head, text]));
  const isThere = (number: number, text: string) => shown.get(number)?.trim() === text.trim();
  const isWhole =
    above.every((text, i) => isThere(first + i, text)) && below.every((text, i) => isThere(line + 1 + i, text));
  return isWhole ? first : null;
}

function open(cause: ReviewCause, place: 'file' | 'line' | 'lines'): string {
  return withMarker({ key: cause.key, state: 'open' }, cause.body(place));
}

function fixedBody(key: CauseKey, before: string, head: string): string {
  const title = `✅ **Fixed in ${head}**`;
  const whole = `${title}\n\n<details><summary>What it was</summary>\n\n${withoutMarker(before)}\n\n</details>`;
  const body = withMarker({ key, state: 'fixed' }, whole);
  return body.length <= MAX_BODY_LENGTH ? body : withMarker({ key, state: 'fixed' }, title);
}

/** True when the plan needs no request. */
export function isDone({ create, update, resolve }: ReviewPlan): boolean {
  return create.lines.length + create.files.length + update.length + resolve.length === 0;
}
