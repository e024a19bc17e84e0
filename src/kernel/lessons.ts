/** What a thread knows where it goes by the answer to a question: that a phase of a barrier is over. */
import { type Cond, conjuncts } from '../terms/index.ts';
import type { State } from './state.ts';

type Lesson = (state: State) => State;

export class Lessons {
  readonly #byAnswer = new Map<Cond, Lesson>();

  /** Where `answer` holds, `lesson` is learned. */
  learnIf(answer: Cond, lesson: Lesson): void {
    this.#byAnswer.set(answer, lesson);
  }

  /** The state of a thread that goes on because `condition` holds. */
  learned(state: State, condition: Cond): State {
    if (this.#byAnswer.size === 0) return state;
    let after = state;
    for (const part of conjuncts(condition)) after = this.#byAnswer.get(part)?.(after) ?? after;
    return after;
  }
}
