/**
 * Variables that step until they are equal to something, and stay there: `if (p != end) { *p = …; p += stride; }`. In whatever
 * iteration, such a one has made all steps so far, or it is at its end.
 */
import {
  type Atom,
  type ChoiceAtom,
  type Cond,
  type Int,
  single,
  someAtom,
  type Terms,
  visitAtoms,
} from '../../terms/index.ts';

/** Ways through an iteration that are looked at. */
const MOST_WAYS = 64;

export interface Stopping {
  /** What an iteration adds that stops nowhere. */
  readonly step: Int;
  readonly end: Int;
}

/**
 * @param now what an iteration makes of `start`
 * @param varies is it another one in each iteration?
 * @returns null for what is not shown to stop
 */
export function stoppingOf(t: Terms, now: Int, start: Int, varies: (root: Int | Cond) => boolean): Stopping | null {
  const atom = single(start);
  if (atom === null || !now.monomials.some(({ atoms }) => atoms.some(({ kind }) => kind === 'ite'))) return null;
  for (const end of endsIn(t, now, atom)) {
    if (varies(end) || t.substitution((one) => (one === atom ? end : undefined)).int(now) !== end) continue;
    const step = new Ways(t, { start, end, varies }).step(now);
    if (step !== null && !varies(step)) return { step, end };
  }
  return null;
}

/** What the variable is compared with where the iteration branches. */
function endsIn(t: Terms, now: Int, variable: Atom): ReadonlySet<Int> {
  const ends = new Set<Int>();
  visitAtoms([now], (atom) => {
    if (atom.kind !== 'ite') return;
    for (const part of comparisonsIn(atom.condition)) {
      if (part.kind === 'le') continue;
      const own = part.term.monomials.find(({ atoms }) => atoms.length === 1 && atoms[0] === variable)?.coefficient;
      if (own !== 1n && own !== -1n) continue;
      const end = t.scale(t.combine(part.term, -own, t.ofAtom(variable)), -own);
      if (!someAtom([end], (one) => one === variable)) ends.add(end);
    }
  });
  return ends;
}

type Comparison = Extract<Cond, { readonly term: Int }>;

function* comparisonsIn(condition: Cond): Iterable<Comparison> {
  if ('term' in condition) yield condition;
  else if (condition.kind === 'and' || condition.kind === 'or') {
    for (const part of condition.parts) yield* comparisonsIn(part);
  }
}

/** Which conditions hold on a way. */
type Known = ReadonlyMap<Cond, boolean>;

interface Variable {
  readonly start: Int;
  readonly end: Int;
  /** Is it another one in each iteration? */
  readonly varies: (root: Int | Cond) => boolean;
}

/** All ways through an iteration. What is decided alike in all iterations parts none. */
class Ways {
  readonly #t: Terms;
  readonly #variable: Variable;
  #left = MOST_WAYS;
  #step: Int | null = null;

  constructor(t: Terms, variable: Variable) {
    this.#t = t;
    this.#variable = variable;
  }

  /** The one step of all ways that do not stop. @returns null where there is none, or where ways may leave other numbers */
  step(now: Int): Int | null {
    return this.#follow(now, new Map()) ? this.#step : null;
  }

  #follow(now: Int, known: Known): boolean {
    const { varies } = this.#variable;
    const choice = now.monomials
      .flatMap(({ atoms }) => atoms)
      .find((atom) => atom.kind === 'ite' && varies(atom.condition));
    if (choice?.kind !== 'ite') return this.#arrive(now, known);
    const holds = truthOf(choice.condition, known);
    if (holds !== null) return this.#follow(this.#taken(now, choice, holds), known);
    const open = [...comparisonsIn(choice.condition)].find((part) => truthOf(part, known) === null);
    if (open === undefined || this.#left-- <= 0) return false;
    return [true, false].every((is) => this.#follow(now, new Map([...known, [open, is], [this.#t.not(open), !is]])));
  }

  #taken(now: Int, choice: ChoiceAtom, holds: boolean): Int {
    const taken = holds ? choice.then : choice.otherwise;
    return this.#t.substitution((atom) => (atom === choice ? taken : undefined)).int(now);
  }

  #arrive(value: Int, known: Known): boolean {
    const { start, end } = this.#variable;
    if (truthOf(this.#t.eq(value, end), known) === true) return true;
    const step = this.#t.sub(value, start);
    this.#step ??= step;
    return step === this.#step && step !== this.#t.zero;
  }
}

function truthOf(condition: Cond, known: Known): boolean | null {
  if (condition.kind === 'true' || condition.kind === 'false') return condition.kind === 'true';
  const told = known.get(condition);
  if (told !== undefined) return told;
  if (condition.kind !== 'and' && condition.kind !== 'or') return null;
  const settles = condition.kind === 'or';
  const parts = condition.parts.map((part) => truthOf(part, known));
  if (parts.includes(settles)) return settles;
  return parts.includes(null) ? null : !settles;
}
