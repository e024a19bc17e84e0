/**
 * What `compute-sanitizer --tool racecheck --xml` saves. NVIDIA does not describe the form. So this reads it loosely: a record
 * has places (elements with a function, and perhaps a file and a line), and each place a word for what is done there. A record
 * of another shape is a problem, so none gets lost. There are no entities of one's own, no schemas and nothing to look up.
 */
import type { LoggedAccess, LogParser, LogSink } from './logged-race.ts';
import { functionName, placeOf } from './places.ts';
import { kindOf } from './racecheck-text.ts';

const ROOT = /^(?:ComputeSanitizerOutput|CudaMemcheckOutput)$/i;
const MAX_DEPTH = 64;
const MAX_CHILDREN = 1_000;
const MAX_TEXT = 1 << 14;

interface Element {
  readonly name: string;
  readonly line: number;
  readonly children: Element[];
  text: string;
}

export class RacecheckXml implements LogParser {
  readonly #sink: LogSink;
  readonly #open: Element[] = [];
  #rest = '';
  #hasBegun = false;
  #hasEnded = false;
  #broken = false;
  #records = 0;

  constructor(sink: LogSink) {
    this.#sink = sink;
  }

  line(text: string, number: number): void {
    if (this.#broken) return;
    // A tag may be broken over lines; a text too.
    const whole = this.#rest === '' ? text : `${this.#rest}\n${text}`;
    this.#rest = '';
    let from = 0;
    for (const { 0: tag, index } of whole.matchAll(/<[^<>]*>/g)) {
      this.#addText(whole.slice(from, index));
      this.#tag(tag, number);
      from = index + tag.length;
    }
    const rest = whole.slice(from);
    if (rest.includes('<')) this.#rest = rest.slice(0, MAX_TEXT);
    else this.#addText(rest);
  }

  end(): void {
    const tell = (message: string) => this.#sink.problem({ severity: 'error', message, line: null });
    if (!this.#hasBegun) tell('the file has no output of compute-sanitizer: the tool did not run');
    else if (!this.#hasEnded && !this.#broken) tell('the XML ends before its end: the tool did not come to its end');
    else if (this.#records === 0) {
      // That of another tool looks the same, and so does that of a program that launched nothing.
      tell('the XML has no record, and does not say that racecheck ran: the text log with its RACECHECK SUMMARY does');
    }
  }

  #addText(text: string): void {
    const inner = this.#open.at(-1);
    if (inner !== undefined && inner.text.length < MAX_TEXT) inner.text += plain(text.slice(0, MAX_TEXT));
  }

  #tag(tag: string, line: number): void {
    const [, slash, name, end] = /^<(\/?)([A-Za-z][\w.:-]{0,100})(?:\s[^<>]*?)?(\/?)>$/.exec(tag) ?? [];
    if (name === undefined) return;
    if (slash === '/') this.#closed(name, line);
    else {
      if (ROOT.test(name)) this.#hasBegun = true;
      const element: Element = { name, line, children: [], text: '' };
      const parent = this.#open.at(-1);
      if (parent !== undefined && parent.children.length < MAX_CHILDREN) parent.children.push(element);
      if (this.#open.length >= MAX_DEPTH)
        this.#fail('the XML has more elements within each other than any log has', line);
      else this.#open.push(element);
      if (end === '/') this.#closed(name, line);
    }
  }

  #closed(name: string, line: number): void {
    const element = this.#open.pop();
    if (element === undefined || element.name !== name) {
      this.#fail(`the XML is not well-formed: </${name}> closes nothing here`, line);
      return;
    }
    if (ROOT.test(name)) this.#hasEnded = true;
    if (name.toLowerCase() !== 'record') return;
    // What is done with is not kept.
    this.#open.at(-1)?.children.pop();
    this.#record(element);
  }

  #fail(message: string, line: number): void {
    this.#broken = true;
    this.#sink.problem({ severity: 'error', message, line });
  }

  #record(record: Element): void {
    this.#records += 1;
    const level = childOf(record, 'level')?.text.trim() ?? '';
    if (/^info$/i.test(level)) return;
    const accesses = accessesIn(record);
    const [first, ...others] = accesses;
    if (first === undefined || others.length === 0) {
      const what = textOf(record, 'text').trim().slice(0, 200) || textOf(record, 'kind').trim().slice(0, 200);
      const message = `a record that names no two accesses${what === '' ? '' : `: ${what}`}`;
      this.#sink.problem({ severity: 'error', message, line: record.line });
      return;
    }
    const hazard = /\b(?:RAW|WAR|WAW)\b/.exec(allText(record))?.[0];
    for (const other of others) {
      this.#sink.race({
        rule: 'intra-block-race',
        space: 'shared',
        accesses: [first, other],
        isOneSided: false,
        text: `racecheck reports a ${hazard === undefined ? 'race' : `${hazard} hazard`} in shared memory.`,
        line: record.line,
      });
    }
  }
}

const KIND = /\b(read|write|atomic)\b/i;
const NAMED = ['func', 'function', 'kernel'];

/** Elements with a function in them, outside of the stack of the host, in their order. */
function accessesIn(record: Element): LoggedAccess[] {
  const found: LoggedAccess[] = [];
  const visit = (element: Element, around: readonly Element[]): void => {
    if (/^(?:host)?(?:stack|backtrace|frame)$/i.test(element.name)) return;
    const name = NAMED.map((word) => childOf(element, word)).find((child) => child !== undefined);
    const kind = name === undefined ? undefined : kindNear(element, around);
    if (name !== undefined && kind !== undefined) {
      const file = childOf(element, 'path') ?? childOf(element, 'file');
      const line = childOf(element, 'line');
      const place = file === undefined || line === undefined ? null : placeOf(file.text.trim(), line.text.trim());
      const offset = childOf(element, 'pc')?.text.trim() || null;
      found.push({ kind: kindOf(kind), function: functionName(name.text), place, offset });
    }
    for (const child of element.children) visit(child, [element, ...around]);
  };
  visit(record, []);
  return found;
}

/** In the element of the place itself, or in the one around it when that has no other place. */
function kindNear(element: Element, [parent]: readonly Element[]): string | undefined {
  const own = KIND.exec(
    element.children
      .filter(({ name }) => !NAMED.includes(name))
      .map(allText)
      .join(' '),
  )?.[1];
  if (own !== undefined || parent === undefined || parent.name === 'record') return own;
  return KIND.exec(allText({ ...parent, children: parent.children.filter((child) => child !== element) }))?.[1];
}

function childOf({ children }: Element, name: string): Element | undefined {
  return children.find((child) => child.name.toLowerCase() === name);
}

function textOf(element: Element, name: string): string {
  return (
    childOf(element, name)?.text ??
    element.children.map((child) => textOf(child, name)).find((text) => text !== '') ??
    ''
  );
}

function allText({ text, children }: Element): string {
  return [text, ...children.map(allText)].join(' ');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function plain(text: string): string {
  return text.replaceAll(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');
}
