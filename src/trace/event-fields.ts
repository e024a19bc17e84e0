/** The fields of one NDJSON event, read by hand from the bytes of a line; anything unusual goes through `JSON.parse`. */
import {
  Flag,
  NO_SITE,
  Op,
  type OrderedSpace,
  orderedSpaceFlags,
  ScopeCode,
  SHARED_SPAN,
  sharedAddress,
} from './events.ts';
import type { LaunchShape } from './header.ts';

/** A number that the line does not have. */
const MISSING = -1;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const BACKSLASH = 0x5c;

/** Up to four characters as one number, so that names are compared exactly and without a string. */
function pack(text: string): number {
  let packed = 0;
  for (let i = 0; i < text.length; i++) packed = (packed << 8) | text.charCodeAt(i);
  return packed;
}

/** A word as the scanner packs it: four characters a number, and its length. */
interface Word {
  readonly text: string;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

function word(text: string): Word {
  return { text, a: pack(text.slice(0, 4)), b: pack(text.slice(4, 8)), c: pack(text.slice(8, 12)) };
}

const OPS: readonly [Word, number][] = [
  [word('read'), Op.read],
  [word('write'), Op.write],
  [word('atomic'), Op.atomic],
  [word('fence'), Op.fence],
  [word('barrier'), Op.barrier],
  [word('warp-barrier'), Op.warpBarrier],
  [word('grid-barrier'), Op.gridBarrier],
  [word('acquire'), Op.acquire],
  [word('release'), Op.release],
  [word('exit'), Op.exit],
  [word('cut'), Op.cut],
];
const OP_BY_NAME = new Map(OPS.map(([{ text }, op]) => [text, op]));
const OP_BY_PACKED = new Map(OPS.map(([{ a }, op]) => [a, op]));
const WORD_OF_OP = new Map(OPS.map(([one, op]) => [op, one]));

const K = {
  op: pack('op'),
  rmw: pack('rmw'),
  addr: pack('addr'),
  size: pack('size'),
  site: pack('site'),
  warp: pack('warp'),
  mask: pack('mask'),
  lock: pack('lock'),
  thre: pack('thre'),
  ad: pack('ad'),
  spac: pack('spac'),
  scop: pack('scop'),
  bloc: pack('bloc'),
  orde: pack('orde'),
  e: pack('e'),
  k: pack('k'),
  r: pack('r'),
  succ: pack('succ'),
  ess: pack('ess'),
  vola: pack('vola'),
  tile: pack('tile'),
  glob: pack('glob'),
  al: pack('al'),
  shar: pack('shar'),
  ed: pack('ed'),
  none: pack('none'),
  devi: pack('devi'),
  ce: pack('ce'),
  syst: pack('syst'),
  em: pack('em'),
  cas: pack('cas'),
  exch: pack('exch'),
  rela: pack('rela'),
  xed: pack('xed'),
  acqu: pack('acqu'),
  ire: pack('ire'),
  rele: pack('rele'),
  ase: pack('ase'),
  acq_: pack('acq_'),
  rel: pack('rel'),
  true: pack('true'),
  fals: pack('fals'),
} as const;

const SPACES: readonly OrderedSpace[] = ['global', 'shared', 'none'];
const NO_SPACE = SPACES.indexOf('none');

/** An access that says an order is atomic. */
const RELAXED = Flag.atomic;
const ACQUIRE = Flag.atomic | Flag.acquire;
const RELEASE = Flag.atomic | Flag.release;
const ACQ_REL = ACQUIRE | RELEASE;
const ORDERS: Readonly<Record<string, number>> = {
  relaxed: RELAXED,
  acquire: ACQUIRE,
  release: RELEASE,
  acq_rel: ACQ_REL,
};

/** The event as the batch has it, after `scan` or `parse`, and `resolve`. */
export class EventFields {
  op = MISSING;
  flags = 0;
  thread = MISSING;
  mask = 1;
  size = 0;
  addr = 0;
  site = NO_SITE;

  #rmw = MISSING;
  #address = MISSING;
  #lock = MISSING;
  #block = MISSING;
  #warp = MISSING;
  #lanes = MISSING;
  #space = MISSING;
  #scope = MISSING;
  #order = 0;
  #isVolatile = false;
  #failed = false;

  // The word the scanner read last.
  #a = 0;
  #b = 0;
  #c = 0;
  #length = 0;

  #reset(): void {
    this.op = MISSING;
    this.thread = MISSING;
    this.size = MISSING;
    this.site = NO_SITE;
    this.#rmw = MISSING;
    this.#address = MISSING;
    this.#lock = MISSING;
    this.#block = MISSING;
    this.#warp = MISSING;
    this.#lanes = MISSING;
    this.#space = MISSING;
    this.#scope = MISSING;
    this.#order = 0;
    this.#isVolatile = false;
    this.#failed = false;
  }

  /** @returns false when the line is not of the plain form that writers produce; `parse` then decides. */
  scan(bytes: Uint8Array, start: number, end: number): boolean {
    this.#reset();
    let at = start;
    if (bytes[at++] !== OPEN) return false;
    for (;;) {
      at = this.#word(bytes, at, end);
      if (at < 0 || this.#length > 8 || bytes[at++] !== COLON) return false;
      const a = this.#a;
      const b = this.#b;
      if (bytes[at] === QUOTE) {
        at = this.#word(bytes, at, end);
        if (at < 0 || !this.#setWord(a, b)) return false;
      } else {
        const first = bytes[at]!;
        if (first >= 0x30 && first <= 0x39) {
          let value = first - 0x30;
          const from = at++;
          for (let digit = bytes[at]! - 0x30; digit >= 0 && digit <= 9 && at < end; digit = bytes[at]! - 0x30) {
            value = value * 10 + digit;
            at++;
          }
          if (at - from > 15 || !this.#setNumber(a, b, value)) return false;
        } else {
          const packed = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
          const isTrue = packed === K.true;
          if (!isTrue && !(packed === K.fals && bytes[at + 4] === 0x65)) return false;
          at += isTrue ? 4 : 5;
          if (a === K.succ && b === K.ess) this.#failed = !isTrue;
          else if (a === K.vola && b === K.tile) this.#isVolatile = isTrue;
          else return false;
        }
      }
      const after = bytes[at++];
      if (after === CLOSE) return at === end;
      if (after !== COMMA || at >= end) return false;
    }
  }

  /** The same for any JSON value. @returns what is wrong, or null */
  parse(value: unknown): string | null {
    this.#reset();
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is not an object';
    for (const [key, field] of Object.entries(value)) {
      const wrong = this.#setField(key, field);
      if (wrong !== null) return wrong;
    }
    return null;
  }

  #setField(key: string, field: unknown): string | null {
    const oneOf = (values: readonly string[]): number => (typeof field === 'string' ? values.indexOf(field) : -1);
    switch (key) {
      case 'op': {
        const op = typeof field === 'string' ? OP_BY_NAME.get(field) : undefined;
        if (op === undefined) return `op ${shown(field)} is unknown`;
        this.op = op;
        return null;
      }
      case 'rmw':
        if (typeof field !== 'string') return 'rmw is not a word';
        this.#rmw = field === 'cas' ? Op.cas : field === 'exch' ? Op.exchange : Op.atomic;
        return null;
      case 'space':
        this.#space = oneOf(SPACES);
        return this.#space < 0 ? `space ${shown(field)} is neither global nor shared` : null;
      case 'scope':
        this.#scope = oneOf(['block', 'device', 'system']);
        return this.#scope < 0 ? `scope ${shown(field)} is not block, device or system` : null;
      case 'order': {
        const order = typeof field === 'string' && Object.hasOwn(ORDERS, field) ? ORDERS[field] : undefined;
        if (order === undefined) return `order ${shown(field)} is not relaxed, acquire, release or acq_rel`;
        this.#order = order;
        return null;
      }
      case 'volatile':
      case 'success':
        if (typeof field !== 'boolean') return `${key} is neither true nor false`;
        if (key === 'volatile') this.#isVolatile = field;
        else this.#failed = !field;
        return null;
    }
    if (!NUMBERS.has(key)) return null;
    if (typeof field !== 'number' || !Number.isSafeInteger(field) || field < 0) {
      return `${key} ${shown(field)} is not an integer between 0 and 2^53`;
    }
    const { a, b } = word(key);
    this.#setNumber(a, b, field);
    return null;
  }

  /** Checks that the event has what its operation needs and brings it into the form of a batch. */
  resolve(shape: LaunchShape): string | null {
    this.mask = 1;
    this.addr = 0;
    this.flags = 0;
    const op = this.op;
    if (op === MISSING) return 'op is missing';
    if (this.site > 0x7fffffff) return `site ${this.site} is out of range`;
    if (op <= Op.atomic) {
      if (this.thread === MISSING) return 'thread is missing';
      if (this.#space === MISSING) return 'space is missing';
      if (this.#space === NO_SPACE) return 'space "none" is for fences and barriers';
      if (this.#address === MISSING) return 'addr is missing';
      if (this.size === MISSING) return 'size is missing';
      this.addr = this.#address;
      if (this.#block !== MISSING && this.#space === 1) {
        if (this.#block >= shape.blocks) return outside(this.#block, shape);
        if (this.#address >= SHARED_SPAN) return `address ${this.#address} is out of range`;
        this.addr = sharedAddress(this.#block, this.#address);
      }
      if (op === Op.atomic) this.op = this.#rmw === MISSING ? Op.atomic : this.#rmw;
      this.flags =
        (this.#scope === MISSING ? ScopeCode.device : this.#scope) |
        (this.#space === 1 ? Flag.shared : 0) |
        (op === Op.atomic ? this.#order & ~Flag.atomic : this.#order) |
        (this.#isVolatile ? Flag.volatile : 0) |
        (this.#failed ? Flag.failed : 0);
      return null;
    }
    this.size = 0;
    switch (op) {
      case Op.acquire:
      case Op.release:
        if (this.#lock === MISSING) return 'lock is missing';
        this.addr = this.#lock;
        break;
      case Op.barrier:
      case Op.warpBarrier: {
        const wrong = this.#resolveBarrier(shape);
        if (wrong !== null) return wrong;
        break;
      }
      case Op.gridBarrier:
      case Op.cut:
        this.thread = 0;
        break;
      default:
        if (this.thread === MISSING) return 'thread is missing';
    }
    this.flags = (this.#scope === MISSING ? ScopeCode.device : this.#scope) | this.#orderedSpace(op);
    return null;
  }

  /** Which memory a fence or barrier orders, as flags; elsewhere a space says nothing. */
  #orderedSpace(op: number): number {
    const isTold = op === Op.fence || op === Op.barrier || op === Op.warpBarrier;
    return isTold ? orderedSpaceFlags(SPACES[this.#space]) : 0;
  }

  #resolveBarrier(shape: LaunchShape): string | null {
    if (this.#block === MISSING) return 'block is missing';
    if (this.op === Op.warpBarrier && this.#warp === MISSING) return 'warp is missing';
    if (this.#block >= shape.blocks) return outside(this.#block, shape);
    this.thread = this.#block * shape.threadsPerBlock;
    if (this.op !== Op.warpBarrier) return null;
    if (this.#warp >= shape.warpsPerBlock) {
      return `warp ${this.#warp} is out of range: a block has ${shape.warpsPerBlock} warps`;
    }
    if (this.#lanes > 0xffffffff) return `mask ${this.#lanes} has more than 32 bits`;
    const first = this.#warp * shape.warpSize;
    this.thread += first;
    // A full mask is what __syncwarp() passes; lanes that the block does not have take no part.
    const present = Math.min(shape.warpSize, shape.threadsPerBlock - first);
    this.mask = (this.#lanes === MISSING ? -1 : this.#lanes | 0) & (present === 32 ? -1 : (1 << present) - 1);
    return null;
  }

  /** Reads `"…"` into the packed word. @returns where it ends, or -1 */
  #word(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    if (bytes[at++] !== QUOTE) return -1;
    let packed = 0;
    let length = 0;
    this.#b = 0;
    this.#c = 0;
    for (; at < end; at++) {
      const char = bytes[at]!;
      if (char === QUOTE) break;
      if (char === BACKSLASH || length === 12) return -1;
      packed = (packed << 8) | char;
      length++;
      if (length === 4) {
        this.#a = packed;
        packed = 0;
      } else if (length === 8) {
        this.#b = packed;
        packed = 0;
      }
    }
    if (length < 4) this.#a = packed;
    else if (length < 8) this.#b = packed;
    else this.#c = packed;
    this.#length = length;
    return at + 1;
  }

  #setNumber(a: number, b: number, value: number): boolean {
    if (b === 0) {
      switch (a) {
        case K.addr:
          this.#address = value;
          return true;
        case K.size:
          this.size = value;
          return true;
        case K.site:
          this.site = value;
          return true;
        case K.warp:
          this.#warp = value;
          return true;
        case K.mask:
          this.#lanes = value;
          return true;
        case K.lock:
          this.#lock = value;
          return true;
      }
      return false;
    }
    if (a === K.thre && b === K.ad) this.thread = value;
    else if (a === K.bloc && b === K.k) this.#block = value;
    else return false;
    return true;
  }

  /** A field whose value is the word read last. */
  #setWord(key: number, rest: number): boolean {
    const a = this.#a;
    const b = this.#b;
    const c = this.#c;
    if (key === K.op && rest === 0) {
      const op = OP_BY_PACKED.get(a);
      if (op === undefined) return false;
      const known = WORD_OF_OP.get(op)!;
      this.op = op;
      return known.b === b && known.c === c;
    }
    if (key === K.spac && rest === K.e) {
      this.#space =
        a === K.glob && b === K.al ? 0 : a === K.shar && b === K.ed ? 1 : a === K.none && b === 0 ? NO_SPACE : MISSING;
      return this.#space !== MISSING;
    }
    if (key === K.scop && rest === K.e) {
      this.#scope =
        a === K.bloc && b === K.k ? 0 : a === K.devi && b === K.ce ? 1 : a === K.syst && b === K.em ? 2 : MISSING;
      return this.#scope !== MISSING;
    }
    if (key === K.rmw && rest === 0) {
      this.#rmw = b !== 0 ? Op.atomic : a === K.cas ? Op.cas : a === K.exch ? Op.exchange : Op.atomic;
      return true;
    }
    if (key === K.orde && rest === K.r) {
      if (a === K.rela && b === K.xed) this.#order = RELAXED;
      else if (a === K.acqu && b === K.ire) this.#order = ACQUIRE;
      else if (a === K.rele && b === K.ase) this.#order = RELEASE;
      else if (a === K.acq_ && b === K.rel) this.#order = ACQ_REL;
      else return false;
      return true;
    }
    return false;
  }
}

const NUMBERS = new Set(['thread', 'addr', 'size', 'site', 'block', 'warp', 'mask', 'lock']);

function outside(block: number, { blocks }: LaunchShape): string {
  return `block ${block} is out of range: the launch has ${blocks} blocks`;
}

function shown(field: unknown): string {
  const text = JSON.stringify(field) ?? 'undefined';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
