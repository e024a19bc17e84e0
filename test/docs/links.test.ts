/** Links between the pages of the documentation, and from them into the repository. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGES = ['*.md', 'docs/**/*.md', 'examples/*.md', '.github/**/*.md']
  .flatMap((glob) => globSync(glob, { cwd: ROOT }))
  .sort();

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** Without what stands in code, where brackets are no links. */
const prose = (page: string) => page.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '');

/** As GitHub makes anchors of headings. */
function anchors(page: string): string[] {
  return [...page.replace(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

for (const path of PAGES) {
  test(`links of ${path} lead somewhere`, () => {
    const dead = [...prose(text(path)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^(https?|mailto):/.test(link)) return link.startsWith('http:') ? [link] : [];
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : relative(ROOT, join(ROOT, dirname(path), file));
      if (!existsSync(join(ROOT, target))) return [link];
      if (anchor !== undefined && !anchors(text(target)).includes(anchor)) return [link];
      return [];
    });
    assert.deepEqual(dead, []);
  });
}

test('every page can be reached from the index', () => {
  const seen = new Set<string>();
  const waiting = ['docs/README.md'];
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    if (seen.has(page) || !existsSync(join(ROOT, page)) || !statSync(join(ROOT, page)).isFile()) continue;
    seen.add(page);
    for (const [, link = ''] of prose(text(page)).matchAll(/\]\(([^)\s#]+\.md)(?:#[^)]*)?\)/g)) {
      if (!link.startsWith('http')) waiting.push(relative(ROOT, join(ROOT, dirname(page), link)));
    }
  }
  assert.deepEqual(
    PAGES.filter((page) => page.startsWith('docs/') && !seen.has(page)),
    [],
  );
});

test('every example is linked from a page', () => {
  const pages = PAGES.map(text).join('\n');
  const examples = ['examples/workflows/*', 'examples/*.yml', 'examples/git-hooks/*'].flatMap((glob) =>
    globSync(glob, { cwd: ROOT }),
  );
  assert.deepEqual(
    examples.filter((example) => !pages.includes(example)),
    [],
  );
});

test('GitLab example: what it uploads is what it writes', () => {
  const { gpurace } = parse(text('examples/gitlab-ci.yml'));
  const script = gpurace.script.join('\n');
  for (const file of [...gpurace.artifacts.paths, ...Object.values(gpurace.artifacts.reports)]) {
    assert.ok(script.includes(`--output ${file}`), String(file));
  }
});

test('the files and folders that CONTRIBUTING.md names are there', () => {
  const named = [...text('CONTRIBUTING.md').matchAll(/`((?:bench|docs|scripts|src|test)\/[a-z/_.-]+)`/g)];
  const paths = new Set(named.map(([, path = '']) => path));
  assert.ok(paths.size > 20);
  assert.deepEqual(
    [...paths].filter((path) => !existsSync(join(ROOT, path))),
    [],
  );
});
