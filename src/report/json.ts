import { Result } from '../model/result.ts';

/** The result as the contract's JSON: pretty-printed, keys in the order of the schema. */
export function renderJson(result: Result): string {
  return `${JSON.stringify(Result.parse(result), null, 2)}\n`;
}
