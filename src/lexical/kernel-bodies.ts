/** Host code needs the head of a kernel and not its body, with all that the body instantiates. */
import { functionsIn } from './declarations.ts';
import { withoutComments } from './kernel-definitions.ts';

/** A pragma belongs to a loop that is gone. */
const DIRECTIVE = /^[ \t]*#(?![ \t]*pragma\b)(?:\\\r?\n|[^\n])*$/m;
/** Between two of these may stand what the preprocessor leaves out. */
const BRANCH = /^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif|else|endif)\b(?:\\\r?\n|[^\n])*$/m;

/**
 * The text with the bodies of its kernels blank. All lines and offsets stay, and so do lines of the preprocessor. A body of which a branch
 * of an `#if` does not close what it opens stays as it is: where it ends is not known.
 */
export function withoutKernelBodies(text: string): string {
  if (!text.includes('__global__')) return text;
  let result = text;
  for (const { kind, body } of functionsIn(text)) {
    if (kind !== 'kernel' || body === null) continue;
    const inner = text.slice(body.open + 1, body.close);
    if (!closesAll(inner)) continue;
    result = result.slice(0, body.open + 1) + blanked(inner) + result.slice(body.close);
  }
  return result;
}

function closesAll(inner: string): boolean {
  return withoutComments(inner)
    .split(BRANCH)
    .every((branch) => {
      let depth = 0;
      for (const c of branch) {
        if (c === '{') depth++;
        else if (c === '}' && --depth < 0) return false;
      }
      return depth === 0;
    });
}

function blanked(inner: string): string {
  const kept = new RegExp(DIRECTIVE, 'gm');
  let result = '';
  let from = 0;
  for (const { index, 0: line } of withoutComments(inner).matchAll(kept)) {
    result += blank(inner.slice(from, index)) + inner.slice(index, index + line.length);
    from = index + line.length;
  }
  return result + blank(inner.slice(from));
}

function blank(part: string): string {
  return part.replace(/[^\r\n]/g, ' ');
}
