/** How near files are to each other, by the folders that they share; paths of a tree. */

/** How many folders two paths share, from the root on. The last segment of each is its own name. */
export function sharedFolders(a: string, b: string): number {
  const [ofA, ofB] = [a.split('/'), b.split('/')];
  const most = Math.min(ofA.length, ofB.length) - 1;
  let shared = 0;
  while (shared < most && ofA[shared] === ofB[shared]) shared++;
  return shared;
}

/** Of several files, those that share the most folders with `from`: of equal names, these are meant there. */
export function nearest(from: string, files: readonly string[]): readonly string[] {
  if (files.length < 2) return files;
  const shared = files.map((file) => sharedFolders(from, file));
  const most = Math.max(...shared);
  return files.filter((_, i) => shared[i] === most);
}
