/** Debug metadata: from `!dbg !n` to a place in a source file. */

import type { SourceLocation } from '../../ir/program.ts';
import { realFile } from '../line-directives.ts';
import { Char, Cursor, Unreadable } from './scanner.ts';
import { skipMetadata } from './values.ts';

/** What a `DISubprogram` says about a function. */
interface Subprogram {
  readonly name: string;
  readonly location: SourceLocation | null;
}

interface Node {
  /** `DILocation`, `DISubprogram`, …; empty for tuples. */
  readonly kind: string;
  /** The fields whose values are numbers, strings or node references, as text (`!7` for a reference). */
  readonly fields: ReadonlyMap<string, string>;
}

/** A `DIFile`: the index of the file that it means, and what has to be added to its lines. */
interface MetadataFile {
  readonly index: number;
  readonly shift: number;
}

/** Null where the compiler made the place up (line 0). */
function placeIn(file: MetadataFile | null, line: number): SourceLocation | null {
  if (file === null || line <= 0 || line + file.shift <= 0) return null;
  return { file: file.index, line: line + file.shift, column: 0 };
}

/** The longest chain of scopes that is followed; a guard against cycles. */
const MAX_SCOPES = 1000;

/**
 * The metadata of a module. Only the position of each node is noted at first; a node is read when something refers to
 * it, since most (aliasing trees, types) never are.
 */
export class Metadata {
  readonly files: string[] = [];
  readonly #text: string;
  readonly #nodes = new Map<string, number>();
  readonly #locations = new Map<string, SourceLocation | null>();
  readonly #scopeFiles = new Map<string, MetadataFile | null>();
  readonly #fileOfPath = new Map<string, number>();
  readonly #fileNodes = new Map<string, MetadataFile | null>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Notes that the value of node `id` starts at `position`. */
  declare(id: string, position: number): void {
    this.#nodes.set(id, position);
  }

  /** The index of the file at `path`. */
  file(path: string): number {
    let index = this.#fileOfPath.get(path);
    if (index === undefined) {
      index = this.files.length;
      this.files.push(path);
      this.#fileOfPath.set(path, index);
    }
    return index;
  }

  /** The place of the `DILocation` called `id`; null when there is none or the compiler made it up (line 0). */
  location(id: string): SourceLocation | null {
    const known = this.#locations.get(id);
    if (known !== undefined) return known;
    const node = this.#read(id);
    let location: SourceLocation | null = null;
    if (node?.kind === 'DILocation') {
      const line = Number(node.fields.get('line') ?? 0);
      location = placeIn(this.#fileOfScope(reference(node.fields.get('scope'))), line);
      if (location !== null) location = { ...location, column: Number(node.fields.get('column') ?? 0) };
    }
    this.#locations.set(id, location);
    return location;
  }

  /** The `DISubprogram` called `id`. */
  subprogram(id: string): Subprogram | null {
    const node = this.#read(id);
    if (node?.kind !== 'DISubprogram') return null;
    const name = node.fields.get('name') ?? '';
    const line = Number(node.fields.get('line') ?? 0);
    return { name, location: placeIn(this.#fileOfScope(id), line) };
  }

  /** The elements of the tuple called `id`: each as text, without the type of constants. */
  tuple(id: string): readonly string[] {
    const position = this.#nodes.get(id);
    if (position === undefined) return [];
    const cursor = new Cursor(this.#text, position);
    try {
      cursor.acceptWord('distinct');
      cursor.expect(Char.bang);
      cursor.expect(Char.openBrace);
      const elements: string[] = [];
      if (cursor.accept(Char.closeBrace)) return elements;
      do {
        const code = cursor.peek();
        const start = cursor.position;
        if (code === Char.bang) {
          skipMetadata(cursor);
          elements.push(this.#text.slice(start, cursor.position));
          continue;
        }
        // `i32 64` or `ptr @k`: what matters is the last word.
        cursor.word();
        cursor.peek();
        const value = cursor.position;
        while (cursor.peek() !== Char.comma && cursor.peek() !== Char.closeBrace) {
          if (cursor.atLineEnd()) throw new Unreadable('unterminated tuple');
          if (cursor.peek() === Char.quote) cursor.rawQuoted();
          else cursor.position++;
        }
        elements.push(this.#text.slice(value, cursor.position));
      } while (cursor.accept(Char.comma));
      return elements;
    } catch (failure) {
      if (!(failure instanceof Unreadable)) throw failure;
      return [];
    }
  }

  /** The file of a scope: a block may say another one than the function it lies in, after `#include` inside a body. */
  #fileOfScope(id: string): MetadataFile | null {
    const chain: string[] = [];
    let file: MetadataFile | null = null;
    for (let at = id; at !== '' && chain.length < MAX_SCOPES; ) {
      const known = this.#scopeFiles.get(at);
      if (known !== undefined) {
        file = known;
        break;
      }
      chain.push(at);
      const node = this.#read(at);
      if (!node) break;
      const own = reference(node.fields.get('file'));
      file = own === '' ? null : this.#fileNode(own);
      if (file !== null) break;
      at = reference(node.fields.get('scope'));
    }
    for (const scope of chain) this.#scopeFiles.set(scope, file);
    return file;
  }

  #fileNode(id: string): MetadataFile | null {
    const known = this.#fileNodes.get(id);
    if (known !== undefined) return known;
    const node = this.#read(id);
    let file: MetadataFile | null = null;
    const name = node?.fields.get('filename');
    if (node?.kind === 'DIFile' && name !== undefined) {
      const path = join(node.fields.get('directory') ?? '', name);
      const real = realFile(path);
      file = { index: this.file(real?.file ?? path), shift: real?.shift ?? 0 };
    }
    this.#fileNodes.set(id, file);
    return file;
  }

  #read(id: string): Node | null {
    const position = this.#nodes.get(id);
    if (position === undefined) return null;
    const cursor = new Cursor(this.#text, position);
    try {
      cursor.acceptWord('distinct');
      cursor.expect(Char.bang);
      const kind = cursor.word();
      const fields = new Map<string, string>();
      cursor.expect(Char.open);
      if (cursor.accept(Char.close)) return { kind, fields };
      do {
        const field = cursor.word();
        cursor.expect(Char.colon);
        fields.set(field, readField(cursor));
      } while (cursor.accept(Char.comma));
      cursor.expect(Char.close);
      return { kind, fields };
    } catch (failure) {
      if (!(failure instanceof Unreadable)) throw failure;
      return null;
    }
  }
}

function readField(cursor: Cursor): string {
  const code = cursor.peek();
  if (code === Char.quote) return cursor.quoted();
  const start = cursor.position;
  if (code === Char.bang) skipMetadata(cursor);
  else {
    // A number, a keyword, or flags joined by `|`.
    do {
      if (cursor.word() === '') throw new Unreadable('malformed field');
    } while (cursor.accept(124));
  }
  return cursor.text.slice(start, cursor.position);
}

/** The id in `!7`; empty for everything else. */
function reference(field: string | undefined): string {
  return field?.charCodeAt(0) === Char.bang ? field.slice(1) : '';
}

/**
 * A file's path as the compiler was given it. Clang moves the part that an absolute path shares with the working
 * directory into `directory`; the root and an unknown directory add nothing.
 */
function join(directory: string, name: string): string {
  if (directory === '' || directory === '/' || name.startsWith('/')) return name;
  return directory.endsWith('/') ? directory + name : `${directory}/${name}`;
}
