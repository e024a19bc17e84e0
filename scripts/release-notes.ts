/** `node scripts/release-notes.ts vX.Y.Z`: prints that version's section of CHANGELOG.md; fails when there is none. */
import { readFileSync } from 'node:fs';

const [tag = ''] = process.argv.slice(2);
const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
const section = changelog
  .split(/^## /m)
  .find((part) => part.split('\n', 1)[0]?.split(' ')[0] === tag.replace(/^v/, ''));
const notes = section?.split('\n').slice(1).join('\n').trim() ?? '';
if (notes === '') {
  console.error(`CHANGELOG.md has no section "## ${tag.replace(/^v/, '')}", or nothing stands in it`);
  process.exitCode = 1;
} else {
  console.log(notes);
}
