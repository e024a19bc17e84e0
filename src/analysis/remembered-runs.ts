/**
 * Clang that remembers. The two revisions of a comparison, the question for fingerprints that comes before them, and files
 * that are linked with others have the same text compiled several times. A run is known again where it is asked for in the
 * same words and everything that it asked of the sources is answered as it was then.
 */
import { createHash } from 'node:crypto';
import type { Clang, ClangResult } from '../frontend/index.ts';
import type { SourceTree } from '../model/source-tree.ts';

/** Characters of IR and diagnostics that are kept, at one byte each. What comes when that is full is not kept. */
const MAX_CHARACTERS = 48 << 20;

/** What a run asked of the sources: the question, its subject, and a digest of the answer. */
type Asked = readonly [question: keyof SourceTree, subject: string, answer: string];

interface KnownRun {
  readonly asked: readonly Asked[];
  readonly result: ClangResult;
}

/** @param maxCharacters for tests */
export function remembering(clang: Clang, maxCharacters = MAX_CHARACTERS): Clang {
  const runs = new Map<string, KnownRun[]>();
  const digests = new Digests();
  let left = maxCharacters;
  return {
    headerOf: clang.headerOf,
    isLibraryFunction: clang.isLibraryFunction,
    run(request) {
      const { tree, ...words } = request;
      const key = digestOf(JSON.stringify(words));
      const known = runs.get(key)?.find(({ asked }) => asked.every((one) => digests.answer(tree, one) === one[2]));
      if (known !== undefined) return known.result;
      const recorded = new RecordedTree(tree, digests);
      const result = clang.run({ ...request, tree: recorded });
      const size = charactersOf(result) + recorded.asked.length * 100;
      // A run that ended by a trap may end otherwise when there is more memory.
      if (result.trapped === null && size <= left) {
        left -= size;
        runs.set(key, [...(runs.get(key) ?? []), { asked: recorded.asked, result }]);
      }
      return result;
    },
  };
}

function charactersOf({ ir, diagnostics }: ClangResult): number {
  return diagnostics.reduce((sum, { message }) => sum + message.length + 200, ir?.length ?? 0);
}

/** A tree that writes down what is asked of it, each question once. */
class RecordedTree implements SourceTree {
  readonly #tree: SourceTree;
  readonly #digests: Digests;
  readonly #asked = new Map<string, Asked>();

  constructor(tree: SourceTree, digests: Digests) {
    this.#tree = tree;
    this.#digests = digests;
  }

  get asked(): readonly Asked[] {
    return [...this.#asked.values()];
  }

  read(path: string): Uint8Array | undefined {
    this.#note('read', path);
    return this.#tree.read(path);
  }

  isDirectory(path: string): boolean {
    this.#note('isDirectory', path);
    return this.#tree.isDirectory(path);
  }

  findBySuffix(suffix: string): readonly string[] {
    this.#note('findBySuffix', suffix);
    return this.#tree.findBySuffix(suffix);
  }

  #note(question: keyof SourceTree, subject: string): void {
    const key = `${question} ${subject}`;
    if (this.#asked.has(key)) return;
    this.#asked.set(key, [question, subject, this.#digests.answer(this.#tree, [question, subject])]);
  }
}

class Digests {
  /** Texts are the same objects as long as a tree is open. */
  readonly #ofBytes = new WeakMap<Uint8Array, string>();

  answer(tree: SourceTree, [question, subject]: readonly [keyof SourceTree, string, ...unknown[]]): string {
    switch (question) {
      case 'read': {
        const bytes = tree.read(subject);
        return bytes === undefined ? '' : this.#of(bytes);
      }
      case 'isDirectory':
        return String(tree.isDirectory(subject));
      case 'findBySuffix':
        return digestOf(JSON.stringify(tree.findBySuffix(subject)));
    }
  }

  #of(bytes: Uint8Array): string {
    const known = this.#ofBytes.get(bytes) ?? digestOf(bytes);
    this.#ofBytes.set(bytes, known);
    return known;
  }
}

function digestOf(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('base64url');
}
