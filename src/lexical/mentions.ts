import type { SourceTree } from '../model/source-tree.ts';
import { declarationsOf } from './declarations.ts';
import { bareName } from './kernel-names.ts';

/** For names that a file defines or calls: other files that name them before a parenthesis; null when these are too many. */
export type Mentions = ReadonlyMap<string, readonly string[] | null>;

/** Mentions that know more than the names: an observer's, which has to hear what is asked of them. */
export interface AskedMentions extends Mentions {
  definersOf(name: string): readonly string[];
}

/** The other files that define a function of this name. */
export function definersOf(mentions: Mentions, name: string, tree: SourceTree): readonly string[] {
  if ('definersOf' in mentions) return (mentions as AskedMentions).definersOf(name);
  return (mentions.get(name) ?? []).filter((path) => definedFunctions(tree, path).has(name));
}

/** By tree, since every name of a unit asks for them. */
const DEFINED = new WeakMap<SourceTree, Map<string, ReadonlySet<string>>>();

function definedFunctions(tree: SourceTree, path: string): ReadonlySet<string> {
  const known = DEFINED.get(tree) ?? new Map<string, ReadonlySet<string>>();
  DEFINED.set(tree, known);
  let names = known.get(path);
  if (!names) {
    const text = new TextDecoder().decode(tree.read(path) ?? new Uint8Array());
    names = new Set(declarationsOf(text).flatMap((d) => (d.body === null ? [] : [bareName(d.name)])));
    known.set(path, names);
  }
  return names;
}
