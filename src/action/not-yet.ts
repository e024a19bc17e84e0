import type { ActionInputs } from './inputs.ts';

/**
 * What the inputs ask for that this version does not do.
 * A default asks for nothing: `auto` is what the version can do.
 */
export function notYetBuilt(inputs: ActionInputs): readonly string[] {
  const asked: string[] = [];
  if (inputs.shard !== null) asked.push(`shard: ${inputs.shard.index}/${inputs.shard.count}`);
  return asked;
}
