/**
 * Compiles the host side of a unit. Of kernels it needs the heads only: their bodies are left out, with all templates that they
 * alone instantiate. Where that makes a difference to what compiles, they are not.
 */
import type { Clang, ClangRequest } from '../frontend/index.ts';
import { withoutKernelBodies } from '../lexical/kernel-bodies.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { type CompiledUnit, compileUnit } from './compile-unit.ts';

export function compileHost(clang: Clang, request: Omit<ClangRequest, 'side'>): CompiledUnit {
  const asked = { ...request, side: 'host' } as const;
  const short = compileUnit(clang, { ...asked, tree: withHeadsOnly(request.tree) });
  // What was taken out might be owed to a body that is missing.
  if (short.result.ir !== null && short.removals.length === 0) return short;
  return compileUnit(clang, asked);
}

/** The same files, kernels without their bodies. */
export function withHeadsOnly(tree: SourceTree): SourceTree {
  const texts = new Map<string, Uint8Array | undefined>();
  return {
    read(path) {
      if (!texts.has(path)) texts.set(path, headsOnly(tree.read(path)));
      return texts.get(path);
    },
    isDirectory: (path) => tree.isDirectory(path),
    findBySuffix: (suffix) => tree.findBySuffix(suffix),
  };
}

function headsOnly(bytes: Uint8Array | undefined): Uint8Array | undefined {
  if (bytes === undefined) return undefined;
  // Latin-1 keeps every byte and every offset.
  const text = Buffer.from(bytes).toString('latin1');
  try {
    const short = withoutKernelBodies(text);
    return short === text ? bytes : Buffer.from(short, 'latin1');
  } catch {
    // A text that overflows a regular expression.
    return bytes;
  }
}
