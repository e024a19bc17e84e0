import { argument, type CallSite } from '../kernel/index.ts';

/**
 * Is a call handed no address: null as the text has it, or as the function around was handed it? An address that was computed may
 * look like null where nothing is known of what a container holds, and is none.
 */
export function isNullArgument(site: CallSite, at: number): boolean {
  const operand = site.call.arguments[at];
  if (operand?.kind === 'null') return true;
  const isParameter = operand?.kind === 'register' && operand.register < site.frame.fn.parameters.length;
  const value = argument(site, at);
  return isParameter && value.kind === 'pointer' && value.targets.length === 0;
}
