/**
 * `--kernel NAME…` takes names until the next option, so a PATH behind it would be taken for one more name. Rewrites
 * the arguments to `--kernel=NAME` each: the first word after `--kernel` is a name, a later one only when it is not a
 * path.
 */
export function separateKernelNames(args: readonly string[], isPath: (word: string) => boolean): string[] {
  const out: string[] = [];
  let names: 'none' | 'first' | 'more' = 'none';
  for (const [index, word] of args.entries()) {
    if (word === '--') return [...out, ...args.slice(index)];
    if (word === '--kernel') {
      names = 'first';
      // Without a name behind it the option stays, for the parser to complain about.
      if (args[index + 1]?.startsWith('-') ?? true) out.push(word);
    } else if (word.startsWith('-')) {
      names = 'none';
      out.push(word);
    } else if (names === 'first' || (names === 'more' && !isPath(word))) {
      out.push(`--kernel=${word}`);
      names = 'more';
    } else {
      names = 'none';
      out.push(word);
    }
  }
  return out;
}
