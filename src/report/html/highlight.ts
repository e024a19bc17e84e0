/**
 * Colours for one line of source. What stands between two lines is not known, so each is read by itself, and what the
 * tokeniser does not know stays plain. Nothing in it goes back, so a line of any length takes time in proportion.
 */
import { escapeMarkup } from '../untrusted.ts';

/** In the order in which they are tried at a place. */
const TOKEN =
  /(?<comment>\/\/.*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?)|(?<string>"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(?<number>\.?\d(?:[eEpP][+-]|['.\w])*)|(?<directive>^\s*#\s*\w+)|(?<word>[A-Za-z_][\w$]*)|(?<ptx>%[A-Za-z_][\w$.]*)|\s+|./gsy;

const KEYWORDS = new Set(
  'alignas auto bool break case char class const constexpr continue default delete do double else enum explicit extern false float for friend goto half if inline int int16_t int32_t int64_t int8_t long mutable namespace new nullptr operator private protected public register restrict return short signed size_t sizeof static static_assert static_cast struct switch template this throw true try typedef typename uchar uint uint16_t uint32_t uint64_t uint8_t ulong union unsigned using ushort virtual void volatile while'.split(
    ' ',
  ),
);

/** What makes a race or orders threads: where kernels and memory are declared, who a thread is, barriers, atomics. */
const OF_THREADS =
  /^(?:__\w+__|__sync\w+|__threadfence\w*|__(?:kernel|global|local|constant|private)|kernel|threadIdx|blockIdx|blockDim|gridDim|warpSize|atom(?:ic)?_?[A-Z_a-z]*|(?:work_group_|sub_group_)?barrier|mem_fence|(?:read|write)_mem_fence|get_(?:global|local|group)_\w+|get_num_groups)$/;

type Kind = 'comment' | 'string' | 'number' | 'directive' | 'keyword' | 'gpu';
const CLASS: Readonly<Record<Kind, string>> = {
  comment: 'hc',
  string: 'hs',
  number: 'hn',
  directive: 'hd',
  keyword: 'hk',
  gpu: 'hg',
};

/** @param line a source line as it may be shown. @returns HTML */
export function highlighted(line: string): string {
  let html = '';
  let plain = '';
  for (const match of line.matchAll(TOKEN)) {
    const kind = kindOf(match);
    if (kind === null) {
      plain += match[0];
      continue;
    }
    html += `${escapeMarkup(plain)}<span class="${CLASS[kind]}">${escapeMarkup(match[0])}</span>`;
    plain = '';
  }
  return html + escapeMarkup(plain);
}

function kindOf({ groups }: RegExpMatchArray): Kind | null {
  const { comment, string, number, directive, word, ptx } = groups ?? {};
  if (comment !== undefined) return 'comment';
  if (string !== undefined) return 'string';
  if (number !== undefined) return 'number';
  if (directive !== undefined) return 'directive';
  if (ptx !== undefined) return 'gpu';
  if (word === undefined) return null;
  return KEYWORDS.has(word) ? 'keyword' : OF_THREADS.test(word) ? 'gpu' : null;
}
