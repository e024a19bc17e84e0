/**
 * `node scripts/structure.ts [--list WHAT]`: how the sources are built, in numbers: circles among rooms and files, long
 * functions, long parameter lists, casts, regular expressions over our own sentences. `--list functions` (or
 * `parameters`, `circles`, `prose`, `gate`, `scope`, `exports`) names the places.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { circlesIn } from './structure/circles.ts';
import { child, children, type Module, modulesIn, type Node, walk } from './structure/modules.ts';
import { reachedRefusals } from './structure/refusals.ts';
import { testsSentence } from './structure/sentences.ts';

const root = join(import.meta.dirname, '..');
const { values: flags } = parseArgs({ options: { list: { type: 'string' } } });
const modules = modulesIn(root, 'src/**/*.ts');

const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ObjectMethod',
  'ClassMethod',
  'ClassPrivateMethod',
]);
const SIGNATURES = new Set([
  ...FUNCTIONS,
  'TSMethodSignature',
  'TSFunctionType',
  'TSDeclareMethod',
  'TSDeclareFunction',
]);
/** Rooms that read what other programs say: clang's diagnostics, git's output, GitHub's refusals. */
const READS_OTHERS = /^src\/(?:frontend|git|github)\//;

const places: Record<string, string[]> = {
  functions: [],
  'functions over 60': [],
  parameters: [],
  any: [],
  casts: [],
  'non-null': [],
  prose: [],
  circles: [],
  gate: [],
  scope: [],
  exports: [],
  refusals: [],
};

for (const module of modules) {
  walk(module.root, (node) => {
    const place = `${module.path}:${node.loc.start.line}`;
    if (FUNCTIONS.has(node.type)) {
      const lines = node.loc.end.line - node.loc.start.line + 1;
      if (lines > 80) places.functions!.push(`${place} ${lines} lines`);
      if (lines > 60) places['functions over 60']!.push(`${place} ${lines} lines`);
    }
    if (SIGNATURES.has(node.type)) {
      const parameters = [...children(node, 'params'), ...children(node, 'parameters')];
      if (parameters.length > 5) places.parameters!.push(`${place} ${parameters.length}`);
    }
    if (node.type === 'TSAnyKeyword') places.any!.push(place);
    if (node.type === 'TSAsExpression' && !isConst(node)) places.casts!.push(place);
    if (node.type === 'TSNonNullExpression') places['non-null']!.push(place);
    if (testsSentence(node) && !READS_OTHERS.test(module.path)) places.prose!.push(`${place} ${textOf(module, node)}`);
    if (comparesWith(node, /^failOn$/)) places.gate!.push(place);
    if (node.type === 'StringLiteral' && /^(?:wavefront|singlethread|cta)$/.test(String(node.value))) {
      places.scope!.push(`${place} '${node.value}'`);
    }
  });
}

const byValue = (module: Module) => module.imports.filter(({ isValue, from }) => isValue && from.startsWith('src/'));
const roomOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1] ?? path;
const files = new Map(modules.map((module) => [module.path, new Set(byValue(module).map(({ from }) => from))]));
const rooms = new Map<string, Set<string>>();
for (const [path, targets] of files) {
  const room = roomOf(path);
  const others = rooms.get(room) ?? new Set();
  for (const target of targets) if (roomOf(target) !== room) others.add(roomOf(target));
  rooms.set(room, others);
}
const fileCircles = circlesIn(files);
const roomCircles = circlesIn(rooms);
places.circles!.push(
  ...roomCircles.map((all) => `rooms: ${all.join(', ')}`),
  ...fileCircles.map((all) => `files: ${all.join(', ')}`),
);

const named = new Map<string, Set<string>>();
for (const module of [
  ...modules,
  ...['test', 'bench', 'scripts'].flatMap((folder) => modulesIn(root, `${folder}/**/*.ts`)),
]) {
  for (const { from, names } of module.imports) {
    const known = named.get(from) ?? new Set();
    for (const name of names) known.add(name);
    named.set(from, known);
  }
}
for (const { path, exports } of modules) {
  for (const name of exports) if (!named.get(path)?.has(name)) places.exports!.push(`${path} ${name}`);
}

const refusals = reachedRefusals(root, modules);
for (const [{ place, text }, kernels] of refusals) {
  places.refusals!.push(`${place} ${text} ← ${kernels.join(', ') || 'no kernel'}`);
}

const rows: readonly (readonly [string, number | string])[] = [
  ['files in src', modules.length],
  ['lines', modules.reduce((total, { text }) => total + text.split('\n').length - 1, 0)],
  ['rooms', [...rooms.keys()].filter((room) => !room.includes('/')).length],
  ['circles among rooms, by value', describe(roomCircles)],
  ['circles among files, by value', describe(fileCircles)],
  ['any', count('any')],
  ['casts with `as`', count('casts')],
  ['non-null `!`', count('non-null')],
  ['functions over 80 lines', count('functions')],
  ['functions over 60 lines', count('functions over 60')],
  ['lists over five parameters', count('parameters')],
  ['tests of our own sentences', count('prose')],
  ['files that compare with `failOn`', filesOf('gate')],
  ['files that know scopes by name', filesOf('scope')],
  ['exports that no other file names', count('exports')],
  ['refusals that no kernel reaches', [...refusals.values()].filter((kernels) => kernels.length === 0).length],
];
if (flags.list === undefined) {
  for (const [what, value] of rows) console.log(`${String(value).padStart(8)}  ${what}`);
} else {
  for (const place of places[flags.list] ?? []) console.log(place);
}

function count(what: string): number {
  return places[what]?.length ?? 0;
}

function filesOf(what: string): number {
  return new Set(places[what]?.map((place) => place.split(':')[0])).size;
}

function describe(circles: readonly string[][]): string {
  return circles.length === 0 ? '0' : `${circles.length} of ${circles.map((all) => all.length).join(', ')}`;
}

function isConst(node: Node): boolean {
  const type = child(node, 'typeAnnotation');
  return type !== null && child(type, 'typeName')?.name === 'const';
}

function comparesWith(node: Node, name: RegExp): boolean {
  if (node.type === 'SwitchStatement') return nameIn(child(node, 'discriminant'), name);
  if (node.type !== 'BinaryExpression' || !/^[!=]==$/.test(String(node.operator))) return false;
  return nameIn(child(node, 'left'), name) || nameIn(child(node, 'right'), name);
}

function nameIn(node: Node | null, name: RegExp): boolean {
  if (node === null) return false;
  const last = node.type === 'MemberExpression' ? child(node, 'property') : node;
  return typeof last?.name === 'string' && name.test(last.name);
}

function textOf({ text }: Module, node: Node): string {
  return text.slice(Number(node.start), Number(node.end)).slice(0, 80);
}
