/**
 * CUDA C++ becomes C++, token by token; every line stays where it is.
 *
 * - `k<<<g, b>>>(x)` becomes `gpurace::configure(g, b) ? (void)0 : k(x)`.
 * - The body of a kernel becomes `{ gpurace::kernel([=]() mutable { … }); }`, a function that each thread runs.
 * - `extern __shared__ T s[];` becomes a reference to the runtime's own array; `alignas` behind `__shared__` becomes an attribute.
 * - A kernel that is handed to the runtime as `(void *)k` is handed as what it is; elsewhere `(void *)k` becomes
 *   `gpurace::erased->*k`, by which the runtime learns the type of what lies at the address.
 * - Includes become what `include` says of them.
 * - In code for the device alone, `__CUDA_ARCH__` is the number of the architecture.
 * - Inline PTX becomes a call that no compiler lets pass, with a message that has its text.
 */
import { isBlank, type Token, tokensOf } from './cuda-tokens.ts';

export interface RewriteSetting {
  /** Words that stand for `__global__`. */
  readonly kernelWords: ReadonlySet<string>;
  /** What kernels are called. */
  readonly kernelNames: ReadonlySet<string>;
  /** What `__CUDA_ARCH__` is in code for the device. */
  readonly architecture: number;
  /** What an include is to name, quotes and all; null: what it names. */
  readonly include: (name: string, isQuoted: boolean) => string | null;
}

const LAUNCHERS = /^cudaLaunch(?:Cooperative)?Kernel(?:ExC)?$/;
const ASSEMBLY = /^(?:asm|__asm|__asm__)$/;
/** Parts of instructions that PTX has and assemblers of processors have not. */
const PTX = /\.(?:[usbf](?:8|16|32|64)x?2?|bf16|pred|sync|gpu|cta|sys|global|shared|local)\b/;
const OPEN: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const CLOSED: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** @returns the text as C++; it has as many lines */
export function rewriteCuda(text: string, setting: RewriteSetting): string {
  return new Rewriting(text, setting).run();
}

/** Words that a text defines to stand for `__global__`. */
export function kernelWordsIn(text: string): string[] {
  return [...text.matchAll(/^[^\S\n]*#[^\S\n]*define[^\S\n]+(\w+)(?:\([^)\n]*\))?[^\S\n]((?:\\\r?\n|[^\n])*)/gm)]
    .filter(([, , body]) => /\b__global__\b/.test(body!) && !body!.includes('{'))
    .map(([, name]) => name!);
}

/** Words with brackets that may stand between `__global__` and the name of a kernel. */
const QUALIFIERS =
  /^(?:__launch_bounds__|__cluster_dims__|__maxnreg__|__block_size__|__attribute__|__declspec|alignas|requires|decltype|enable_if_t)$/;

/** What the kernels of a text are called, without what they lie in; `words` are those that stand for `__global__`. */
export function kernelNamesIn(text: string, words: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const wanted = new RegExp(`\\b(?:${[...words].join('|')})\\b([^;{}]*)`, 'g');
  for (const [, declaration] of text.matchAll(wanted)) {
    const calls = [...declaration!.matchAll(/\b([A-Za-z_]\w*)\s*\(/g)].map(([, name]) => name!);
    const name = calls.find((one) => !QUALIFIERS.test(one));
    if (name !== undefined) found.push(name);
  }
  return found;
}

class Rewriting {
  readonly #tokens: readonly Token[];
  readonly #setting: RewriteSetting;
  /** What each token becomes. */
  readonly #out: string[];

  constructor(text: string, setting: RewriteSetting) {
    this.#tokens = tokensOf(text);
    this.#setting = setting;
    this.#out = this.#tokens.map(({ text }) => text);
  }

  run(): string {
    for (let at = 0; at < this.#tokens.length; at++) {
      const { kind, text } = this.#tokens[at]!;
      if (text.startsWith('<<')) this.#launch(at);
      else if (text === '#') this.#directive(at);
      else if (text === '(' || text === 'reinterpret_cast') this.#erased(at);
      else if (kind !== 'word') continue;
      else if (this.#setting.kernelWords.has(text)) this.#kernel(at);
      else if (text === 'extern' || text === '__shared__') this.#dynamic(at);
      else if (LAUNCHERS.test(text)) this.#handed(at);
    }
    const isDevice = this.#deviceBodies();
    this.#deviceCode(isDevice);
    for (const [at, { kind, text }] of this.#tokens.entries())
      if (kind === 'word' && ASSEMBLY.test(text)) this.#inlinePtx(at, isDevice(at));
    return this.#out.join('');
  }

  /** The next token with a meaning; within a directive, the next one of it. */
  #next(at: number, limit = this.#tokens.length): number {
    let to = at + 1;
    while (to < limit && isBlank(this.#tokens[to]!)) to++;
    return to;
  }

  #before(at: number): number {
    let to = at - 1;
    while (to >= 0 && isBlank(this.#tokens[to]!)) to--;
    return to;
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  /** The token that closes what is open at `at`; other branches of an `#if` count as if they were not there. */
  #closing(at: number): number {
    const open = this.#text(at);
    const close = OPEN[open]!;
    const { directive } = this.#tokens[at]!;
    const depths: number[] = [];
    let depth = 0;
    for (let to = at; to < this.#tokens.length; to++) {
      const token = this.#tokens[to]!;
      if (token.directive !== directive) {
        if (directive !== 0) return -1;
        if (token.text === '#') depth = branch(this.#text(this.#next(to)), depth, depths);
        continue;
      }
      if (token.text === open) depth += 1;
      else if (token.text === close && --depth === 0) return to;
    }
    return -1;
  }

  #opening(at: number): number {
    const close = this.#text(at);
    const open = CLOSED[close]!;
    let depth = 0;
    for (let to = at; to >= 0; to--) {
      if (this.#text(to) === close) depth += 1;
      else if (this.#text(to) === open && --depth === 0) return to;
    }
    return -1;
  }

  #launch(at: number): void {
    if (this.#text(this.#before(at)) === 'operator') return;
    const end = this.#launchEnd(at);
    const from = end < 0 ? -1 : this.#calleeStart(this.#before(at));
    if (from < 0) return;
    let sizes = '';
    for (let i = at + 1; i < end; i++) {
      sizes += this.#out[i];
      this.#out[i] = '';
    }
    for (let i = at; i <= this.#lastOfThree(end); i++) this.#out[i] = '';
    this.#out[from] = `gpurace::configure(${sizes}) ? (void)0 : ${this.#out[from]}`;
  }

  /** The first of the three `>` that end the sizes. */
  #launchEnd(at: number): number {
    let depth = 0;
    for (let to = at + 1; to + 2 < this.#tokens.length; to++) {
      const text = this.#text(to);
      if (text in OPEN) depth += 1;
      else if (text in CLOSED) depth -= 1;
      if (depth < 0 || text === ';') return -1;
      if (depth === 0 && text === '>' && this.#lastOfThree(to) >= 0) return to;
    }
    return -1;
  }

  /** The last of three `>` that begin at a place: as one mark, or with blanks between as far as the arguments follow; -1: none. */
  #lastOfThree(at: number): number {
    const second = this.#next(at);
    const third = this.#next(second);
    if (this.#text(second) !== '>' || this.#text(third) !== '>') return -1;
    return third === at + 2 || this.#text(this.#next(third)) === '(' ? third : -1;
  }

  /** Where the expression of the kernel begins that ends at `end`: names, arguments of templates, calls, subscripts. */
  #calleeStart(end: number): number {
    let at = end;
    for (;;) {
      if (this.#text(at) === '>') at = this.#before(this.#templateStart(at));
      while (this.#text(at) === ')' || this.#text(at) === ']') {
        const open = this.#opening(at);
        const before = this.#before(open);
        if (open < 0) return -1;
        const isCall = this.#tokens[before]?.kind === 'word' && !/^(?:return|else|do)$/.test(this.#text(before));
        if (!isCall && this.#text(before) !== ')' && this.#text(before) !== ']' && this.#text(before) !== '>')
          return open;
        at = before;
        if (this.#text(at) === '>') at = this.#before(this.#templateStart(at));
      }
      if (this.#tokens[at]?.kind !== 'word') return -1;
      let before = this.#before(at);
      if (this.#text(before) === 'template') before = this.#before(before);
      const joint = this.#text(before);
      if (joint === '##') {
        at = this.#before(before);
        continue;
      }
      if (joint !== '::' && joint !== '.' && joint !== '->') return at;
      const owner = this.#before(before);
      const isOwned = this.#tokens[owner]?.kind === 'word' || [')', ']', '>'].includes(this.#text(owner));
      if (!isOwned || /^(?:return|else|do)$/.test(this.#text(owner))) return before;
      at = owner;
    }
  }

  #templateStart(at: number): number {
    let depth = 0;
    for (let to = at; to >= 0; to--) {
      const text = this.#text(to);
      if (text === '>') depth += 1;
      else if (text === '<' && --depth === 0) return to;
      else if (text === ')' || text === ']') to = this.#opening(to);
      else if (text === ';' || text === '{' || text === '}') return -1;
    }
    return -1;
  }

  #kernel(at: number): void {
    const { directive } = this.#tokens[at]!;
    if (directive !== 0 && this.#text(this.#before(at)) === 'define') return;
    let hasParameters = false;
    for (let to = at + 1; to < this.#tokens.length; to++) {
      const token = this.#tokens[to]!;
      if (token.directive !== directive) {
        if (directive !== 0) return;
        continue;
      }
      if (token.text === ';') return;
      if (token.text === '(') {
        const end = this.#closing(to);
        if (end < 0) return;
        to = end;
        hasParameters = true;
      } else if (token.text === '{') {
        if (hasParameters) this.#body(to);
        return;
      }
    }
  }

  #body(open: number): void {
    const close = this.#closing(open);
    if (close < 0 || this.#out[open] !== '{') return;
    this.#out[open] = '{ gpurace::kernel([=]() mutable {';
    this.#out[close] = '}); }';
  }

  /** C++ has no `alignas` between the words of a declaration, where `__shared__` leaves it; the compilers' own attribute may stand there. */
  #alignment(at: number): void {
    const word = this.#next(at);
    const open = this.#next(word);
    const close = this.#text(word) === 'alignas' && this.#text(open) === '(' ? this.#closing(open) : -1;
    if (close < 0) return;
    this.#out[word] = '__attribute__((aligned';
    this.#out[close] = ')))';
  }

  /** `extern __shared__ …;`, in either order. */
  #dynamic(at: number): void {
    if (this.#text(at) === '__shared__') this.#alignment(at);
    const other = this.#text(at) === 'extern' ? '__shared__' : 'extern';
    const { directive } = this.#tokens[at]!;
    let name = -1;
    let hasOther = false;
    let end = at + 1;
    for (; end < this.#tokens.length && this.#text(end) !== ';'; end++) {
      const text = this.#text(end);
      if (this.#tokens[end]!.directive !== directive || text === '{' || text === '}' || text === '=') return;
      if (text === other) hasOther = true;
      if (text === '(') end = this.#closing(end);
      else if (text === '[') break;
      else if (this.#tokens[end]!.kind === 'word') name = end;
      if (end < 0) return;
    }
    if (!hasOther || name < 0 || end >= this.#tokens.length) return;
    while (this.#text(end) !== ';') if (++end >= this.#tokens.length) return;
    const word = this.#text(name);
    const type = `gpurace_type_${word}`;
    for (let i = at; i < name; i++) if (this.#text(i) === 'extern' || this.#text(i) === '__shared__') this.#out[i] = '';
    this.#out[at] = 'typedef';
    this.#out[name] = type;
    const storage = this.#isInFunction(at) ? '' : 'static ';
    this.#out[end] = `; ${storage}${type} &${word} = *reinterpret_cast<${type} *>(gpurace_dynamic_shared);`;
  }

  /** Some brace around it is not that of a namespace. */
  #isInFunction(at: number): boolean {
    if (this.#tokens[at]!.directive !== 0) return true;
    let depth = 0;
    for (let to = at - 1; to >= 0; to--) {
      const text = this.#text(to);
      if (this.#tokens[to]!.directive !== 0) continue;
      if (text === '}') depth += 1;
      else if (text === '{' && --depth < 0) {
        if (!this.#isNamespace(to)) return true;
        depth = 0;
      }
    }
    return false;
  }

  #isNamespace(open: number): boolean {
    for (let to = this.#before(open), words = 0; to >= 0 && words < 6; to = this.#before(to), words++) {
      const text = this.#text(to);
      if (text === 'namespace' || text === '"C"' || text === '"C++"') return true;
      if (text !== '::' && this.#tokens[to]!.kind !== 'word') return false;
    }
    return false;
  }

  /** `cudaLaunchKernel((void *)k, …)`: without the cast. */
  #handed(at: number): void {
    let open = this.#next(at);
    if (this.#text(open) === '<') return;
    if (this.#text(open) !== '(') return;
    open = this.#next(open);
    const inner = this.#next(open);
    if (this.#text(open) === '(') {
      const end = this.#closing(open);
      if (end < 0 || !/^(?:const|void|\*|\s)+$/.test(this.#textOf(open + 1, end))) return;
      for (let i = open; i <= end; i++) this.#out[i] = '';
    } else if (this.#text(open) === 'reinterpret_cast' && this.#text(inner) === '<') {
      let end = inner;
      while (end < this.#tokens.length && this.#text(end) !== '>') end++;
      if (!/^(?:const|void|\*|\s)+$/.test(this.#textOf(inner + 1, end))) return;
      for (let i = open; i <= end; i++) this.#out[i] = '';
    }
  }

  /** `(void *)k`, and `reinterpret_cast<void *>(k)`, of a kernel. */
  #erased(at: number): void {
    const isNamed = this.#text(at) === 'reinterpret_cast';
    const open = isNamed ? this.#next(at) : at;
    if (isNamed && this.#text(open) !== '<') return;
    let close = open + 1;
    while (/^(?:const|void|\*)$/.test(this.#text(close)) || this.#tokens[close]?.kind === 'space') close++;
    if (this.#text(close) !== (isNamed ? '>' : ')')) return;
    if (!/^(?:const\s+)?void\s*(?:const\s*)?\*(?:\s*const)?$/.test(this.#textOf(open + 1, close).trim())) return;
    let name = this.#next(close);
    if (isNamed) name = this.#text(name) === '(' ? this.#next(name) : this.#tokens.length;
    if (this.#text(name) === '&') name = this.#next(name);
    while (this.#text(this.#next(name)) === '::') name = this.#next(this.#next(name));
    if (!this.#setting.kernelNames.has(this.#text(name)) || this.#out[open] === '') return;
    for (let i = at; i <= close; i++) this.#out[i] = '';
    this.#out[at] = 'gpurace::erased->*';
  }

  #textOf(from: number, to: number): string {
    return this.#tokens
      .slice(from, to)
      .map(({ text }) => text)
      .join('');
  }

  #directive(at: number): void {
    const { directive } = this.#tokens[at]!;
    const word = this.#next(at);
    if (this.#tokens[word]?.directive !== directive || !/^include(?:_next)?$/.test(this.#text(word))) return;
    const from = this.#next(word);
    let to = from;
    while (this.#tokens[to + 1]?.directive === directive && this.#tokens[to + 1]!.kind !== 'comment') to++;
    const named = this.#textOf(from, to + 1).trim();
    const [, quoted, angled] = /^(?:"([^"]+)"|<([^>]+)>)$/.exec(named) ?? [];
    const name = quoted ?? angled;
    if (name === undefined || this.#tokens[from]?.directive !== directive) return;
    const made = this.#setting.include(name, quoted !== undefined);
    if (made === null) return;
    for (let i = from; i <= to; i++) this.#out[i] = '';
    this.#out[from] = made;
  }

  /**
   * `__CUDA_ARCH__` of directives. Functions for the device alone see the number, functions for both and the file itself
   * do not have it; where it is only compared and not asked for, the number is what was meant.
   */
  #deviceCode(within: (at: number) => boolean): void {
    for (const [at, { text, kind, directive }] of this.#tokens.entries()) {
      if (kind !== 'word' || text !== '__CUDA_ARCH__' || directive === 0) continue;
      const line = this.#directiveText(at);
      const isDevice = within(at);
      if (/^#\s*(?:if|elif)\b/.test(line)) {
        const before = this.#before(at);
        const isAsked =
          this.#text(before) === 'defined' ||
          (this.#text(before) === '(' && this.#text(this.#before(before)) === 'defined');
        if (isAsked && isDevice) this.#out[at] = '__GPURACE_CPU__';
        else if (!isAsked && (isDevice || !/\bdefined\b/.test(line)))
          this.#out[at] = String(this.#setting.architecture);
      } else if (isDevice && /^#\s*ifn?def\b/.test(line)) this.#out[at] = '__GPURACE_CPU__';
    }
  }

  /**
   * `asm` for the device; where no text is in it, it only holds the compiler back, as it is to. The refusal is a function with
   * the attribute `error`, so code that nobody instantiates or comes to may have inline PTX.
   */
  #inlinePtx(at: number, isDevice: boolean): void {
    let open = this.#next(at);
    while (/^(?:volatile|__volatile__|__volatile)$/.test(this.#text(open))) open = this.#next(open);
    const close = this.#text(open) === '(' ? this.#closing(open) : -1;
    if (close < 0) return;
    let text = '';
    let to = this.#next(open);
    for (; this.#tokens[to]?.kind === 'text' && to < close; to = this.#next(to)) text += stringOf(this.#text(to));
    if (!/\S/.test(text) || !(isDevice || PTX.test(text))) return;
    const shown = text.trim().replaceAll(/\s+/g, ' ').slice(0, 100).replaceAll(/["\\]/g, '\\$&');
    const name = `gpurace_inline_ptx_${at}`;
    const message = `gpurace c++: builds for the CPU do not have inline PTX: ${shown}`;
    const lines = this.#textOf(at, close + 1).replaceAll(/\\\r?\n|[^\r\n]/g, (one) => (one.length > 1 ? one : ''));
    for (let i = at; i <= close; i++) this.#out[i] = '';
    this.#out[at] = `({ void ${name}() __attribute__((error("${message}"))); ${name}(); })${lines}`;
  }

  #directiveText(at: number): string {
    const { directive } = this.#tokens[at]!;
    let from = at;
    while (this.#tokens[from - 1]?.directive === directive) from--;
    let to = at;
    while (this.#tokens[to + 1]?.directive === directive) to++;
    return this.#textOf(from, to + 1).trim();
  }

  /** Whether a token lies in the body of a function for the device alone. */
  #deviceBodies(): (at: number) => boolean {
    const bodies: [number, number][] = [];
    for (const [at, { text, directive }] of this.#tokens.entries()) {
      const isDevice = text === '__device__' || this.#setting.kernelWords.has(text);
      if (!isDevice || directive !== 0) continue;
      const open = this.#bodyOf(at);
      const close = open < 0 ? -1 : this.#closing(open);
      if (close >= 0) bodies.push([open, close]);
    }
    return (at) => bodies.some(([from, to]) => from < at && at < to);
  }

  #bodyOf(at: number): number {
    if (this.#text(this.#before(at)) === '__host__') return -1;
    let hasParameters = false;
    for (let to = at + 1; to < this.#tokens.length; to++) {
      const text = this.#text(to);
      if (text === '__host__' || text === ';' || (text === '=' && !hasParameters)) return -1;
      if (text === '(') {
        to = this.#closing(to);
        if (to < 0) return -1;
        hasParameters = true;
      } else if (text === '{') return hasParameters ? to : -1;
    }
    return -1;
  }
}

/** What a literal without a prefix says, with blanks for what is escaped. */
function stringOf(literal: string): string {
  const raw = /^R"([^(]*)\(([\s\S]*)\)\1"$/.exec(literal)?.[2];
  return raw ?? literal.slice(1, -1).replaceAll(/\\[\s\S]/g, ' ');
}

/** The depth behind a directive: each branch begins with the depth of the `#if`. */
function branch(word: string, depth: number, depths: number[]): number {
  if (/^(?:if|ifdef|ifndef)$/.test(word)) depths.push(depth);
  else if (/^(?:else|elif)$/.test(word)) return depths.at(-1) ?? depth;
  else if (word === 'endif') depths.pop();
  return depth;
}
