/** Progress on a terminal: one line that moves with every kernel, and above it what was found, as files are done. */
import { MultiBar, type Params, type SingleBar } from 'cli-progress';
import type { KernelNews, Progress } from '../model/progress.ts';
import type { Evidence, Finding } from '../model/result.ts';
import { displayWidth, placeOf, visible } from '../report/index.ts';
import { levelOf } from '../result/level.ts';
import type { Stream } from './io.ts';

const BAR_WIDTH = 20;
/** Of the whole, so that a kernel of many files still moves the bar. */
const STEPS = 10_000;
const USUAL_WIDTH = 80;

interface Shown {
  readonly shown: (file: string) => string;
  /** What the files are analysed for. */
  readonly pass: string | null;
  /** The weakest evidence that is told before the end; null: nothing is. */
  readonly told: Evidence | null;
}

/** A file that somebody works on. */
interface Open {
  found: number;
  readonly done: KernelNews[];
  /** The kernel that is worked on; null while the file is read and compiled. */
  kernel: string | null;
  since: number;
}

export class TerminalBar implements Progress {
  readonly #bars: MultiBar;
  readonly #stream: Stream;
  readonly #settings: Shown;
  readonly #open = new Map<string, Open>();
  #bar: SingleBar | null = null;
  #total = 0;
  #files = 0;
  #hasSaid = false;

  constructor(stream: Stream, settings: Shown) {
    this.#stream = stream;
    this.#settings = settings;
    this.#bars = new MultiBar({
      format: (_options, params) => this.#line(params),
      stream,
      hideCursor: true,
      clearOnComplete: true,
      // The program hears signals itself.
      gracefulExit: false,
    });
  }

  start(files: number): void {
    this.#total = files;
    this.#bar = this.#bars.create(STEPS, 0);
    this.#bars.update();
  }

  fileBegun(file: string): void {
    this.#open.set(file, { found: 0, done: [], kernel: null, since: Date.now() });
  }

  fileFound(file: string, kernels: number): void {
    this.#openFile(file).found = kernels;
  }

  kernelBegun(file: string, kernel: string): void {
    const open = this.#openFile(file);
    open.kernel = kernel;
    open.since = Date.now();
  }

  kernelDone(file: string, news: KernelNews): void {
    const open = this.#openFile(file);
    open.done.push(news);
    open.kernel = null;
    open.since = Date.now();
    this.#move();
  }

  fileDone(file: string): void {
    const { told, shown } = this.#settings;
    const done = this.#open.get(file)?.done ?? [];
    this.#open.delete(file);
    this.#files += 1;
    if (told !== null) for (const news of done) for (const line of newsLines(news, told, shown)) this.#say(line);
    this.#move();
  }

  stop(): void {
    // What follows is the report.
    if (this.#hasSaid) this.#bars.log('\n');
    this.#bars.update();
    this.#bars.stop();
  }

  #openFile(file: string): Open {
    const open = this.#open.get(file) ?? { found: 0, done: [], kernel: null, since: Date.now() };
    this.#open.set(file, open);
    return open;
  }

  #say(line: string): void {
    this.#hasSaid = true;
    this.#bars.log(`${line}\n`);
  }

  /** Files that are done, and of those that are open the share of their kernels. */
  #move(): void {
    const shares = [...this.#open.values()].map(({ found, done }) => Math.min(1, done.length / Math.max(found + 1, 1)));
    const files = this.#files + shares.reduce((sum, share) => sum + share, 0);
    this.#bar?.update(this.#total === 0 ? STEPS : Math.round((STEPS * files) / this.#total));
  }

  /** `████░░░░ 3/9 files, 0:12 left: src/a.cu: matmul, 4 s`, cut where the terminal ends. */
  #line({ progress, eta }: Params): string {
    const full = Math.round(BAR_WIDTH * progress);
    const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
    const left = progress > 0 && Number.isFinite(eta) ? `, ${minutes(eta)} left` : '';
    const pass = this.#settings.pass === null ? '' : ` (${this.#settings.pass})`;
    const text = `${bar} ${this.#files}/${this.#total} files${pass}${left}${this.#work()}`;
    const width = this.#stream.columns ?? USUAL_WIDTH;
    return displayWidth(text) < width ? text : `${[...text].slice(0, width - 2).join('')}…`;
  }

  /** Of the files that are open the one that takes longest. */
  #work(): string {
    const [oldest] = [...this.#open].sort(([, a], [, b]) => a.since - b.since);
    if (oldest === undefined) return '';
    const [file, { kernel, since }] = oldest;
    const seconds = Math.floor((Date.now() - since) / 1000);
    const what = kernel === null ? '' : `: ${visible(kernel)}`;
    return `  ${visible(this.#settings.shown(file))}${what}${seconds > 0 ? `, ${seconds} s` : ''}`;
  }
}

/** The loudest finding of a kernel on one line; none where all of them are notes. */
function newsLines({ kernel, findings }: KernelNews, told: Evidence, shown: (file: string) => string): string[] {
  const loud = findings
    .map((finding) => ({ finding, level: levelOf(finding, told) }))
    .filter(({ level }) => level !== 'note')
    .sort((a, b) => (a.level === b.level ? 0 : a.level === 'error' ? -1 : 1));
  const [first, ...others] = loud;
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return [
    `${placeIn(first.finding, shown)}: ${first.level}: ${first.finding.rule} in kernel ${visible(kernel)}${more}`,
  ];
}

function placeIn({ accesses: [access] }: Finding, shown: (file: string) => string): string {
  return access === undefined ? '' : visible(placeOf({ ...access, file: shown(access.file) }));
}

function minutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
