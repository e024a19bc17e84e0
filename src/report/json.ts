import type { Result } from '../model/result.ts';
import { StoredResult, toStored } from '../result/stored-form.ts';
import { jsonText } from './untrusted.ts';

/** The result as the contract's JSON: pretty-printed, keys in the order of the schema. */
export function renderJson(result: Result): string {
  return jsonText(StoredResult.parse(toStored(result)));
}
