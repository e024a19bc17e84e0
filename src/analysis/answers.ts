/** What a comparison asks of the base: what kept pairs of the head apart here, and whether they race with the head's inputs. */
import { createHash } from 'node:crypto';
import { type Apart, type KernelCheck, keptApart } from '../check/index.ts';
import type { PairAnswer, PairQuestion, ReplayInputs } from '../model/pairs.ts';
import { leftByOneThread, replay } from '../simulate/index.ts';
import { inputsFor } from './replay-inputs.ts';

/** IR instructions of all threads that the replays of one kernel may take together, and one of them. */
const KERNEL_STEPS = 60_000_000;
const REPLAY_STEPS = 10_000_000;

/** The answers to questions about one kernel. */
export function answersTo(questions: readonly PairQuestion[], check: KernelCheck): PairAnswer[] {
  let steps = KERNEL_STEPS;
  const apart = keptApart(check, questions);
  return questions.map(({ id, inputs, isAloneAsked }, i) => {
    const { isThere, keptApartBy, places, lines } = apart[i]!;
    let [safeInputs, racyInputs]: (number | null)[] = [null, null];
    for (const [index, each] of inputs.entries()) {
      const { seen, steps: taken } = executed(each, places, check, Math.min(steps, REPLAY_STEPS));
      steps -= taken;
      if (seen === 'race') racyInputs ??= index;
      if (seen === 'order') safeInputs ??= index;
      if (safeInputs !== null) break;
    }
    const [first] = inputs;
    const alone = isAloneAsked && first !== undefined ? leftAlone(first, check, Math.min(steps, REPLAY_STEPS)) : null;
    steps -= alone?.steps ?? 0;
    const seen = { safeInputs: safeInputs ?? null, racyInputs: racyInputs ?? null, alone: alone?.left ?? null };
    return { id, isThere, keptApartBy, lines, ...seen };
  });
}

/** What one thread alone leaves in memory with the inputs. */
function leftAlone(inputs: ReplayInputs, { program, kernel }: KernelCheck, stepBudget: number) {
  const launch = inputsFor(inputs, program, kernel);
  if (launch === null) return { left: null, steps: 0 };
  const { arguments: values, variables } = launch;
  const { left, steps } = leftByOneThread(program, { kernel: kernel.name, arguments: values, variables, stepBudget });
  return { left: left === null ? null : createHash('sha256').update(left).digest('hex'), steps };
}

interface Executed {
  /** `order`: it came to its end, and none of the pairs met without one; null: it was not executed, or not to its end. */
  readonly seen: 'race' | 'order' | null;
  readonly steps: number;
}

/** Runs the kernel with the inputs. */
function executed(
  inputs: ReplayInputs,
  places: Apart['places'],
  { program, kernel, warpModel }: KernelCheck,
  stepBudget: number,
): Executed {
  const launch = inputsFor(inputs, program, kernel);
  if (launch === null || places.length === 0) return { seen: null, steps: 0 };
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
    if (outcome.outcome === 'replayed') return { seen: 'race', steps };
    if (outcome.error !== null || steps >= stepBudget) return { seen: null, steps };
  }
  return { seen: 'order', steps };
}
