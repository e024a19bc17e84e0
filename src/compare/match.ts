/**
 * Which findings of the head are those of the base. Two findings are the same when rule, kernel, memory object and the
 * texts of their accesses agree; where several agree, lines that the diff maps onto each other decide, then the id,
 * then the order. Each is matched at most once, so one more of the same is new.
 *
 * A kernel is the one of that name in that file, renames of the file included. Only of one that is gone, and one that
 * was not there before, is it asked whether they are the same: a race that a change brings to one of two namesakes is
 * new, also when the other one had it.
 */

import { type ChangedFile, pathAtBase } from '../diff/changed-file.ts';
import { headLine } from '../diff/patch.ts';
import { withoutTemplateArguments } from '../lexical/kernel-names.ts';
import type { Access, Finding, KernelResult } from '../model/result.ts';
import { DefinitionSites, keyOf } from './definition-sites.ts';
import { type KernelTexts, sameButForNames } from './renamed.ts';

export interface Matches {
  /** Findings of the head by what they were at the base. */
  readonly unchanged: ReadonlyMap<Finding, Finding>;
  readonly added: readonly Finding[];
  readonly gone: readonly Finding[];
}

export interface MatchRequest {
  readonly base: { readonly kernels: readonly KernelResult[]; readonly findings: readonly Finding[] };
  readonly head: { readonly kernels: readonly KernelResult[]; readonly findings: readonly Finding[] };
  readonly changed: readonly ChangedFile[];
  /** What kernels look like on both sides; null: nobody knows. */
  readonly texts: KernelTexts | null;
}

type KeyOf = (finding: Finding) => string | null;
type IsSame = (base: Finding, head: Finding) => boolean;

export function matchFindings({ base, head, changed, texts }: MatchRequest): Matches {
  const places = new Places(changed);
  const sites = new DefinitionSites(base, head, changed);
  const open = new OpenFindings(base.findings, head.findings);
  const kernelAtBase = (f: Finding) => keyOf(sites.ofBase(f));
  const kernelAtHead = (f: Finding) => keyOf(sites.ofHead(f));
  const isGone = (f: Finding) => sites.isGone(sites.ofBase(f));
  const isNew = (f: Finding) => sites.isNew(sites.ofHead(f));

  // The same accesses, where the diff says that they are now; template arguments tell instances apart.
  open.pair(
    (f) => key(identityOf(f), kernelAtBase(f), f.kernel, places.ofBase(f)),
    (f) => key(identityOf(f), kernelAtHead(f), f.kernel, places.ofHead(f)),
  );
  open.pair(
    (f) => key(identityOf(f), kernelAtBase(f), places.ofBase(f)),
    (f) => key(identityOf(f), kernelAtHead(f), places.ofHead(f)),
  );
  open.pair(
    (f) => key(f.raceId, kernelAtBase(f), f.kernel),
    (f) => key(f.raceId, kernelAtHead(f), f.kernel),
  );
  open.pair(
    (f) => key(identityOf(f), kernelAtBase(f)),
    (f) => key(identityOf(f), kernelAtHead(f)),
  );
  // The same lines with other names in them.
  if (texts !== null) {
    open.pair(
      (f) => key(shapeOf(f), kernelAtBase(f)),
      (f) => key(shapeOf(f), kernelAtHead(f)),
      (before, now) => sameButForNames(before, now, texts.atBase(before) ?? '', texts.atHead(now) ?? ''),
    );
  }
  // A kernel that moved to another file.
  open.pair(
    (f) => (isGone(f) ? key(f.raceId) : null),
    (f) => (isNew(f) ? key(f.raceId) : null),
  );
  open.pair(
    (f) => (isGone(f) ? identityOf(f) : null),
    (f) => (isNew(f) ? identityOf(f) : null),
  );
  // A kernel with another name, one that was split, or two that became one, around lines that the change left alone.
  open.pair(
    (f) => key(identityOf({ ...f, kernel: '' }), sites.ofBase(f).file, places.ofBase(f)),
    (f) => key(identityOf({ ...f, kernel: '' }), sites.ofHead(f).file, places.ofHead(f)),
    (before, now) => isGone(before) || isNew(now),
  );
  return open.matches();
}

/** The findings of both sides that have no partner yet. */
class OpenFindings {
  readonly #unchanged = new Map<Finding, Finding>();
  #base: readonly Finding[];
  #head: readonly Finding[];

  constructor(base: readonly Finding[], head: readonly Finding[]) {
    this.#base = base;
    this.#head = head;
  }

  /** Pairs what has the same key on both sides, in order; null pairs with nothing. */
  pair(baseKey: KeyOf, headKey: KeyOf, isSame: IsSame = () => true): void {
    const waiting = new Map<string, Finding[]>();
    for (const finding of this.#base) {
      const key = baseKey(finding);
      if (key !== null) waiting.set(key, [...(waiting.get(key) ?? []), finding]);
    }
    const taken = new Set<Finding>();
    this.#head = this.#head.filter((finding) => {
      const key = headKey(finding);
      const others = key === null ? [] : (waiting.get(key) ?? []);
      const at = others.findIndex((other) => isSame(other, finding));
      const [partner] = at < 0 ? [] : others.splice(at, 1);
      if (partner === undefined) return true;
      this.#unchanged.set(finding, partner);
      taken.add(partner);
      return false;
    });
    this.#base = this.#base.filter((finding) => !taken.has(finding));
  }

  matches(): Matches {
    return { unchanged: this.#unchanged, added: this.#head, gone: this.#base };
  }
}

/** Null when a part is not known: it pairs with nothing. */
function key(...parts: (string | null)[]): string | null {
  return parts.includes(null) ? null : JSON.stringify(parts);
}

/** What is left of a finding when all names are others. */
function shapeOf({ rule, memory, accesses }: Finding): string {
  return JSON.stringify([rule, memory?.space ?? null, accesses.map(({ kind }) => kind).sort()]);
}

/** What `raceId` is made of, without the number among equals: that one shifts when an equal one comes or goes. */
export function identityOf(finding: Finding): string {
  return JSON.stringify([
    finding.rule,
    withoutTemplateArguments(finding.kernel),
    finding.memory?.space ?? null,
    finding.memory?.object ?? null,
    finding.accesses.map(({ kind, text }) => `${kind} ${text.replace(/\s+/g, '')}`).sort(),
  ]);
}

/** Where accesses lie, in words of the head. */
class Places {
  readonly #byBasePath: ReadonlyMap<string, ChangedFile>;

  constructor(changed: readonly ChangedFile[]) {
    this.#byBasePath = new Map(
      changed.flatMap((file) => {
        const path = pathAtBase(file);
        return path === null ? [] : [[path, file] as const];
      }),
    );
  }

  ofHead(finding: Finding): string {
    return placesText(finding.accesses);
  }

  /** Null: one of the lines was deleted or edited. */
  ofBase(finding: Finding): string | null {
    const moved: Access[] = [];
    for (const access of finding.accesses) {
      const file = this.#byBasePath.get(access.file);
      const line = file === undefined ? access.line : headLine(file.lines, access.line);
      if (line === null) return null;
      moved.push({ ...access, file: file?.path ?? access.file, line });
    }
    return placesText(moved);
  }
}

function placesText(accesses: readonly Access[]): string {
  return JSON.stringify(accesses.map(({ file, line, kind }) => `${kind} ${line} ${file}`).sort());
}
