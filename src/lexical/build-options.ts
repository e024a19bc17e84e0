/** The definitions that host code of OpenCL has its kernels built with, where literals of it say them in full. */

export interface BuildDefinition {
  readonly name: string;
  /** Empty for one without a value; null where it hangs on the preprocessor whether it is said. */
  readonly value: string | null;
  readonly file: string;
  readonly line: number;
}

/** Where a condition of the preprocessor begins or ends. */
const CONDITION = /^[ \t]*#[ \t]*(if|endif)/gm;
const LITERAL = /"(?:[^"\\\n]|\\.){0,1000}"/g;
/** `-D NAME=VALUE` and `-DNAME`; a value that is put together at run time is not known. */
const OPTION = /(?<![\w-])-D ?([A-Za-z_]\w{0,80})(?:=([\w.+-]{1,80}))?(?=[\s"\\]|$)/g;
/** Definitions of one text. */
const MAX_OF_TEXT = 100;

/** What the literals of a text define. */
export function definitionsInLiterals(text: string, file: string): BuildDefinition[] {
  const found: BuildDefinition[] = [];
  if (!text.includes('-D')) return found;
  let line = 1;
  let counted = 0;
  const conditions = [...text.matchAll(CONDITION)];
  let depth = 0;
  for (const literal of text.matchAll(LITERAL)) {
    while (conditions[0] !== undefined && conditions[0].index < literal.index) {
      depth += conditions.shift()![1] === 'if' ? 1 : -1;
    }
    for (const option of literal[0].matchAll(OPTION)) {
      if (found.length >= MAX_OF_TEXT) return found;
      for (; counted < literal.index; counted++) if (text[counted] === '\n') line++;
      found.push({ name: option[1]!, value: depth > 0 ? null : (option[2] ?? ''), file, line });
    }
  }
  return found;
}

/** Those of which all places say the same. */
export function undisputed(definitions: readonly BuildDefinition[]): (BuildDefinition & { readonly value: string })[] {
  const first = new Map<string, BuildDefinition>();
  const disputed = new Set<string>();
  for (const one of definitions) {
    const known = first.get(one.name);
    if (known === undefined) first.set(one.name, one);
    else if (known.value !== one.value) disputed.add(one.name);
  }
  return [...first.values()].flatMap(({ value, ...one }) =>
    value === null || disputed.has(one.name) ? [] : { ...one, value },
  );
}
