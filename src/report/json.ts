import { Result } from '../model/result.ts';
import { jsonText } from './untrusted.ts';

/** The result as the contract's JSON: pretty-printed, keys in the order of the schema. */
export function renderJson(result: Result): string {
  return jsonText(Result.parse(result));
}
