/** What a comparison asks of the base: what kept pairs of the head apart here, and whether they race with the head's inputs. */
import { createHash } from 'node:crypto';
import { type Apart, type KernelCheck, keptApart } from '../check/index.ts';
import type { PairAnswer, PairQuestion, ReplayInputs } from '../model/pairs.ts';
import { leftByOneThread, replay, replayDivergence } from '../simulate/index.ts';
import { inputsFor } from './replay-inputs.ts';

/** IR instructions of all threads that the replays of one kernel may take together, and one of them. */
const KERNEL_STEPS = 60_000_000;
const REPLAY_STEPS = 10_000_000;

/** The answers to questions about one kernel. */
export function answersTo(questions: readonly PairQuestion[], check: KernelCheck): PairAnswer[] {
  let steps = KERNEL_STEPS;
  const apart = keptApart(check, questions);
  return questions.map((question, i) => {
    const { id, inputs, isAloneAsked } = question;
    const { isThere, keptApartBy, places, lines } = apart[i]!;
    let [safeInputs, racyInputs]: (number | null)[] = [null, null];
    for (const [index, each] of inputs.entries()) {
      const budget = Math.min(steps, REPLAY_STEPS);
      const isOfDivergence = question.rule === 'barrier-divergence';
      const { seen, steps: taken } = isOfDivergence
        ? parted(each, question, check, budget)
        : executed(each, places, check, budget);
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

/** Runs the kernel with the inputs: do the two threads come together to the barriers in the lines that are asked about? */
function parted(
  inputs: ReplayInputs,
  { sides: [barrier] }: PairQuestion,
  { program, kernel, warpModel }: KernelCheck,
  stepBudget: number,
): Executed {
  const launch = inputsFor(inputs, program, kernel);
  const file = program.files.indexOf(barrier.file);
  if (launch === null || file < 0) return { seen: null, steps: 0 };
  let steps = 0;
  let seen: Executed['seen'] = null;
  for (const line of barrier.line === null ? barrier.replaced : [barrier.line]) {
    const outcome = replayDivergence(program, {
      ...launch,
      kernel: kernel.name,
      warpModel,
      threads: inputs.threads,
      barrier: { file, line, column: 1 },
      unknowns: 'refuse',
      stepBudget: stepBudget - steps,
    });
    steps += outcome.steps;
    if (outcome.outcome === 'replayed') return { seen: 'race', steps };
    if (outcome.error !== null || steps >= stepBudget) return { seen: null, steps };
    seen = 'order';
  }
  return { seen, steps };
}
