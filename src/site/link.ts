/// <reference lib="dom" />
/**
 * The part of the page's address behind `#`: an example by its name, or a text with its options. Servers are not told it. It
 * comes from whoever made the link, so what is no such thing is refused, and what it holds is text and never markup.
 */
import { KernelInput, MAX_TEXT } from './kernel-input.ts';

/** Characters of a link. Longer ones are cut by some programs that pass them on. */
export const MAX_LINK = 32_000;

export type Linked =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'example'; readonly name: string }
  | { readonly kind: 'input'; readonly input: KernelInput }
  | { readonly kind: 'damaged' };

const DAMAGED: Linked = { kind: 'damaged' };

/** @param fragment with or without `#` */
export async function readLink(fragment: string): Promise<Linked> {
  const text = fragment.replace(/^#/, '');
  if (text === '') return { kind: 'nothing' };
  if (text.length > MAX_LINK) return DAMAGED;
  const { example, code, ...rest } = Object.fromEntries(new URLSearchParams(text));
  if (example !== undefined) return /^[\w.-]{1,64}$/.test(example) ? { kind: 'example', name: example } : DAMAGED;
  // A place on the page, such as a finding.
  if (code === undefined) return { kind: 'nothing' };
  const unpacked = await unpack(code);
  const input = KernelInput.safeParse({ grid: '', block: '', seconds: '30', ...rest, text: unpacked });
  return input.success ? { kind: 'input', input: input.data } : DAMAGED;
}

/** @returns null when it would be too long to be passed on */
export async function linkTo({ text, language, grid, block, seconds }: KernelInput): Promise<string | null> {
  const options = { grid, block, seconds: seconds === '30' ? '' : seconds };
  const given = Object.entries(options).filter(([, value]) => value !== '');
  const code = await pack(text);
  const fragment = `#${new URLSearchParams([['language', language], ...given, ['code', code]])}`;
  return fragment.length > MAX_LINK ? null : fragment;
}

async function pack(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = Buffer.from(await new Response(packed).arrayBuffer());
  return bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Null: it is no such text, or one that is longer than any that the page takes. */
async function unpack(code: string): Promise<string | null> {
  if (!/^[\w-]*$/.test(code)) return null;
  const bytes = Uint8Array.from(Buffer.from(code.replaceAll('-', '+').replaceAll('_', '/'), 'base64'));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value, { stream: true });
      // A few bytes can stand for gigabytes.
      if (text.length > MAX_TEXT) {
        await reader.cancel();
        return null;
      }
    }
  } catch {
    return null;
  }
}
