/**
 * What has to happen to the comments of a pull request, as data: nothing here talks to GitHub. The same findings and
 * the same comments give the same plan, and a plan that was carried out gives an empty one.
 */
import type { ChangedFile } from '../diff/changed-file.ts';
import { MAX_BODY_LENGTH, MAX_FILE_COMMENTS, MAX_REVIEW_COMMENTS } from '../model/platform-limits.ts';
import type { Anchor } from '../model/result.ts';
import { type FindingKey, readMarker, sameFinding, withMarker, withoutMarker } from './comment-marker.ts';

interface ReviewLimits {
  readonly reviewComments: number;
  readonly fileComments: number;
}

const LIMITS: ReviewLimits = { reviewComments: MAX_REVIEW_COMMENTS, fileComments: MAX_FILE_COMMENTS };

/** A finding that is to be commented on, most important first. */
export interface ReviewFinding {
  readonly key: FindingKey;
  readonly anchor: Anchor;
  /** One line for lists. */
  readonly title: string;
  /** The comment's text. @param anchored false: it stands at the file */
  readonly body: (anchored: boolean) => string;
}

/** A comment on the pull request. */
export interface ExistingComment {
  readonly id: number;
  readonly body: string;
  /** It stands at a file and at no line. */
  readonly atFile: boolean;
}

export interface LineComment {
  readonly finding: ReviewFinding;
  readonly path: string;
  readonly line: number;
  readonly side: 'LEFT' | 'RIGHT';
  readonly body: string;
}

export interface FileComment {
  readonly finding: ReviewFinding;
  readonly path: string;
  readonly body: string;
}

export interface Spilled {
  readonly finding: ReviewFinding;
  readonly why: string;
}

export interface ReviewPlan {
  readonly create: { readonly lines: readonly LineComment[]; readonly files: readonly FileComment[] };
  /** `reopened`: the comment said that the finding was fixed. */
  readonly update: readonly { readonly id: number; readonly body: string; readonly reopened: boolean }[];
  /** Comments of findings that are gone. */
  readonly resolve: readonly { readonly id: number; readonly body: string }[];
  /** Findings that get no comment; the job summary has them. */
  readonly spill: readonly Spilled[];
}

export interface ReviewFacts {
  readonly findings: readonly ReviewFinding[];
  /** Only comments that we may have written: their markers are believed. */
  readonly existing: readonly ExistingComment[];
  /** The diff as GitHub has it; null while nothing is to be created. */
  readonly files: readonly ChangedFile[] | null;
  /** Findings that are there, new or not. */
  readonly present: readonly FindingKey[];
  /** True when the kernel was analysed to the end, so that a finding that is missing is gone. */
  readonly decided: (key: FindingKey) => boolean;
  /** What runs in other categories have written is theirs. Empty: the whole repository. */
  readonly category: string;
  /** The commit that was looked at. */
  readonly head: string;
}

/** The findings that have no comment yet. */
export function uncommented({ findings, existing }: Pick<ReviewFacts, 'findings' | 'existing'>): ReviewFinding[] {
  const keys = existing.flatMap(({ body }) => readMarker(body)?.key ?? []);
  return findings.filter(({ key }) => !keys.some((other) => sameFinding(key, other)));
}

export function planReview(facts: ReviewFacts, limits: ReviewLimits = LIMITS): ReviewPlan {
  const update: { id: number; body: string; reopened: boolean }[] = [];
  const resolve: { id: number; body: string }[] = [];
  const seen: FindingKey[] = [];
  for (const comment of facts.existing) {
    const marker = readMarker(comment.body);
    if (marker === null || (marker.key.part ?? '') !== facts.category) continue;
    // Two runs at once may both have commented; the first comment is the one that is kept up.
    const isFirst = !seen.some((key) => sameFinding(key, marker.key));
    seen.push(marker.key);
    const finding = facts.findings.find(({ key }) => sameFinding(key, marker.key));
    if (finding !== undefined) {
      if (!isFirst) continue;
      const body = open(finding, !comment.atFile);
      if (comment.body.replaceAll('\r\n', '\n').trimEnd() !== body.trimEnd()) {
        update.push({ id: comment.id, body, reopened: marker.state === 'fixed' });
      }
    } else if (
      marker.state === 'open' &&
      !facts.present.some((key) => sameFinding(key, marker.key)) &&
      facts.decided(marker.key)
    ) {
      resolve.push({ id: comment.id, body: fixedBody(marker.key, comment.body, facts.head) });
    }
  }
  // Comments of earlier runs count towards the limits, or every run would add as many again.
  const kept = facts.existing.filter(({ body }) => {
    const key = readMarker(body)?.key;
    return key !== undefined && facts.findings.some((finding) => sameFinding(finding.key, key));
  });
  const files = kept.filter((comment) => comment.atFile).length;
  const room = {
    reviewComments: Math.max(0, limits.reviewComments - (kept.length - files)),
    fileComments: Math.max(0, limits.fileComments - files),
  };
  return { ...placed(uncommented(facts), facts.files ?? [], room, limits), update, resolve };
}

function placed(
  findings: readonly ReviewFinding[],
  files: readonly ChangedFile[],
  room: ReviewLimits,
  limits: ReviewLimits,
): Pick<ReviewPlan, 'create' | 'spill'> {
  const lines: LineComment[] = [];
  const atFiles: FileComment[] = [];
  const spill: Spilled[] = [];
  for (const finding of findings) {
    const file = files.find(({ path }) => path === finding.anchor.file);
    if (file === undefined) {
      spill.push({ finding, why: `the diff does not show ${finding.anchor.file}` });
      continue;
    }
    const place = placeOf(finding.anchor, file);
    if (place !== null && lines.length < room.reviewComments) {
      lines.push({ finding, path: file.path, ...place, body: open(finding, true) });
    } else if (place === null && atFiles.length < room.fileComments) {
      atFiles.push(atFile(finding, file.path));
    } else {
      const limit = place === null ? limits.fileComments : limits.reviewComments;
      spill.push({ finding, why: `there are ${limit} comments already` });
    }
  }
  return { create: { lines, files: atFiles }, spill };
}

/** The comment at the file of a finding, for a line that GitHub does not take. */
export function atFile(finding: ReviewFinding, path: string): FileComment {
  return { finding, path, body: open(finding, false) };
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

function open(finding: ReviewFinding, anchored: boolean): string {
  return withMarker({ key: finding.key, state: 'open' }, finding.body(anchored));
}

function fixedBody(key: FindingKey, before: string, head: string): string {
  const title = `✅ **Fixed in ${head}**`;
  const whole = `${title}\n\n<details><summary>What it was</summary>\n\n${withoutMarker(before)}\n\n</details>`;
  const body = withMarker({ key, state: 'fixed' }, whole);
  return body.length <= MAX_BODY_LENGTH ? body : withMarker({ key, state: 'fixed' }, title);
}

/** True when the plan needs no request. */
export function isDone({ create, update, resolve }: ReviewPlan): boolean {
  return create.lines.length + create.files.length + update.length + resolve.length === 0;
}
