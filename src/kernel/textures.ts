/**
 * Textures and surfaces. What a fetch reads is no access, so it has to be known which memory a texture lies over, or assumed;
 * and which array a surface does, because two of them may lie over one.
 */
import type { SourceLocation } from '../ir/program.ts';
import { type Int, type Meaning, visitAtoms } from '../terms/index.ts';
import type { PassedMemory } from './passed-memory.ts';

/** What a handle names that the host has made: memory that kernels may write by pointers, and arrays, which surfaces write. */
export interface HandleMemory {
  readonly memory: readonly PassedMemory[];
  readonly arrays: readonly PassedMemory[];
}

/** The handle of a texture or surface. */
export class TextureOver implements Meaning, HandleMemory {
  readonly key: string;
  readonly memory: readonly PassedMemory[];
  readonly arrays: readonly PassedMemory[];

  constructor({ memory, arrays }: HandleMemory) {
    const keys = (of: readonly PassedMemory[]) => of.map(({ key }) => key).join();
    this.key = `texture over ${keys(memory)}${arrays.length === 0 ? '' : ` arrays ${keys(arrays)}`}`;
    this.memory = memory;
    this.arrays = arrays;
  }
}

/** A fetch from a texture. */
export interface TextureRead {
  readonly texture: /** Named by a handle; `null`: not by one that the host is known to have made. */
    | { readonly kind: 'handle'; readonly over: HandleMemory | null }
    /** Named by a variable of the program, by its symbol; `null`: by one of several. */
    | { readonly kind: 'reference'; readonly symbol: string | null };
  /** Its name in the source; null: it has none. */
  readonly name: string | null;
  /** Which parameter the handle is; null: none. */
  readonly parameter: number | null;
  readonly location: SourceLocation | null;
}

/** Which memory the textures of a launch lie over. */
export interface LaunchTextures {
  /** By the symbol of the reference, of those that were followed. */
  readonly references: ReadonlyMap<string, readonly PassedMemory[]>;
  /** What textures lie over that the host's code makes: any of it may be behind a handle that was not followed. */
  readonly any: readonly PassedMemory[];
}

export const NO_TEXTURES: LaunchTextures = { references: new Map(), any: [] };

/** The memory of the textures and surfaces that a handle may name; null when it may name others. */
export function memoryOfHandle(handle: Int): HandleMemory | null {
  const memory: PassedMemory[] = [];
  const arrays: PassedMemory[] = [];
  let isFollowed = false;
  let isOther = false;
  visitAtoms([handle], (atom) => {
    if (atom.kind === 'symbol' && atom.of instanceof TextureOver) {
      memory.push(...atom.of.memory);
      arrays.push(...atom.of.arrays);
      isFollowed = true;
    } else if (atom.kind === 'symbol' || atom.kind === 'apply') isOther = true;
  });
  return isFollowed && !isOther ? { memory, arrays } : null;
}
