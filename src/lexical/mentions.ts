/** Which files name which functions: how one file is linked with those that define or call what it names. */
import type { SourceTree } from '../model/source-tree.ts';
import { definedFunctions } from './declarations.ts';

/** For names that a file defines or calls: other files that name them before a parenthesis; null when these are too many. */
export type Mentions = ReadonlyMap<string, readonly string[] | null>;

/** Mentions that record what is asked of them; the question of who defines a name is then asked of them as well. */
export interface ObservedMentions extends Mentions {
  definersOf(name: string): readonly string[];
}

/** The other files that define a function of this name. */
export function definersOf(mentions: Mentions, name: string, tree: SourceTree): readonly string[] {
  if (isObserved(mentions)) return mentions.definersOf(name);
  return (mentions.get(name) ?? []).filter((path) => functionsIn(tree, path).has(name));
}

function isObserved(mentions: Mentions): mentions is ObservedMentions {
  return 'definersOf' in mentions;
}

/** By tree, since every name of a unit asks for them. */
const FUNCTIONS = new WeakMap<SourceTree, Map<string, ReadonlySet<string>>>();

function functionsIn(tree: SourceTree, path: string): ReadonlySet<string> {
  const known = FUNCTIONS.get(tree) ?? new Map<string, ReadonlySet<string>>();
  FUNCTIONS.set(tree, known);
  let names = known.get(path);
  if (!names) {
    names = definedFunctions(new TextDecoder().decode(tree.read(path) ?? new Uint8Array()));
    known.set(path, names);
  }
  return names;
}
