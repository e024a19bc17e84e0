/** Mutants of a kernel's text: small changes that make most kernels unsafe, and changes that mean nothing. */

/** What was changed. */
export type MutationKind =
  | 'barrier removed'
  | 'fence removed'
  | 'wait removed'
  | 'wait changed'
  | 'phase not flipped'
  | 'arrival moved'
  | 'arrival counted'
  | 'bytes expected'
  | 'atomic made plain'
  | 'scope narrowed'
  | 'guard dropped'
  | 'index changed'
  | 'id changed'
  | 'number changed'
  | 'operator changed'
  | 'nothing changed';

export interface Mutant {
  readonly kind: MutationKind;
  /** Whether the program means the same. */
  readonly isSame: boolean;
  /** `12: __syncthreads(); → (nothing)` */
  readonly change: string;
  readonly text: string;
}

interface Mutation {
  readonly kind: MutationKind;
  /** Global; where it matches outside comments and strings, the change is made. */
  readonly at: RegExp;
  /** What may come in its place. */
  readonly instead: readonly string[];
}

const UNSAFE: readonly Mutation[] = [
  {
    kind: 'barrier removed',
    at: /\b(?:__syncthreads(?:_(?:and|or|count))?|__syncwarp|(?:work_group_)?barrier|sub_group_barrier|__barrier_sync)\s*\([^();]*\)\s*;/g,
    instead: [';'],
  },
  { kind: 'barrier removed', at: /\b\w+(?:\.|->)(?:sync|arrive_and_wait|wait)\s*\([^();]*\)\s*;/g, instead: [';'] },
  {
    kind: 'fence removed',
    at: /\b(?:__threadfence(?:_block|_system)?|mem_fence|atomic_work_item_fence|__scoped_atomic_thread_fence)\s*\([^();]*\)\s*;/g,
    instead: [';'],
  },
  {
    kind: 'wait removed',
    at: /\b(?:mbar_wait|\w*wait_(?:prior|group|group_read|all|parity)(?:<\d+>)?|__pipeline_wait_prior)\s*\([^;]*\)\s*;/g,
    instead: [';'],
  },
  {
    kind: 'wait removed',
    at: /\b\w+\.(?:consumer_wait|producer_acquire|arrive_and_wait)\s*\(\s*\)\s*;/g,
    instead: [';'],
  },
  { kind: 'wait changed', at: /\b(n32_t|wait_prior|wait_group(?:_read)?)<(\d)>/g, instead: ['$1<$2 + 1>'] },
  {
    kind: 'wait changed',
    at: /\b__pipeline_wait_prior\s*\(([^;]*)\)\s*;/g,
    instead: ['__pipeline_wait_prior(($1) + 1);'],
  },
  { kind: 'wait changed', at: /\bmbar_wait\(([^,;]+), ([^;]+)\);/g, instead: ['mbar_wait($1, ($2) ^ 1);'] },
  { kind: 'phase not flipped', at: /\bphase \^= 1\s*;/g, instead: [';'] },
  {
    kind: 'arrival moved',
    at: /\n([^\n;]*;)\n( *(?:mbar_arrive\w*|\w+\.(?:consumer_release|producer_commit|arrive))\s*\([^;\n]*\)\s*;)/g,
    instead: ['\n$2\n$1'],
  },
  {
    kind: 'arrival counted',
    at: /\bmbar_init\(([^,;]+), ([^;]+)\);/g,
    instead: ['mbar_init($1, ($2) - 1);', 'mbar_init($1, ($2) / 2);'],
  },
  {
    kind: 'arrival counted',
    at: /(?<![.\w])((?:\w+::)*(?:mbarrier_)?init)\((&[^,;]+), ([^;]+)\);/g,
    instead: ['$1($2, ($3) - 1);'],
  },
  {
    kind: 'bytes expected',
    at: /\b(mbar_(?:arrive_)?expect)\(([^,;]+), ([^;]+)\);/g,
    instead: ['$1($2, ($3) / 2);', '$1($2, ($3) - 4);'],
  },
  { kind: 'barrier removed', at: /\bcluster_arrive\(\);\s*cluster_wait\(\);/g, instead: ['__syncthreads();'] },
  { kind: 'fence removed', at: /\basync_fence\w*\(\);/g, instead: [';'] },
  {
    kind: 'fence removed',
    at: /(\basync_fence\w*\(\);)(\s*)(__syncthreads\s*\(\s*\)\s*;)/g,
    instead: ['$3$2$1'],
  },
  { kind: 'fence removed', at: /\b(?:\w+::)*fence_proxy_async\w*\s*\([^();]*\)\s*;/g, instead: [';'] },
  {
    kind: 'fence removed',
    at: /((?:\w+::)*fence_proxy_async\w*\s*\([^();]*\)\s*;)(\s*)(__syncthreads\s*\(\s*\)\s*;)/g,
    instead: ['$3$2$1'],
  },
  { kind: 'atomic made plain', at: /\batomicAdd\s*\(\s*&?([^,()]+),\s*([^,();]+)\)\s*;/g, instead: ['$1 += $2;'] },
  { kind: 'atomic made plain', at: /\batomicExch\s*\(\s*&([^,()]+),\s*([^,();]+)\)\s*;/g, instead: ['$1 = $2;'] },
  { kind: 'scope narrowed', at: /\b(atomic(?:Add|Sub|Exch|CAS|Min|Max|And|Or|Xor))\s*\(/g, instead: ['$1_block('] },
  { kind: 'scope narrowed', at: /\bthread_scope_(?:device|system)\b/g, instead: ['thread_scope_block'] },
  { kind: 'scope narrowed', at: /\bmemory_scope_device\b/g, instead: ['memory_scope_work_group'] },
  { kind: 'scope narrowed', at: /\b__MEMORY_SCOPE_(?:DEVICE|SYSTEM)\b/g, instead: ['__MEMORY_SCOPE_WRKGRP'] },
  { kind: 'scope narrowed', at: /\b__threadfence\s*\(\s*\)/g, instead: ['__threadfence_block()'] },
  { kind: 'guard dropped', at: /\bif\s*\((?=[^()]*(?:\([^()]*\)[^()]*)*\))/g, instead: ['if (true || '] },
  {
    kind: 'index changed',
    at: /\[([^[\]]*\b(?:threadIdx|get_local_id|get_global_id|[a-z])\b[^[\]]*)\]/g,
    instead: ['[($1) / 2]', '[($1) + 1]', '[($1) & ~1]'],
  },
  { kind: 'id changed', at: /\bthreadIdx\.x\b/g, instead: ['(threadIdx.x / 2)', '(threadIdx.x % 32)', 'threadIdx.y'] },
  { kind: 'id changed', at: /\bblockIdx\.x\b/g, instead: ['0', '(blockIdx.x / 2)'] },
  { kind: 'id changed', at: /\bget_(?:global|local|group)_id\(0\)/g, instead: ['0', '($& / 2)'] },
  {
    kind: 'number changed',
    at: /(?<![\w.])(?:[2-9]|[1-9]\d{1,3})(?![\w.])/g,
    instead: ['($& - 1)', '($& + 1)', '($& / 2)'],
  },
  { kind: 'operator changed', at: /(?<![<>=!&|+\-*/%^])<(?![<=>])(?= *\w)/g, instead: ['<=', '>'] },
  { kind: 'operator changed', at: / [+] /g, instead: [' - ', ' | '] },
  { kind: 'operator changed', at: / == /g, instead: [' != ', ' <= '] },
  { kind: 'operator changed', at: / % /g, instead: [' / ', ' & '] },
];

const SAME: readonly Mutation[] = [
  { kind: 'nothing changed', at: /\b__syncthreads\s*\(\s*\)\s*;/g, instead: ['{ __syncthreads(); __syncthreads(); }'] },
  { kind: 'nothing changed', at: /\bthreadIdx\.x\b/g, instead: ['(threadIdx.x + 0u)', '(0u + threadIdx.x)'] },
  { kind: 'nothing changed', at: /\bif\s*\(/g, instead: ['if (true && ', 'if (false || '] },
  {
    kind: 'nothing changed',
    at: /\[([^[\]]*\bthreadIdx\.x\b[^[\]]*)\](?! *;| *=? *\{)/g,
    instead: ['[($1)]', '[0 + ($1)]'],
  },
];

/** All mutants of a text, in order. */
export function mutantsOf(text: string): Mutant[] {
  const code = blanked(text);
  const made = (mutations: readonly Mutation[], isSame: boolean): Mutant[] =>
    mutations.flatMap(({ kind, at, instead }) =>
      [...code.matchAll(at)].flatMap((match) => {
        const old = text.slice(match.index, match.index + match[0].length);
        // A declaration's brackets are a size, and an include is no code.
        if (
          text
            .slice(text.lastIndexOf('\n', match.index) + 1, match.index)
            .trimStart()
            .startsWith('#')
        )
          return [];
        return instead.map((pattern): Mutant => {
          const now = pattern.replace(
            /\$(&|\d)/g,
            (_, group: string) => match[group === '&' ? 0 : Number(group)] ?? '',
          );
          const line = text.slice(0, match.index).split('\n').length;
          const changed = text.slice(0, match.index) + now + text.slice(match.index + old.length);
          return { kind, isSame, change: `${line}: ${old} → ${now}`, text: changed };
        });
      }),
    );
  return [...made(UNSAFE, false), ...made(SAME, true)].filter((mutant) => mutant.text !== text);
}

/** The text with comments and strings blanked out, character for character. */
function blanked(text: string): string {
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"/g, (found) => found.replace(/[^\n]/g, ' '));
}
