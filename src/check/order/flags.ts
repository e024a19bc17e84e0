/**
 * Flags: a thread that found a value which the memory does not hold at the start comes after a thread that stored it.
 * Every modification of the memory that could have left the value is a possible source.
 */
import type { KernelAccess } from '../../kernel/index.ts';
import type { Cond, Int, Substitution, Terms } from '../../terms/index.ts';
import { anyThread } from '../thread-pair.ts';
import type { IdiomContext } from './context.ts';
import type { Handover } from './handover.ts';
import { modifies } from './modifications.ts';
import { isPublished } from './publication.ts';
import { samePlace } from './sides.ts';

/** Modifications of one flag that are followed. */
const MAX_WRITERS = 8;

export function flags(context: IdiomContext): Handover {
  const { terms: t, launch, facts, execution, others, initial } = context;
  return {
    objects: new Set(),
    explains: () => true,
    initially: (read) => initial(read)?.constant ?? 0n,
    isAtSignal: () => false,
    isReset: () => false,
    /** What was found was there from the beginning, or comes from a thread that does not publish `earlier`. */
    notOver({ pair, earlier, signal, observer, demands }) {
      const read = signal.access;
      const found = observer.int(signal.found);
      const writers = execution.accesses.filter((x) => x.object.key === read.object.key && modifies(x));
      if (writers.length > MAX_WRITERS) return null;
      const start = initial(read);
      // Whatever was found may have been there from the beginning.
      if (start === null) return null;
      const sources = [t.eq(found, start)];
      for (const writer of writers) {
        const { index } = writer;
        const thread = others.of(pair, `writer:${index}`, () => anyThread(t, launch, `'w${index}`));
        sources.push(
          t.and(
            ...thread.conditions,
            ...facts.map((fact) => thread.terms.cond(fact)),
            thread.terms.cond(writer.path),
            thread.terms.cond(writer.facts),
            samePlace(t, { access: writer, terms: thread.terms }, { access: read, terms: observer }),
            couldStore(t, writer, thread.terms, found),
            t.not(isPublished(context, earlier, writer, thread, demands)),
          ),
        );
      }
      return t.or(...sources);
    },
  };
}

/** Could the access leave the number that somebody found? */
function couldStore(t: Terms, { update, value, found: before }: KernelAccess, writer: Substitution, found: Int): Cond {
  if (update === null) return value === null ? t.true : t.eq(writer.int(value), found);
  switch (update.kind) {
    case 'replace':
      return t.eq(writer.int(update.value), found);
    case 'compare-exchange':
      return t.and(t.eq(writer.int(before!), writer.int(update.expected)), t.eq(writer.int(update.value), found));
    default:
      return t.true;
  }
}
