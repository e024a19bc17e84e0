/**
 * Which accesses never meet in blocks of any size, in words that do not hang on the launch. Each launch of a kernel has terms of its
 * own; where two ask the same, in the same blocks, the second need not go through all threads again. A text has all that going
 * through them looks at: two questions with one text have one answer.
 */
import { LoopEnd, LoopSum } from '../../../kernel/index.ts';
import { type Atom, type Cond, type Int, isConnective, PRODUCT, single } from '../../../terms/index.ts';
import type { LaunchTerms } from '../../thread-pair.ts';
import type { BlockAccess } from './block-access.ts';
import type { Asked } from './block-meetings.ts';
import type { BlockShapes } from './block-shapes.ts';

/** By the blocks that were gone through: the texts of questions about accesses that do not meet. */
export type KnownMeetings = Map<string, Set<string>>;

export interface ProvedMeetings {
  has(asked: Asked): boolean;
  add(asked: Asked): void;
}

/** @param known what is kept for other launches */
export function provedIn(known: KnownMeetings, launch: LaunchTerms, { all, open }: BlockShapes): ProvedMeetings {
  const blocks = all.map((shape) => shape.join('x')).join();
  const proved = known.get(blocks) ?? new Set<string>();
  known.set(blocks, proved);
  const roles = new Map<number, string>([...open].map(([id, axis]) => [id, `size ${axis}`]));
  for (const [axis, index] of launch.threadIdx.entries()) {
    const atom = single(index);
    if (atom !== null) roles.set(atom.id, `index ${axis}`);
  }
  return {
    has: (asked) => proved.size > 0 && proved.has(new Words(roles).question(asked)),
    add: (asked) => proved.add(new Words(roles).question(asked)),
  };
}

/** Terms as text, in which symbols are numbered as they come, but for those of a role. */
class Words {
  readonly #roles: ReadonlyMap<number, string>;
  /** What stands for each part that has been told; said once. */
  readonly #names = new Map<Atom | Int | Cond | LoopEnd | LoopSum, string>();
  readonly #said: string[] = [];

  constructor(roles: ReadonlyMap<number, string>) {
    this.#roles = roles;
  }

  question({ a, b, footing }: Asked): string {
    const { isInBytes, hasIntervals, distance, warpSize } = footing;
    const of = [a, b].map((access) => this.#access(access)).join(' with ');
    return [...this.#said, of, isInBytes, hasIntervals, distance, warpSize].join('\n');
  }

  #access({ size, address, interval, iterations, guards, limits }: BlockAccess): string {
    const chosen = iterations.map((atom) => this.#atom(atom));
    const places = [address.own, interval.own].map((term) => this.#int(term));
    const levels = guards.map((conditions) => conditions.map((one) => this.#cond(one)).join());
    const others = limits.map((one) => this.#cond(one));
    return [size, chosen.join(), places.join(), levels.join('/'), others.join()].join('|');
  }

  /** Says a part the first time that it comes, and calls it by a number from then on; a loop may speak of itself. */
  #once<T extends Atom | Int | Cond | LoopEnd | LoopSum>(part: T, say: (part: T) => string): string {
    const known = this.#names.get(part);
    if (known !== undefined) return known;
    const name = `#${this.#names.size}`;
    this.#names.set(part, name);
    this.#said.push(`${name} = ${say(part)}`);
    return name;
  }

  #int(term: Int): string {
    return this.#once(term, ({ constant, monomials }) => {
      const of = monomials.map(({ coefficient, atoms }) =>
        [coefficient, ...atoms.map((atom) => this.#atom(atom))].join('*'),
      );
      return [constant, ...of].join('+');
    });
  }

  #cond(condition: Cond): string {
    return this.#once(condition, (c) => {
      if (isConnective(c)) return `${c.kind}(${c.parts.map((part) => this.#cond(part)).join()})`;
      return c.kind === 'true' || c.kind === 'false' ? c.kind : `${c.kind}(${this.#int(c.term)})`;
    });
  }

  #atom(atom: Atom): string {
    return this.#once(atom, (one) => `${this.#content(one)} in ${one.range.low}..${one.range.high}`);
  }

  #content(atom: Atom): string {
    switch (atom.kind) {
      case 'symbol':
        return this.#roles.get(atom.id) ?? `symbol ${atom.sharing} ${atom.origin}`;
      case 'div':
      case 'mod':
        return `${atom.kind} ${this.#int(atom.dividend)} ${this.#int(atom.divisor)}`;
      case 'ite':
        return `ite ${this.#cond(atom.condition)} ${this.#int(atom.then)} ${this.#int(atom.otherwise)}`;
      case 'bits':
        return `${atom.operator} ${this.#int(atom.left)} ${this.#int(atom.right)} ${atom.width}`;
      case 'geometric':
        return `${atom.direction} ${this.#int(atom.start)} ${atom.shift} ${this.#int(atom.step)}`;
      case 'apply':
        return `${this.#function(atom)}(${atom.args.map((arg) => this.#int(arg)).join()})`;
    }
  }

  /** What is not a loop's is not evaluated: that it is something is all that counts. */
  #function({ of }: Atom & { readonly kind: 'apply' }): string {
    if (of === PRODUCT) return 'product';
    if (of instanceof LoopEnd)
      return this.#once(of, ({ condition, iteration, parameters }) => {
        const own = [iteration, ...parameters].map((one) => this.#int(one));
        return `end ${own.join()} ${this.#cond(condition)}`;
      });
    if (of instanceof LoopSum)
      return this.#once(of, ({ iterations, step }) => {
        const own = iterations.map((one) => this.#int(one));
        return `sum ${own.join()} ${step === null ? '' : this.#int(step)}`;
      });
    return 'unknown';
  }
}
