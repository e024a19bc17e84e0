/**
 * What the analysis of a unit asked of the world, and what it was answered. The analysis computes its verdicts from its
 * job and from these answers and from nothing else; so where all of them are the same, the verdicts are. That covers
 * includes that were found, those that were looked for in vain, and files that call into the unit, without a word about
 * what an include is.
 */
import { createHash } from 'node:crypto';
import { definersOf, type Mentions, type ObservedMentions } from '../lexical/mentions.ts';
import type { SourceTree } from '../model/source-tree.ts';
import type { UnitJob } from '../unit/job.ts';
import type { Observation, Question } from '../unit/recorded-read.ts';

/** Bound of what is remembered of one unit; a unit that asks more is analysed each time. */
export const MAX_OBSERVATIONS = 20_000;

export function digest(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('base64url');
}

/** Answers questions of one job, each once. */
export class Answers {
  readonly #tree: SourceTree;
  readonly #job: UnitJob;
  readonly #files: Map<string, string>;

  /** @param files digests of the tree's files; several jobs on one tree share them */
  constructor(tree: SourceTree, job: UnitJob, files: Map<string, string> = new Map()) {
    this.#tree = tree;
    this.#job = job;
    this.#files = files;
  }

  of(question: Question, subject: string): string {
    switch (question) {
      case 'file':
        return this.#file(subject);
      case 'folder':
        return String(this.#tree.isDirectory(subject));
      case 'suffix':
        return digest(JSON.stringify(this.#tree.findBySuffix(subject)));
      case 'launches':
        return textOf(this.#job.templateLaunches?.get(subject));
      case 'stated':
        return digest(JSON.stringify(this.#job.stated?.get(subject) ?? null));
      case 'assembled':
        return digest(JSON.stringify(this.#job.assembled?.get(subject) ?? null));
      case 'mentions':
        return textOf(this.#job.mentions?.get(subject));
      case 'definers':
        return textOf(definersOf(this.#job.mentions ?? new Map(), subject, this.#tree));
      case 'wanted':
        return String(this.#job.kernelsOf?.has(subject) ?? true);
    }
  }

  #file(path: string): string {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const bytes = this.#tree.read(path);
    const answer = bytes === undefined ? '' : digest(bytes);
    this.#files.set(path, answer);
    return answer;
  }
}

function textOf(answer: readonly string[] | null | undefined): string {
  return answer === undefined ? '' : digest(JSON.stringify(answer));
}

/** A job and a tree that write down what is asked of them. */
export class Observed {
  readonly tree: SourceTree;
  readonly job: UnitJob;
  readonly #seen = new Map<string, Observation>();
  readonly #answers: Answers;

  constructor(tree: SourceTree, job: UnitJob) {
    this.#answers = new Answers(tree, job);
    this.tree = {
      read: (path) => {
        this.#note('file', path);
        return tree.read(path);
      },
      isDirectory: (path) => {
        this.#note('folder', path);
        return tree.isDirectory(path);
      },
      findBySuffix: (suffix) => {
        this.#note('suffix', suffix);
        return tree.findBySuffix(suffix);
      },
    };
    const note = (question: Question) => (subject: string) => this.#note(question, subject);
    this.job = {
      ...job,
      ...(job.templateLaunches === undefined
        ? {}
        : { templateLaunches: new NotingMap(job.templateLaunches, note('launches')) }),
      ...(job.stated === undefined ? {} : { stated: new NotingMap(job.stated, note('stated')) }),
      ...(job.assembled === undefined ? {} : { assembled: new NotingMap(job.assembled, note('assembled')) }),
      ...(job.mentions === undefined ? {} : { mentions: new NotingMentions(job.mentions, note, tree) }),
      ...(job.kernelsOf === undefined ? {} : { kernelsOf: new NotingSet(job.kernelsOf, note('wanted')) }),
    };
  }

  /** Everything that was asked so far; null: more than is remembered. */
  observations(): Observation[] | null {
    return this.#seen.size > MAX_OBSERVATIONS ? null : [...this.#seen.values()];
  }

  #note(question: Question, subject: string): void {
    const key = `${question} ${subject}`;
    if (this.#seen.has(key) || this.#seen.size > MAX_OBSERVATIONS) return;
    this.#seen.set(key, [question, subject, this.#answers.of(question, subject)]);
  }
}

/** The analysis asks these by name alone; whoever goes through all of it would see what nobody wrote down. */
function notNoted(): never {
  throw new Error('a table of a job was read as a whole, and the cache cannot know it');
}

class NotingMap<V> extends Map<string, V> {
  readonly #note: (name: string) => void;

  constructor(entries: ReadonlyMap<string, V>, note: (name: string) => void) {
    super(entries);
    this.#note = note;
  }

  override get(name: string): V | undefined {
    this.#note(name);
    return super.get(name);
  }

  override has(name: string): boolean {
    this.#note(name);
    return super.has(name);
  }

  override forEach(): never {
    return notNoted();
  }

  override [Symbol.iterator](): never {
    return notNoted();
  }
}

class NotingMentions extends NotingMap<readonly string[] | null> implements ObservedMentions {
  readonly #mentions: Mentions;
  readonly #definers: (name: string) => void;
  readonly #tree: SourceTree;

  constructor(mentions: Mentions, note: (question: Question) => (subject: string) => void, tree: SourceTree) {
    super(mentions, note('mentions'));
    this.#mentions = mentions;
    this.#definers = note('definers');
    this.#tree = tree;
  }

  definersOf(name: string): readonly string[] {
    this.#definers(name);
    return definersOf(this.#mentions, name, this.#tree);
  }
}

class NotingSet extends Set<string> {
  readonly #note: (name: string) => void;

  constructor(entries: ReadonlySet<string>, note: (name: string) => void) {
    super(entries);
    this.#note = note;
  }

  override has(name: string): boolean {
    this.#note(name);
    return super.has(name);
  }

  override forEach(): never {
    return notNoted();
  }

  override [Symbol.iterator](): never {
    return notNoted();
  }
}
