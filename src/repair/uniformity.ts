/**
 * What in a kernel is the same for all threads of a block, or for all blocks, as far as its text shows it: a name that is
 * given a value which names the thread, or that is called for, or a cell of memory, is not. Errs on the side of not.
 */
import type { Place } from './source-text.ts';

export type Axis = 'thread' | 'block';

/** What differs from thread to thread of a block, and from block to block. */
const NAMED: Readonly<Record<Axis, RegExp>> = {
  thread: /\bthreadIdx\b|\bget_(?:local|global)_(?:linear_)?id\b/,
  block: /\bblockIdx\b|\bget_(?:group|global)_(?:linear_)?id\b/,
};
/** Calls whose results are the same wherever their arguments are, and words before parentheses that are no calls. */
const PLAIN =
  /^(?:min|max|abs|fabsf?|sqrtf?|floorf?|ceilf?|int|float|double|unsigned|char|short|long|bool|uint|sizeof|if|for|while|switch|return|get_(?:local|global)_size|get_num_groups|get_work_dim|get_group_id|get_(?:local|global)_id)$/;
const BUILT_IN =
  /^(?:blockDim|gridDim|warpSize|threadIdx|blockIdx|true|false|NULL|nullptr|const|volatile|unsigned|signed|int|float|double|char|short|long|bool|uint|size_t|auto|f|u|U|L|UL|ul)$/;
/** Of a name itself: what a cell of an array holds is never taken for the same. */
const ASSIGNED = /(?<![\w.])([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/g;
const STEPPED = /\b([A-Za-z_]\w*)\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)/g;

export class Uniformity {
  readonly #varying: ReadonlySet<string>;
  readonly #axis: Axis;
  readonly #place: Place;
  readonly #declared: ReadonlySet<string>;

  /** @param place somewhere in the kernel that is asked about */
  constructor(place: Place, axis: Axis) {
    const { source, function: fn } = place;
    this.#axis = axis;
    this.#place = place;
    const all = source.code.slice(fn.start, fn.body.end);
    this.#declared = new Set(
      [...all.matchAll(/[\w>*&\]]\s*\b([A-Za-z_]\w*)\s*(?=[=;,)[:])/g)].map(([, name]) => name!),
    );
    this.#varying = this.#varyingIn(source.codeOf(fn.body));
  }

  /** True when the text, code of the kernel, means the same to all of them. */
  isSame(text: string): boolean {
    return this.#place.function.isKernel && !this.#varies(text, this.#varying);
  }

  #varyingIn(code: string): ReadonlySet<string> {
    const varying = new Set<string>();
    for (const [, name] of code.matchAll(/(?<!&)&(?!&)\s*([A-Za-z_]\w*)\b(?!\s*[[.])/g)) varying.add(name!);
    const assigned = [...code.matchAll(ASSIGNED)].map((match) => {
      return [match[1]!, valueAt(code, match.index + match[0].length)] as const;
    });
    const conditional = [...code.matchAll(/\b(?:if|while|for)\s*\(([^{}]*?)\)\s*(\{[^{}]*\}|[^;{}]*;)/g)];
    for (let before = -1; before !== varying.size; ) {
      before = varying.size;
      for (const [name, value] of assigned) if (this.#varies(value, varying)) varying.add(name);
      // What is assigned under a condition that varies varies with it.
      for (const [, condition, then] of conditional) {
        if (!this.#varies(condition!, varying)) continue;
        for (const [, a, b] of then!.matchAll(STEPPED)) varying.add((a ?? b)!);
      }
    }
    return varying;
  }

  #varies(text: string, varying: ReadonlySet<string>, depth = 0): boolean {
    if (NAMED[this.#axis].test(text)) return true;
    // What memory holds may differ from one moment to the next.
    if (/\[|->|(?:^|[=(,;?:&|+\-<>!])\s*\*\s*[A-Za-z_(]/.test(text)) return true;
    if ([...text.matchAll(/\b([A-Za-z_]\w*)\s*\(/g)].some(([, name]) => !PLAIN.test(name!))) return true;
    return [...text.matchAll(/(?<![\w.])([A-Za-z_]\w*)\b(?!\s*\()/g)].some(([, name]) => {
      if (varying.has(name!)) return true;
      if (this.#declared.has(name!) || BUILT_IN.test(name!)) return false;
      const macro = this.#macro(name!);
      return macro === null || depth > 3 || this.#varies(macro, varying, depth + 1);
    });
  }

  /** What a name stands for that the text defines without parameters. */
  #macro(name: string): string | null {
    const definition = new RegExp(`^[ \\t]*#[ \\t]*define[ \\t]+${name}(?:[ \\t]+(.*))?$`, 'm').exec(
      this.#place.source.text,
    );
    return definition === null ? null : (definition[1] ?? '');
  }
}

/** What is assigned: up to the end of the statement, to the next declarator, or to the end of a loop's head. */
export function valueAt(code: string, from: number): string {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    const c = code[at]!;
    if (c === ';' || (c === ',' && depth === 0)) return code.slice(from, at);
    if ('([{'.includes(c)) depth++;
    if (')]}'.includes(c) && --depth < 0) return code.slice(from, at);
  }
  return code.slice(from);
}

/** True when the parts of a head mean the same to all: the variable of a loop steps in its own head. */
export function isSameInHead(head: string, isSame: (text: string) => boolean): boolean {
  return head.split(';').every((part) => isSame(part.replace(/^[^=]*[^=<>!]=(?!=)/, '')));
}
