/** Textures: what a fetch reads is no access, so it has to be known which memory a texture lies over, or assumed. */
import type { SourceLocation } from '../ir/program.ts';
import { type Int, type Meaning, visitAtoms } from '../terms/index.ts';
import type { PassedMemory } from './passed-memory.ts';

/** The handle of a texture over memory that kernels may write; over nothing, when it is of an array. */
export class TextureOver implements Meaning {
  readonly key: string;
  readonly memory: readonly PassedMemory[];

  constructor(memory: readonly PassedMemory[]) {
    this.key = `texture over ${memory.map(({ key }) => key).join()}`;
    this.memory = memory;
  }
}

/** A fetch from a texture. */
export interface TextureRead {
  readonly texture: /** Named by a handle; `null`: not by one that the host is known to have made. */
    | { readonly kind: 'handle'; readonly memory: readonly PassedMemory[] | null }
    /** Named by a variable of the program, by its symbol; `null`: by one of several. */
    | { readonly kind: 'reference'; readonly symbol: string | null };
  /** Its name in the source; null: it has none. */
  readonly name: string | null;
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

/** The memory of the textures that a handle may name; null when it may name others. */
export function memoryOfHandle(handle: Int): readonly PassedMemory[] | null {
  const memory: PassedMemory[] = [];
  let isFollowed = false;
  let isOther = false;
  visitAtoms([handle], (atom) => {
    if (atom.kind === 'symbol' && atom.of instanceof TextureOver) {
      memory.push(...atom.of.memory);
      isFollowed = true;
    } else if (atom.kind === 'symbol' || atom.kind === 'apply') isOther = true;
  });
  return isFollowed && !isOther ? memory : null;
}
