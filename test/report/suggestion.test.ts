/** Fixes as suggestions: the lines that they take the place of, and what then stands there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Edit, Finding } from '../../src/model/result.ts';
import { suggestionOf } from '../../src/report/suggestion.ts';

const LINES = ['a = 1;', 'b = 2;', 'c = 3;', 'd = 4;', 'e = 5;'];

function edit(start: readonly [number, number], end: readonly [number, number], text: string): Edit {
  return { file: 'a.cu', startLine: start[0], startColumn: start[1], endLine: end[0], endColumn: end[1], text };
}

/** At line 3 of the head. */
function finding(edits: readonly Edit[], side: 'head' | 'base' = 'head'): Finding {
  return {
    rule: 'intra-block-race',
    raceId: 'r',
    kernel: 'k',
    memory: null,
    accesses: [],
    evidence: 'witness',
    witness: null,
    dataDependent: false,
    message: '',
    fixes: [{ kind: 'add-block-barrier', edits: [...edits], diff: 'x', verified: true }],
    status: 'new',
    anchor: { file: 'a.cu', side, line: 3, text: 'c = 3;', kind: 'written-line' },
  };
}

const shown = (edits: readonly Edit[], side: 'head' | 'base' = 'head') => {
  const made = suggestionOf(finding(edits, side), (_file, line) => LINES[line - 1]);
  return made && [made.startLine, made.endLine, made.lines];
};

const CASES: readonly (readonly [what: string, edits: readonly Edit[], shown: ReturnType<typeof shown>])[] = [
  ['a part of its line', [edit([3, 5], [3, 6], '4')], [3, 3, ['c = 4;']]],
  ['a line before it', [edit([3, 1], [3, 1], 'sync();\n')], [3, 3, ['sync();', 'c = 3;']]],
  ['a line behind it', [edit([4, 1], [4, 1], 'sync();\n')], [3, 3, ['c = 3;', 'sync();']]],
  ['a line further up', [edit([2, 1], [2, 1], 'sync();\n')], [2, 3, ['sync();', 'b = 2;', 'c = 3;']]],
  ['a line further down', [edit([5, 1], [5, 1], 'sync();\n')], [3, 4, ['c = 3;', 'd = 4;', 'sync();']]],
  ['lines in the place of lines', [edit([2, 1], [5, 1], 'x;\ny;\n')], [2, 4, ['x;', 'y;']]],
  [
    'two edits around it',
    [edit([4, 1], [4, 2], 'f'), edit([2, 1], [2, 1], 'if (p)\n')],
    [2, 4, ['if (p)', 'b = 2;', 'c = 3;', 'f = 4;']],
  ],
  ['lines that nobody has', [edit([9, 1], [9, 1], 'x;\n')], null],
  ['another file', [{ ...edit([3, 1], [3, 1], 'x;\n'), file: 'b.cu' }], null],
  ['what is not seen as it is', [edit([3, 1], [3, 1], 'x;\u202e\n')], null],
];
for (const [what, edits, expected] of CASES) {
  test(what, () => assert.deepEqual(shown(edits), expected));
}

test('a deleted line takes none: nothing stands there that it could take the place of', () => {
  assert.equal(shown([edit([3, 1], [3, 1], 'sync();\n')], 'base'), null);
});
