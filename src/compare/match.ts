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
import { Homes, keyOf } from './homes.ts';
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
  const homes = new Homes(base, head, changed);
  const unchanged = new Map<Finding, Finding>();
  let openBase = [...base.findings];
  let openHead = [...head.findings];

  /** Pairs what has the same key on both sides, in order; null pairs with nothing. */
  const pair = (baseKey: KeyOf, headKey: KeyOf, isSame: IsSame = () => true): void => {
    const waiting = new Map<string, Finding[]>();
    for (const finding of openBase) {
      const key = baseKey(finding);
      if (key !== null) waiting.set(key, [...(waiting.get(key) ?? []), finding]);
    }
    const taken = new Set<Finding>();
    openHead = openHead.filter((finding) => {
      const key = headKey(finding);
      const others = key === null ? [] : (waiting.get(key) ?? []);
      const at = others.findIndex((other) => isSame(other, finding));
      const [partner] = at < 0 ? [] : others.splice(at, 1);
      if (partner === undefined) return true;
      unchanged.set(finding, partner);
      taken.add(partner);
      return false;
    });
    openBase = openBase.filter((finding) => !taken.has(finding));
  };

  const key = (...parts: (string | null)[]) => (parts.includes(null) ? null : JSON.stringify(parts));
  const kernelAtBase = (f: Finding) => keyOf(homes.ofBase(f));
  const kernelAtHead = (f: Finding) => keyOf(homes.ofHead(f));
  const isGone = (f: Finding) => homes.isGone(homes.ofBase(f));
  const isNew = (f: Finding) => homes.isNew(homes.ofHead(f));

  // The same accesses, where the diff says that they are now; template arguments tell instances apart.
  pair(
    (f) => key(identityOf(f), kernelAtBase(f), f.kernel, places.ofBase(f)),
    (f) => key(identityOf(f), kernelAtHead(f), f.kernel, places.ofHead(f)),
  );
  pair(
    (f) => key(identityOf(f), kernelAtBase(f), places.ofBase(f)),
    (f) => key(identityOf(f), kernelAtHead(f), places.ofHead(f)),
  );
  pair(
    (f) => key(f.raceId, kernelAtBase(f), f.kernel),
    (f) => key(f.raceId, kernelAtHead(f), f.kernel),
  );
  pair(
    (f) => key(identityOf(f), kernelAtBase(f)),
    (f) => key(identityOf(f), kernelAtHead(f)),
  );
  // The same lines with other names in them.
  if (texts !== null) {
    const isSame: IsSame = (before, now) => {
      return sameButForNames(before, now, texts.atBase(before) ?? '', texts.atHead(now) ?? '');
    };
    const shape = ({ rule, memory, accesses }: Finding) =>
      JSON.stringify([rule, memory?.space ?? null, accesses.map(({ kind }) => kind).sort()]);
    pair(
      (f) => key(shape(f), kernelAtBase(f)),
      (f) => key(shape(f), kernelAtHead(f)),
      isSame,
    );
  }
  // A kernel that moved to another file.
  pair(
    (f) => (isGone(f) ? key(f.raceId) : null),
    (f) => (isNew(f) ? key(f.raceId) : null),
  );
  pair(
    (f) => (isGone(f) ? identityOf(f) : null),
    (f) => (isNew(f) ? identityOf(f) : null),
  );
  // A kernel with another name, one that was split, or two that became one, around lines that the change left alone.
  pair(
    (f) => key(identityOf({ ...f, kernel: '' }), homes.ofBase(f).file, places.ofBase(f)),
    (f) => key(identityOf({ ...f, kernel: '' }), homes.ofHead(f).file, places.ofHead(f)),
    (before, now) => isGone(before) || isNew(now),
  );
  return { unchanged, added: openHead, gone: openBase };
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
