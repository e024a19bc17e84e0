import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { IncludeGraph } from '../../src/lexical/include-graph.ts';
import { OwnFunctions } from '../../src/lexical/own-functions.ts';

function graphOf(files: Readonly<Record<string, string>>): IncludeGraph {
  const graph = new IncludeGraph();
  for (const [file, text] of Object.entries(files)) graph.add(file, text);
  return graph;
}

const FILES = {
  'src/a.cu': '#include "a.h"\n#include <lib/b.h>\nvoid own() {}\n',
  'src/a.h': '#include "deep.h"\nvoid declared();\n',
  'src/deep.h': '#include "a.h"\ninline int deep() { return 1; }\n',
  'lib/b.h': 'inline int b() { return 1; }\n',
  'src/c.cu': '#include <twice.h>\n',
  'one/twice.h': 'inline int twice() { return 1; }\n',
  'two/twice.h': 'inline int twice() { return 2; }\n',
};

describe('the files that a file includes for certain', () => {
  const cases: readonly (readonly [file: string, ...included: string[]])[] = [
    ['src/a.cu', 'lib/b.h', 'src/a.h', 'src/deep.h'],
    ['src/deep.h', 'src/a.h'],
    // Either of two.
    ['src/c.cu'],
    ['none.cu'],
  ];
  for (const [file, ...included] of cases) {
    test(file, () => assert.deepEqual([...graphOf(FILES).includedBy(file)].sort(), included));
  }
});

describe('the functions that a program has of its own', () => {
  const own = new OwnFunctions(graphOf(FILES), (file) => FILES[file as keyof typeof FILES]);
  const cases: readonly (readonly [file: string, name: string, has: boolean, includes: boolean])[] = [
    ['src/a.cu', 'own', true, false],
    ['src/a.cu', 'deep', true, true],
    ['src/a.cu', 'b', true, true],
    ['src/a.cu', 'declared', false, false],
    ['src/c.cu', 'twice', false, false],
    ['lib/b.h', 'own', false, false],
  ];
  for (const [file, name, has, includes] of cases) {
    test(`${file}: ${name}`, () => assert.deepEqual([own.has(file, name), own.includes(file, name)], [has, includes]));
  }
});
