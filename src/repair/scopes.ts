/** Scopes that are too narrow: the words for them in the three languages, and the wider ones. */
import type { Candidate, CandidateContext } from './candidate.ts';
import type { Change } from './change.ts';
import type { SourceText } from './source-text.ts';

interface Wider {
  readonly narrow: RegExp;
  readonly wide: string;
}

const OF_ATOMICS: readonly Wider[] = [
  { narrow: /\b(atomic[A-Z]\w*)_block\b/g, wide: '$1' },
  { narrow: /\bthread_scope_block\b/g, wide: 'thread_scope_device' },
  { narrow: /\bmemory_scope_(?:work_group|sub_group|work_item)\b/g, wide: 'memory_scope_device' },
  { narrow: /\b__HIP_MEMORY_SCOPE_(?:WORKGROUP|WAVEFRONT|SINGLETHREAD)\b/g, wide: '__HIP_MEMORY_SCOPE_AGENT' },
  { narrow: /\b__MEMORY_SCOPE_(?:WRKGRP|WVFRNT|SINGLE)\b/g, wide: '__MEMORY_SCOPE_DEVICE' },
];
const OF_FENCES: readonly Wider[] = [
  ...OF_ATOMICS.slice(1),
  { narrow: /\b__threadfence_block\b/g, wide: '__threadfence' },
  { narrow: /"workgroup"|"wavefront"/g, wide: '"agent"' },
];

/** What a fence orders, where it orders one side alone. */
const OF_ORDERS: readonly Wider[] = [
  { narrow: /\bmemory_order_(?:relaxed|acquire|release)\b/g, wide: 'memory_order_acq_rel' },
  { narrow: /\b__ATOMIC_(?:RELAXED|ACQUIRE|RELEASE)\b/g, wide: '__ATOMIC_ACQ_REL' },
];

/** The atomics of the cause with the scope of the whole device; then every atomic and fence of its functions. */
export function scopeCandidates({ cause, sources }: CandidateContext): Candidate[] {
  const narrow: Change[] = [];
  const wide: Change[] = [];
  const ordered: Change[] = [];
  const seen = new Set<string>();
  for (const { file, line, column } of cause.explains.flatMap(({ accesses }) => accesses)) {
    const source = sources.get(file);
    const place = source?.placeAt(source.offsetAt(line, column)) ?? null;
    if (source === null || place === null) continue;
    narrow.push(...widened(source, place.path.at(-1)!, OF_ATOMICS));
    const key = `${file} ${place.function.start}`;
    if (!seen.has(key)) {
      wide.push(...widened(source, place.function.body, [...OF_ATOMICS, ...OF_FENCES]));
      ordered.push(...orderedFences(source, place.function.body));
    }
    seen.add(key);
  }
  return [narrow, wide, [...wide, ...ordered]].flatMap((changes): Candidate[] =>
    changes.length === 0
      ? []
      : [
          {
            kind: 'widen-scope',
            changes: [...new Map(changes.map((one) => [`${one.file} ${one.start}`, one])).values()],
          },
        ],
  );
}

/** The calls of fences with an order in both directions. */
function orderedFences(source: SourceText, { start, end }: { readonly start: number; readonly end: number }): Change[] {
  const calls = [...source.code.slice(start, end).matchAll(/\b\w*fence\s*\([^;]*\)/g)];
  return calls.flatMap((match) =>
    widened(source, { start: start + match.index, end: start + match.index + match[0].length }, OF_ORDERS),
  );
}

function widened(
  source: SourceText,
  { start, end }: { readonly start: number; readonly end: number },
  words: readonly Wider[],
): Change[] {
  const code = source.code.slice(start, end);
  return words.flatMap(({ narrow, wide }) =>
    [...code.matchAll(narrow)].map((match) => ({
      file: source.file,
      start: start + match.index,
      end: start + match.index + match[0].length,
      text: match[0].replace(new RegExp(narrow.source), wide),
    })),
  );
}
