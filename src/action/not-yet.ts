import type { ActionInputs } from './inputs.ts';

/**
 * What the inputs ask for that this version does not do.
 * A default asks for nothing: `auto` is what the version can do.
 */
export function notYetBuilt(inputs: ActionInputs): readonly string[] {
  const asked: string[] = [];
  if (inputs.mode !== 'run') asked.push(`mode: ${inputs.mode}`);
  if (inputs['upload-sarif'] === 'always') asked.push('upload-sarif: always');
  if (inputs.traces.length > 0) asked.push('traces');
  if (inputs.detectors.length > 0) asked.push('detectors');
  return asked;
}
