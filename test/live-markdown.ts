/** Judges whether text from strangers stayed text in a comment. */

/** A block of Markdown without its code spans and escaped characters, read from left to right as GitHub does. */
function withoutCode(block: string): string {
  let out = '';
  for (let at = 0; at < block.length; at += 1) {
    const run = /^`+/.exec(block.slice(at))?.[0];
    if (block[at] === '\\' && /[!-/:-@[-`{-~]/.test(block[at + 1] ?? '')) at += 1;
    else if (run === undefined) out += block[at];
    else {
      const rest = block.slice(at + run.length);
      const end = [...rest.matchAll(/`+/g)].find(([other]) => other.length === run.length);
      at += run.length - 1 + (end === undefined ? 0 : end.index + run.length);
    }
  }
  return out;
}

/** Links that are ours: to our own pages, and to a line or a run of the repository, with nothing in the address that ends it. */
const OUR_LINKS =
  /\]\(https:\/\/github\.com\/(?:gpurace\/gpurace\/[\w./?=-]+|octo-org\/kernels\/(?:blob\/[0-9a-f]{40}\/[\w%./-]+#L\d+|actions\/runs\/\d+))\)/g;

/** What GitHub would show as something else than text: HTML, links, pictures, mentions, issues, suggestions. */
export function live(markdown: string): string[] {
  const blocks = markdown.replace(/^(`{3,})[^`\n]*\n[\s\S]*?^\1$/gm, '').split(/\n\n+/);
  const plain = blocks
    .map(withoutCode)
    .join('\n\n')
    .replace(OUR_LINKS, '')
    .replace(/<code>[^<]*<\/code>|<\/?(?:details|summary)>/g, '');
  return [
    ...(plain.match(/<[a-z!/][^>]*>/gi) ?? []),
    ...(plain.match(/\]\(|!\[/g) ?? []),
    ...(plain.match(/https?:\/\//g) ?? []),
    ...(plain.match(/(?<!\w)@\w/g) ?? []),
    ...(plain.match(/#\d/g) ?? []),
    ...(markdown.match(/[\u202a-\u202e\u2066-\u2069]/g) ?? []),
    ...[...markdown].filter((character) => character === '\u001b'),
    ...(markdown.match(/^`{3,}suggestion/gm) ?? []),
    ...(plain.match(/<!--/g) ?? []),
  ];
}
