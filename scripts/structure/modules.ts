/** The sources of the project as modules: what each imports, exports and declares, read by a parser, never executed. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parse } from '@babel/parser';

export interface Import {
  /** A module of ours by its path from the project's root, else the specifier as it stands: `node:fs`, `zod`. */
  readonly from: string;
  /** False when only types are imported: nothing of it is left at run time. */
  readonly isValue: boolean;
  readonly names: readonly string[];
}

export interface Module {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly imports: readonly Import[];
  /** Names that are declared and exported here; what is passed on with `export … from` is an import. */
  readonly exports: readonly string[];
  readonly root: Node;
  readonly text: string;
}

/** A node of the syntax tree, as far as a walk needs to know. */
export interface Node {
  readonly type: string;
  readonly loc: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly [key: string]: unknown;
}

/** All modules that match a glob (`test/*.ts`, also at any depth), sorted by path. */
export function modulesIn(root: string, pattern: string): Module[] {
  return globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.d.ts'))
    .sort()
    .map((path) => readModule(root, path));
}

/** @param path From the root, with forward slashes. */
export function readModule(root: string, path: string): Module {
  const text = readFileSync(join(root, path), 'utf8');
  const { program } = parse(text, { sourceType: 'module', plugins: ['typescript'] }) as unknown as { program: Node };
  const imports: Import[] = [];
  const exports: string[] = [];
  const pathOf = (specifier: string) =>
    specifier.startsWith('.') ? relative(root, join(root, dirname(path), specifier)).replaceAll('\\', '/') : specifier;
  walk(program, (node) => {
    if (
      node.type === 'ImportDeclaration' ||
      node.type === 'ExportNamedDeclaration' ||
      node.type === 'ExportAllDeclaration'
    ) {
      const source = child(node, 'source');
      const specifiers = children(node, 'specifiers');
      if (source !== null) {
        const isType = (one: Node) => one.importKind === 'type' || one.exportKind === 'type';
        const isValue = !isType(node) && (specifiers.length === 0 || specifiers.some((one) => !isType(one)));
        const names = specifiers.flatMap((one) => nameOf(child(one, 'imported') ?? child(one, 'local')) ?? []);
        imports.push({ from: pathOf(String(source.value)), isValue, names });
      } else if (node.type === 'ExportNamedDeclaration') {
        exports.push(
          ...declaredIn(child(node, 'declaration')),
          ...specifiers.flatMap((one) => nameOf(child(one, 'exported')) ?? []),
        );
      }
    }
    if (
      node.type === 'ImportExpression' ||
      (node.type === 'CallExpression' && child(node, 'callee')?.type === 'Import')
    ) {
      const specifier = child(node, 'source') ?? children(node, 'arguments')[0];
      if (typeof specifier?.value === 'string')
        imports.push({ from: pathOf(specifier.value), isValue: true, names: [] });
    }
  });
  return { path, imports, exports, root: program, text };
}

function declaredIn(declaration: Node | null): string[] {
  if (declaration === null) return [];
  if (declaration.type === 'VariableDeclaration')
    return children(declaration, 'declarations').flatMap((one) => nameOf(child(one, 'id')) ?? []);
  return [nameOf(child(declaration, 'id')) ?? []].flat();
}

function nameOf(node: Node | null): string | null {
  return node !== null && typeof node.name === 'string' ? node.name : null;
}

/** Visits a node and everything below it, parents first. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc' || key.endsWith('Comments')) continue;
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) walk(one, visit);
  }
}

export function child(node: Node, key: string): Node | null {
  const value = node[key];
  return isNode(value) ? value : null;
}

export function children(node: Node, key: string): Node[] {
  const value = node[key];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'loc' in value;
}
