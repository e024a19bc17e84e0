/** What a comparison asks of the base: what kept pairs of the head apart here, and whether they race with the head's inputs. */
import { type Apart, type KernelCheck, keptApart } from '../check/index.ts';
import type { PairAnswer, PairQuestion, ReplayInputs } from '../model/pairs.ts';
import { replay } from '../simulate/index.ts';
import { inputsFor } from './replay-inputs.ts';

/** IR instructions of all threads that the replays of one kernel may take together, and one of them. */
const KERNEL_STEPS = 60_000_000;
const REPLAY_STEPS = 10_000_000;

/** The answers to questions about one kernel. */
export function answersTo(questions: readonly PairQuestion[], check: KernelCheck): PairAnswer[] {
  let steps = KERNEL_STEPS;
  const apart = keptApart(check, questions);
  return questions.map(({ id, inputs }, i) => {
    const { isThere, keptApartBy, places, lines } = apart[i]!;
    const safe = inputs.findIndex((each) => {
      const answer = executed(each, places, check, Math.min(steps, REPLAY_STEPS));
      steps -= answer.steps;
      return answer.isSafe;
    });
    return { id, isThere, keptApartBy, lines, safeInputs: safe < 0 ? null : safe };
  });
}

/** Runs the kernel with the inputs: safe when it comes to its end, and none of the pairs meet without an order. */
function executed(
  inputs: ReplayInputs,
  places: Apart['places'],
  { program, kernel, warpModel }: KernelCheck,
  stepBudget: number,
): { readonly isSafe: boolean; readonly steps: number } {
  const launch = inputsFor(inputs, program, kernel);
  if (launch === null || places.length === 0) return { isSafe: false, steps: 0 };
  let steps = 0;
  for (const { locations, kinds } of places) {
    const outcome = replay(program, {
      ...launch,
      kernel: kernel.name,
      warpModel,
      threads: inputs.threads,
      accesses: [
        { location: locations[0], kind: kinds[0] },
        { location: locations[1], kind: kinds[1] },
      ],
      anyThreads: true,
      unknowns: 'refuse',
      stepBudget: stepBudget - steps,
    });
    steps += outcome.steps;
    if (outcome.outcome === 'replayed' || outcome.error !== null || steps >= stepBudget)
      return { isSafe: false, steps };
  }
  return { isSafe: true, steps };
}
