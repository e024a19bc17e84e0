/** What a user can do about what was left open: one sentence for each kind of step, however many kernels it is for. */
import { NextStep, nextStepOf } from '../model/reason.ts';
import type { KernelResult, Result } from '../model/result.ts';
import { openKernels, plural } from './kernels.ts';

/** Our own words; of Markdown they have code spans only. */
const WORDS: Readonly<Record<NextStep, string>> = {
  compile:
    'Make the file compile here: pass include folders with `-I`, macros with `-D`, or pass the build with `--compile-commands` (`include`, `define` and `compile-commands` in `.gpurace.yml`).',
  instantiate:
    'Name the template arguments under `instantiate` in `.gpurace.yml`, or check the file that launches the template along with this one.',
  'state-launch':
    'No launch was found: state one with `--block-dim` and `--grid-dim`, or under `launch` in `.gpurace.yml`, or check the host code along with the kernel.',
  'state-fact':
    'State what is known about sizes and arguments: `--assume "n % 256 == 0"`, `// gpurace: assume n % 256 == 0` above the kernel, or `assume` in `.gpurace.yml`.',
  'state-disjoint':
    'If the two never share memory, say so: `// gpurace: assume disjoint(a, b)` above the kernel, with the names of its parameters (`disjoint(*a)` of what the pointers in `a` lead to), or `assume` in `.gpurace.yml`.',
  'correct-facts':
    'Correct the launch, or correct or remove the fact that does not hold, in the comment, the option or `.gpurace.yml`.',
  'more-time': 'Give each kernel more time: `--timeout 120`, or `timeout` in `.gpurace.yml`.',
  'more-run-time': 'Give the comparison more time: `--budget 600`, or `budget` in `.gpurace.yml`.',
  'fix-first': 'Fix the races that are shown and check again: because of them the rest of the kernel was not checked.',
  'run-again': 'Let the run finish; with `--cache FOLDER`, known verdicts are not computed again.',
  'judge-finding':
    'Look at the possible race: if something rules it out, state that with `// gpurace: assume …`; if it is meant, `// gpurace: ignore[rule] reason`.',
  'check-alone': 'The change does not touch these kernels: `gpurace check FILE` gives them all the time.',
  'record-a-run':
    'The static analysis cannot follow this. A recorded run can: docs/dynamic-detection.md. If the code is common, please report it: https://github.com/gpurace/gpurace/issues/new?template=not-analysed.yml',
  'record-all':
    'Record the run again, to its end and with a higher `GPURACE_LIMIT`; with another tool, raise its print limit.',
};

export interface ListedStep {
  readonly step: NextStep;
  readonly words: string;
  /** How many kernels it is for. */
  readonly kernels: number;
}

/** What can be done about one kernel, in the order of the list of steps. */
export function nextStepsOf(kernel: KernelResult): { readonly step: NextStep; readonly text: string }[] {
  const steps = stepsOf(kernel);
  return NextStep.options.filter((step) => steps.has(step)).map((step) => ({ step, text: WORDS[step] }));
}

/** Steps for all kernels that are open, each once, in the order of the list of steps. */
export function nextSteps(result: Pick<Result, 'kernels'>): ListedStep[] {
  const counts = new Map<NextStep, number>();
  for (const kernel of openKernels(result)) {
    for (const step of stepsOf(kernel)) counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  return NextStep.options.flatMap((step) => {
    const kernels = counts.get(step);
    return kernels === undefined ? [] : [{ step, words: WORDS[step], kernels }];
  });
}

/** `3 kernels: State …`. */
export function stepInWords({ words, kernels }: ListedStep): string {
  return `${plural(kernels, 'kernel')}: ${words}`;
}

function stepsOf({ reasons, launches }: KernelResult): ReadonlySet<NextStep> {
  const steps = new Set(reasons.flatMap((reason) => nextStepOf(reason) ?? []));
  const isOpenForSizes = reasons.some(({ kind }) => kind === 'undecided' || kind === 'possible-finding');
  return isOpenForSizes && launches.length === 0 ? new Set([...steps, 'state-launch']) : steps;
}
