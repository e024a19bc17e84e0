/** When a loop goes on. */
import { type Cond, conjuncts, type Int, single, someAtom } from '../../terms/index.ts';
import type { State } from '../state.ts';
import type { Thread } from '../thread.ts';
import { newestSymbol, startsToTerms } from './carried.ts';
import type { ClosedForms } from './closed-forms.ts';
import type { Discovery } from './discover.ts';

export interface GoesOn {
  /** That iteration k is reached, as far as the one before it tells. */
  readonly isReached: Cond;
  /** That the loop goes on after iteration k, as far as is known. */
  readonly goesOn: Cond;
  /** True when that is not all there is to know. */
  readonly isPartial: boolean;
  /** All that it takes for the loop to go on after iteration k, whatever that depends on. */
  readonly condition: Cond;
}

/**
 * The back edge's condition, in iteration k and in the one before it. Parts that depend on what an iteration alone knows are
 * left out, which only weakens it.
 */
export function goesOn(thread: Thread, entry: State, discovery: Discovery, forms: ClosedForms, k: Int): GoesOn {
  const t = thread.terms;
  const known = startsToTerms(new Map(forms.values.filter(([c, value]) => value !== c.start)));
  const toClosed = t.substitution((atom) => known.get(atom.id));
  const kAtom = single(k);
  const toPrevious = t.substitution((atom) => (atom === kAtom ? t.sub(k, t.one) : undefined));
  const newest = newestSymbol(discovery.carried);
  const isStable = (part: Cond): boolean =>
    !someAtom([part], (atom) => {
      if (atom === kAtom) return false;
      if (atom.kind === 'apply') return atom.origin === 'unknown';
      if (atom.kind !== 'symbol') return false;
      return atom.origin === 'approximate' || (atom.id > newest && atom.sharing === 'thread');
    });
  const onEntry = new Set(conjuncts(entry.path));
  const all = conjuncts(discovery.next.path)
    .filter((part) => !onEntry.has(part))
    .map((part) => toClosed.cond(part));
  const parts = all.filter(isStable);
  const whole = t.and(...parts);
  return {
    isReached: t.or(t.le(k, t.zero), toPrevious.cond(whole)),
    goesOn: whole,
    isPartial: parts.length < all.length,
    condition: t.and(...all),
  };
}
