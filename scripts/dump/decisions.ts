/** How pairs of accesses and barriers were decided, and what the solver was asked for it. */
import type { ExplainedPair, KernelExplanation, LaunchExplanation } from '../../src/model/explanation.ts';
import { launchLines } from '../../src/report/explanation.ts';

/** As `--explain` prints it, without times, and without what the solver was given. */
export function printPairs(explanation: KernelExplanation): string[] {
  const launches = explanation.launches.map((launch): LaunchExplanation => {
    const pairs = launch.pairs.map((pair): ExplainedPair => {
      const questions = pair.questions.map((question) => ({
        ...question,
        decisions: question.decisions.map((decision) => ({ ...decision, query: null, elapsedMs: null })),
      }));
      return { ...pair, questions };
    });
    return { ...launch, pairs };
  });
  return launches.flatMap((launch) => ['', ...launchLines(launch)]);
}

/** The questions about pairs and barriers that went to the solver, each with the answer. */
export function printQueries({ launches }: KernelExplanation): string[] {
  const queries = launches.flatMap(({ pairs }) => pairs.flatMap(queriesOf));
  return queries.length === 0 ? ['', 'the solver was not asked'] : queries;
}

function queriesOf({ object, sides, questions }: ExplainedPair): string[] {
  const what = sides.map(({ kind, text, line }) => `${kind} ${text} (line ${line})`).join(' and ');
  return questions.flatMap(({ threads, decisions }) =>
    decisions.flatMap(({ how, query }) =>
      query === null
        ? []
        : ['', `; ${object === null ? '' : `${object}: `}${what}`, `; ${threads}`, `; ${how}`, ...query.split('\n')],
    ),
  );
}
