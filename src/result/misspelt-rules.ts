/** Comments that ask to ignore a rule that there is none of: they would silently ignore nothing. */
import { directivesOf } from '../lexical/directives.ts';
import { similarName } from '../lexical/similar-name.ts';
import { type Problem, RuleId } from '../model/result.ts';

export function misspeltRules(file: string, text: string): Problem[] {
  if (!text.includes('gpurace:')) return [];
  const rules: readonly string[] = RuleId.options;
  return directivesOf(text).flatMap(({ kind, rule, line }): Problem[] => {
    if (kind !== 'ignore' || rule === null || rules.includes(rule)) return [];
    const meant = similarName(rule, rules);
    const message = `ignore[${rule}]: there is no such rule${meant === null ? '' : `; did you mean ${meant}?`}`;
    return [{ file, line, column: null, severity: 'warning', message, isMistake: true }];
  });
}
