/** Options with a few allowed values. A misspelt one is answered with the one that may be meant. */
import { InvalidArgumentError, Option } from 'commander';
import { similarName } from '../lexical/similar-name.ts';

/** @param values in the order in which help lists them */
export function choiceOption(flags: string, description: string, values: readonly string[]): Option {
  return new Option(flags, description).choices(values).argParser((text) => {
    if (values.includes(text)) return text;
    const meant = similarName(text, values);
    const help = meant === null ? '.' : `; did you mean ${meant}?`;
    throw new InvalidArgumentError(`Allowed choices are ${values.join(', ')}${help}`);
  });
}
