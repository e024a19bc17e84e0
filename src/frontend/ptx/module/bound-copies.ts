/**
 * Copies that a barrier object waits for. `cuda::memcpy_async` with a barrier becomes `cp.async`, and behind it
 * `cp.async.mbarrier.arrive`, which says that the phase is not over before the copies so far are done. Where nothing but
 * arithmetic lies between, the copy begins there and knows its object. A function that closes groups of copies stays as it is.
 */
import type { PtxOperand } from '../operands.ts';
import type { PtxFunction, PtxInstruction, PtxItem } from './model.ts';
import { definedBy, readBy } from './register-uses.ts';

const COPY = /^cp\.async\.c[ag]\./;
/** Without `noinc`: the phase waits for the copies beside all arrivals. */
const BINDS = /^cp\.async\.mbarrier\.arrive(?:\.shared(?:::cta)?)?\.b64$/;
const GROUPS = /^cp\.async\.(?:commit_group|wait_group|wait_all)\b/;
/** What may stand between. */
const QUIET = new Set('mov cvt cvta add sub mul mad shl shr and or xor not setp selp'.split(' '));

/** The function, in which such a copy has its object. */
export function withBoundCopies(fn: PtxFunction): PtxFunction {
  const isAbout = (pattern: RegExp) =>
    fn.items.some((item) => item.kind === 'instruction' && pattern.test(item.opcode));
  if (!isAbout(BINDS) || isAbout(GROUPS)) return fn;
  const items: PtxItem[] = [];
  let open: PtxInstruction[] = [];
  const close = () => {
    items.push(...open);
    open = [];
  };
  for (const item of fn.items) {
    if (item.kind === 'label' || item.guard !== null) close();
    else if (COPY.test(item.opcode)) {
      open.push(item);
      continue;
    } else if (BINDS.test(item.opcode) && open.length > 0 && item.operands.length === 1) {
      items.push(...open.map((copy) => ({ ...copy, barrier: item.operands[0]! satisfies PtxOperand })));
      open = [];
      continue;
    } else if (!QUIET.has(item.words[0]!) || changesInputs(item, open)) close();
    items.push(item);
  }
  close();
  return { ...fn, items };
}

function changesInputs(item: PtxInstruction, copies: readonly PtxInstruction[]): boolean {
  const changed = definedBy(item);
  return copies.some((copy) => readBy(copy).some((register) => changed.includes(register)));
}
