/** Findings whose source says the same in other names: an array, an index or a macro was renamed. */
import type { Finding } from '../model/result.ts';

/** The text of the kernel that a finding is in, and of the files of its accesses; null: not to be had. */
export interface KernelTexts {
  readonly atBase: (finding: Finding) => string | null;
  readonly atHead: (finding: Finding) => string | null;
}

const NAME = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/g;

/**
 * True when the accesses of both findings read the same after some names are exchanged one for one, and each of these
 * names is gone from the kernel, and its new one was not there before. Without that, an array that lost a race and
 * another one that got the like would be taken for one.
 */
export function sameButForNames(before: Finding, now: Finding, textBefore: string, textNow: string): boolean {
  if (textBefore === '' || textNow === '' || before.accesses.length !== now.accesses.length) return false;
  return orders(now.accesses.length).some((order) => {
    const names = new Map<string, string>();
    const back = new Map<string, string>();
    const object = exchange(before.memory?.object ?? '', now.memory?.object ?? '', names, back);
    const all = before.accesses.every((access, i) => {
      const other = now.accesses[order[i]!]!;
      return access.kind === other.kind && exchange(access.text, other.text, names, back);
    });
    if (!object || !all) return false;
    const renamed = [...names].filter(([old, name]) => old !== name);
    return renamed.length > 0 && renamed.every(([old, name]) => !has(textNow, old) && !has(textBefore, name));
  });
}

function orders(count: number): number[][] {
  return count === 2
    ? [
        [0, 1],
        [1, 0],
      ]
    : [[0]];
}

/** Makes one text of the other by exchanging names, or says that this cannot be. */
function exchange(before: string, now: string, names: Map<string, string>, back: Map<string, string>): boolean {
  const [old, fresh] = [before.match(NAME) ?? [], now.match(NAME) ?? []];
  const rest = (text: string) => text.replace(NAME, 'x').replace(/\s+/g, '');
  if (old.length !== fresh.length || rest(before) !== rest(now)) return false;
  return old.every((name, i) => {
    const other = fresh[i]!;
    if ((names.get(name) ?? other) !== other || (back.get(other) ?? name) !== name) return false;
    names.set(name, other);
    back.set(other, name);
    return true;
  });
}

function has(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}
