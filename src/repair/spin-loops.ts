/**
 * Loops in which a thread waits for another one: for a lock, or for a flag. A barrier that is put into such a kernel may stand
 * between the two, and then nobody goes on; no check of races sees that.
 */
import { isLoop, type TreeStatement } from '../lexical/statement-tree.ts';
import type { Place, SourceText } from './source-text.ts';

const ASKS =
  /\batomic\w*\s*\(|\b__(?:hip_|scoped_)?atomic\w*\s*\(|\.\s*(?:load|exchange|compare_exchange\w*|test_and_set|try_acquire|wait)\s*\(|\b__nanosleep\b|\bvolatile\b/;
const LOCKS = /\b(?:atomicCAS|atomicExch|atomic_cmpxchg|atomic_xchg|\w*compare_exchange\w*|\w*test_and_set\w*)\w*\s*\(/;
/** `lock` and `acquire_flag`, but not `block` and `clock`. */
const WAITS = /\b\w*(?:(?<![bcfBCF])[lL]ock|[aA]cquire|[sS]pin|wait_for|wait_until)\w*\s*\(/;

/** True when the function, or one of the file that it calls, may wait for another thread. */
export function waitsForThreads({ source, function: fn }: Place): boolean {
  const seen = new Set<string>();
  const open = [fn.body];
  for (let body = open.pop(); body !== undefined; body = open.pop()) {
    if (hasSpinLoop(source, body)) return true;
    for (const [call, name] of source.codeOf(body).matchAll(/\b([A-Za-z_]\w*)\s*\(/g)) {
      if (seen.has(name!)) continue;
      seen.add(name!);
      const called = source.functions.filter((one) => one.name.replace(/^.*::/, '') === name);
      open.push(...called.map((one) => one.body));
      // Of what is defined elsewhere the name has to say it.
      if (called.length === 0 && WAITS.test(call) && !/^(?:wait_group_events|__syncthreads\w*)$/.test(name!))
        return true;
    }
  }
  return false;
}

function hasSpinLoop(source: SourceText, statement: TreeStatement): boolean {
  if (isLoop(statement)) {
    const head = statement.head === null ? '' : source.codeOf(statement.head);
    if (ASKS.test(head) || LOCKS.test(source.codeOf(statement))) return true;
    const isEndless = /^\s*(?:true|1)?\s*$|^\s*;\s*;\s*$/.test(head);
    if (isEndless && ASKS.test(source.codeOf(statement))) return true;
    // Nothing but the condition can end it: somebody else has to change it.
    const body = statement.parts[0]!;
    if (statement.kind === 'while' && /^\{?\s*;?\s*\}?$/.test(source.codeOf(body).trim())) return true;
  }
  return statement.parts.some((part) => hasSpinLoop(source, part));
}
