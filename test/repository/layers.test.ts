/**
 * The arrows of the house: which room may import which, and what of Node it may touch, as the table in ARCHITECTURE.md
 * ("Floors") says. An import that the table does not have fails, and so does an entry that nothing needs any more.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { circlesIn } from '../../scripts/structure/circles.ts';
import { floorsIn } from '../../scripts/structure/floors.ts';
import { type Import, modulesIn } from '../../scripts/structure/modules.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const rows = floorsIn(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8'));
const modules = modulesIn(ROOT, 'src/**/*.ts');
const roomOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1] ?? null;

describe('floors', () => {
  test('every room has a row, and every row a room', () => {
    const rooms = new Set(modules.map(({ path }) => roomOf(path) ?? path));
    assert.deepEqual(rows.map(({ room }) => room).sort(), [...rooms].sort());
  });

  test('a room imports rooms below it only', () => {
    for (const [floor, { room, imports }] of rows.entries()) {
      const below = new Set(rows.slice(0, floor).map((row) => row.room));
      assert.deepEqual(
        imports.filter((other) => !below.has(other)),
        [],
        `${room} stands too low`,
      );
    }
  });

  for (const { room, imports, node } of rows) {
    test(`${room} imports ${listed(imports)}; of Node ${listed(node)}`, () => {
      const own = modules.filter(({ path }) => roomOf(path) === room);
      const all = own.flatMap(({ path, imports }) => imports.map((one) => ({ ...one, path })));
      const rooms = new Set(all.flatMap(({ from }) => roomOf(from) ?? []).filter((other) => other !== room));
      assert.deepEqual([...rooms].sort(), [...imports].sort());
      const ofNode = new Set(all.flatMap(({ from }) => (from.startsWith('node:') ? from.slice('node:'.length) : [])));
      assert.deepEqual([...ofNode].sort(), [...node].sort());
    });
  }
});

test('a room with an index.ts is entered by it', () => {
  const isPast = (path: string, { from }: Import): boolean => {
    const room = roomOf(from);
    if (room === null || room === roomOf(path) || from === `src/${room}/index.ts`) return false;
    return existsSync(join(ROOT, 'src', room, 'index.ts'));
  };
  const past = modules.flatMap(({ path, imports }) =>
    imports.filter((one) => isPast(path, one)).map(({ from }) => `${path} ← ${from}`),
  );
  assert.deepEqual(past, []);
});

test('files import each other in no circle', () => {
  const edges = modules.map(({ path, imports }) => {
    const targets = imports.filter(({ isValue, from }) => isValue && from.startsWith('src/'));
    return [path, new Set(targets.map(({ from }) => from))] as const;
  });
  assert.deepEqual(circlesIn(new Map(edges)), []);
});

function listed(words: readonly string[]): string {
  return words.length === 0 ? 'nothing' : words.join(', ');
}
