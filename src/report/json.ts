import type { Result } from '../model/result.ts';
import { StoredResult, toStored } from '../result/stored-form.ts';
import { citedLines } from './cited-lines.ts';
import { BARE_CONTEXT, type ReportContext } from './context.ts';
import { jsonText } from './untrusted.ts';

/** The result as the contract's JSON, with the lines that it speaks of: pretty-printed, keys in the order of the schema. */
export function renderJson(result: Result, { source }: Pick<ReportContext, 'source'> = BARE_CONTEXT): string {
  const sources = citedLines(result, source);
  const stored = toStored({ ...result, ...(sources.length === 0 ? {} : { sources }) });
  return jsonText(StoredResult.parse(stored));
}
