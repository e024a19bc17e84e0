/**
 * Which findings of the head are those of the base. Two findings are the same when rule, kernel, memory object and the
 * texts of their accesses agree; where several agree, lines that the diff maps onto each other decide, then the id,
 * then the file, then the order. Each is matched at most once, so one more of the same is new.
 */
import type { Access, Finding } from '../model/result.ts';
import { type ChangedFile, pathAtBase } from './changed-file.ts';
import { headLine } from './patch.ts';

export interface Matches {
  /** Findings of the head by what they were at the base. */
  readonly unchanged: ReadonlyMap<Finding, Finding>;
  readonly added: readonly Finding[];
  readonly gone: readonly Finding[];
}

type KeyOf = (finding: Finding) => string | null;

export function matchFindings(
  base: readonly Finding[],
  head: readonly Finding[],
  changed: readonly ChangedFile[],
): Matches {
  const places = new Places(changed);
  const unchanged = new Map<Finding, Finding>();
  let openBase = [...base];
  let openHead = [...head];

  /** Pairs what has the same key on both sides, in order; null pairs with nothing. */
  const pair = (baseKey: KeyOf, headKey: KeyOf): void => {
    const waiting = new Map<string, Finding[]>();
    for (const finding of openBase) {
      const key = baseKey(finding);
      if (key !== null) waiting.set(key, [...(waiting.get(key) ?? []), finding]);
    }
    const taken = new Set<Finding>();
    openHead = openHead.filter((finding) => {
      const key = headKey(finding);
      const partner = key === null ? undefined : waiting.get(key)?.shift();
      if (partner === undefined) return true;
      unchanged.set(finding, partner);
      taken.add(partner);
      return false;
    });
    openBase = openBase.filter((finding) => !taken.has(finding));
  };

  const fileAtBase = (finding: Finding) => places.file(finding.accesses[0]?.file ?? '');
  const fileAtHead = (finding: Finding) => finding.accesses[0]?.file ?? '';
  const key = (...parts: (string | null)[]) => (parts.includes(null) ? null : JSON.stringify(parts));

  // The same accesses, where the diff says that they are now; template arguments tell instances apart.
  pair(
    (f) => key(identityOf(f), f.kernel, places.ofBase(f)),
    (f) => key(identityOf(f), f.kernel, places.ofHead(f)),
  );
  pair(
    (f) => key(identityOf(f), places.ofBase(f)),
    (f) => key(identityOf(f), places.ofHead(f)),
  );
  pair(
    (f) => key(f.raceId, f.kernel, fileAtBase(f)),
    (f) => key(f.raceId, f.kernel, fileAtHead(f)),
  );
  pair(
    (f) => key(identityOf(f), fileAtBase(f)),
    (f) => key(identityOf(f), fileAtHead(f)),
  );
  // A kernel that moved to another file.
  pair(
    (f) => key(f.raceId),
    (f) => key(f.raceId),
  );
  pair(identityOf, identityOf);
  // A kernel with another name, around lines that the change left alone.
  pair(
    (f) => key(identityOf({ ...f, kernel: '' }), places.ofBase(f)),
    (f) => key(identityOf({ ...f, kernel: '' }), places.ofHead(f)),
  );
  return { unchanged, added: openHead, gone: openBase };
}

/** What `raceId` is made of, without the number among equals: that one shifts when an equal one comes or goes. */
export function identityOf(finding: Finding): string {
  return JSON.stringify([
    finding.rule,
    finding.kernel.replace(/<.*>$/, ''),
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

  /** The head's name of a file of the base. */
  file(path: string): string {
    return this.#byBasePath.get(path)?.path ?? path;
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
