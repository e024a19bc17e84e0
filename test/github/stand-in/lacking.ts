/** GitHub, when a field is missing from its answers: a proxy, an older server, or a version of the API that has none. */
import type { Answers } from './server.ts';

export function lacking(answers: Answers, operation: string, key: string): Answers {
  const answer = answers[operation];
  if (answer === undefined) throw new Error(`nothing answers ${operation}`);
  return {
    ...answers,
    [operation]: (request) => {
      const whole = answer(request);
      return { ...whole, body: without(whole.body, key), isNotGitHub: true };
    },
  };
}

function without(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (name === key ? [] : [[name, without(one, key)]])),
  );
}
