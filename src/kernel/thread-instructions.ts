/** Instructions of the thread that is executed: operands, arithmetic, addresses, loads and stores. */
import { fieldOffset, storeSizeOf, strideOf } from '../ir/layout.ts';
import type { Instruction, Operand, Ordering, Type } from '../ir/program.ts';
import type { Scope } from '../model/result.ts';
import { type Cond, type Int, isConstant, single } from '../terms/index.ts';
import type { Frame } from './execution.ts';
import type { Target, Value } from './memory.ts';
import { roundedQuotient } from './rounded-quotients.ts';
import type { State } from './state.ts';
import { ThreadMemory } from './thread-memory.ts';

export class ThreadInstructions extends ThreadMemory {
  /** What has to hold for the result of the instruction that was just computed: that a number is whole in its format. */
  protected readonly settled: Cond[] = [];

  evaluate(frame: Frame, state: State, operand: Operand): Value {
    switch (operand.kind) {
      case 'register':
        return frame.registers[operand.register] ?? { kind: 'undefined' };
      case 'int': {
        const bits = operand.type.kind === 'int' ? operand.type.bits : 64;
        if (bits === 1) return { kind: 'bool', cond: (operand.value & 1n) === 1n ? this.terms.true : this.terms.false };
        return this.machine.make(bits, this.terms.constant(BigInt.asIntN(bits, operand.value)), true);
      }
      case 'float':
        return this.float(operand.value);
      case 'null':
        return { kind: 'pointer', targets: [] };
      case 'undef':
        return { kind: 'undefined' };
      case 'zero':
        return this.zero(operand.type);
      case 'global':
        return this.globalValue(operand.name);
      case 'aggregate':
        return { kind: 'aggregate', elements: operand.elements.map((e) => this.evaluate(frame, state, e)) };
      case 'bytes':
        return {
          kind: 'aggregate',
          elements: Array.from(operand.bytes, (b) => this.machine.make(8, this.terms.constant(b))),
        };
      case 'expression': {
        const value = this.compute(frame, state, operand.instruction);
        return value ?? this.opaque('expression');
      }
      case 'asm':
      case 'metadata':
        return { kind: 'undefined' };
    }
  }

  load(
    frame: Frame,
    state: State,
    instruction: Instruction,
    pointer: Operand,
    type: Type,
    details: { volatile: boolean; ordering: Ordering | null; scope: Scope | null },
  ): Value {
    const value = this.evaluate(frame, state, pointer);
    if (value.kind !== 'pointer') {
      this.refuse('reads through a pointer that is not understood', this.place(frame, instruction.location));
      return this.unknownOf(type, 'unknown', 'load');
    }
    const strong = details.ordering !== null && details.ordering !== 'unordered';
    this.accessing = this.place(frame, instruction.location);
    let result: { value: Value } | null = null;
    for (const target of value.targets) {
      const loaded = this.loadFrom(state, target, type, details.volatile || strong);
      this.record(frame, state, strong ? 'atomic' : 'read', target, storeSizeOf(type), instruction, pointer, {
        ...details,
        found: (details.volatile || strong) && loaded.kind === 'int' ? loaded.term : null,
        update: strong ? { kind: 'keep' } : null,
      });
      this.#rememberPlace(frame, loaded, instruction, pointer);
      result = { value: result ? this.choose(target.guard, loaded, result.value) : loaded };
    }
    return result?.value ?? this.unknownOf(type, 'unknown', 'null');
  }

  /** Where a value comes from that only the load itself stands for. */
  #rememberPlace(frame: Frame, loaded: Value, instruction: Instruction, pointer: Operand): void {
    const atom = loaded.kind === 'int' || loaded.kind === 'opaque' ? single(loaded.term) : null;
    if (!atom || (atom.kind !== 'apply' && atom.kind !== 'symbol') || atom.origin !== 'unknown') return;
    this.recorder.loadPlace(atom.id, {
      location: this.place(frame, instruction.location),
      addressLocation: this.addressPlace(frame, pointer, instruction.location),
    });
  }

  store(
    frame: Frame,
    state: State,
    instruction: Instruction,
    pointer: Operand,
    value: Value,
    type: Type,
    details: { volatile: boolean; ordering: Ordering | null; scope: Scope | null },
  ): State {
    const address = this.evaluate(frame, state, pointer);
    if (address.kind !== 'pointer') {
      this.refuse('writes through a pointer that is not understood', this.place(frame, instruction.location));
      return state;
    }
    const isHeldAlone = ({ object }: Target) =>
      object.origin.kind === 'stack' && this.stackTypes.get(object.id)?.kind === 'pointer';
    if (this.input.host && !address.targets.every(isHeldAlone)) this.input.host.escapes(value);
    const strong = details.ordering !== null && details.ordering !== 'unordered';
    this.accessing = this.place(frame, instruction.location);
    for (const target of address.targets) {
      const number =
        value.kind === 'int' || value.kind === 'bool' || value.kind === 'opaque' ? this.identity(value) : null;
      this.record(frame, state, strong ? 'atomic' : 'write', target, storeSizeOf(type), instruction, pointer, {
        ...details,
        value: number,
        update: strong && number !== null ? { kind: 'replace', value: number } : null,
        valueBits: type.kind === 'int' && value.kind !== 'opaque' ? type.bits : null,
      });
      state = this.storeTo(state, target, value, type);
    }
    return state;
  }

  /** Instructions without effect. */
  protected compute(frame: Frame, state: State, instruction: Instruction): Value | null {
    const value = (operand: Operand) => this.evaluate(frame, state, operand);
    switch (instruction.op) {
      case 'binary': {
        const a = value(instruction.left);
        const b = value(instruction.right);
        return this.#binary(instruction, a, b, instruction.type);
      }
      case 'fneg':
        return this.pure('fneg', [value(instruction.operand)], instruction.type);
      case 'cast':
        return this.#cast(instruction, value(instruction.operand), instruction.operand.type, instruction.type);
      case 'icmp':
        return this.#icmp(instruction, value(instruction.left), value(instruction.right));
      case 'fcmp':
        return this.pure(
          `fcmp ${instruction.predicate}`,
          [value(instruction.left), value(instruction.right)],
          instruction.type,
        );
      case 'select': {
        const condition = value(instruction.condition);
        const a = value(instruction.ifTrue);
        const b = value(instruction.ifFalse);
        if (condition.kind === 'aggregate' && a.kind === 'aggregate' && b.kind === 'aggregate') {
          return {
            kind: 'aggregate',
            elements: a.elements.map((x, i) => this.choose(this.condition(condition.elements[i]!), x, b.elements[i]!)),
          };
        }
        return this.choose(this.condition(condition), a, b);
      }
      case 'freeze':
        return value(instruction.operand);
      case 'getelementptr':
        return this.#elementPointer(instruction, value(instruction.pointer), instruction.indices.map(value));
      case 'extractelement': {
        const vector = value(instruction.vector);
        const index = value(instruction.index);
        if (vector.kind === 'aggregate' && index.kind === 'int' && isConstant(index.term)) {
          return vector.elements[Number(index.term.constant)] ?? null;
        }
        return null;
      }
      case 'insertelement': {
        const vector = value(instruction.vector);
        const index = value(instruction.index);
        const type = instruction.type;
        if (type.kind !== 'vector' || index.kind !== 'int' || !isConstant(index.term)) return null;
        const elements: Value[] =
          vector.kind === 'aggregate'
            ? [...vector.elements]
            : Array.from({ length: type.length }, () => ({ kind: 'undefined' }) as const);
        elements[Number(index.term.constant)] = value(instruction.element);
        return { kind: 'aggregate', elements };
      }
      case 'shufflevector': {
        const a = value(instruction.left);
        const b = value(instruction.right);
        const width = instruction.left.type.kind === 'vector' ? instruction.left.type.length : 0;
        const pick = (from: Value, i: number): Value =>
          from.kind === 'aggregate' ? (from.elements[i] ?? { kind: 'undefined' }) : { kind: 'undefined' };
        return {
          kind: 'aggregate',
          elements: instruction.mask.map((i) =>
            i < 0 ? { kind: 'undefined' } : i < width ? pick(a, i) : pick(b, i - width),
          ),
        };
      }
      case 'extractvalue': {
        let current = value(instruction.aggregate);
        for (const i of instruction.indices) {
          if (current.kind !== 'aggregate') return null;
          current = current.elements[i] ?? { kind: 'undefined' };
        }
        return current;
      }
      case 'insertvalue': {
        const element = value(instruction.element);
        const put = (into: Value, path: readonly number[], type: Type): Value => {
          const [i, ...rest] = path;
          if (i === undefined) return element;
          const count = type.kind === 'struct' ? type.fields.length : type.kind === 'array' ? type.length : 0;
          const elements: Value[] =
            into.kind === 'aggregate'
              ? [...into.elements]
              : Array.from({ length: count }, () => ({ kind: 'undefined' }) as const);
          const inner = type.kind === 'struct' ? type.fields[i]! : type.kind === 'array' ? type.element : type;
          elements[i] = put(elements[i] ?? { kind: 'undefined' }, rest, inner);
          return { kind: 'aggregate', elements };
        };
        return put(value(instruction.aggregate), instruction.indices, instruction.type);
      }
      default:
        return null;
    }
  }

  #binary(instruction: Instruction & { op: 'binary' }, a: Value, b: Value, type: Type): Value {
    const t = this.terms;
    if (type.kind === 'vector') {
      const part = (v: Value, i: number): Value =>
        v.kind === 'aggregate' ? (v.elements[i] ?? { kind: 'undefined' }) : { kind: 'undefined' };
      return {
        kind: 'aggregate',
        elements: Array.from({ length: type.length }, (_, i) =>
          this.#binary(instruction, part(a, i), part(b, i), type.element),
        ),
      };
    }
    if (type.kind !== 'int') return this.pure(instruction.operator, [a, b], type);
    if (type.bits === 1) {
      const x = this.condition(a);
      const y = this.condition(b);
      const xor = () => t.or(t.and(x, t.not(y)), t.and(t.not(x), y));
      const cond =
        instruction.operator === 'and' || instruction.operator === 'mul'
          ? t.and(x, y)
          : instruction.operator === 'or'
            ? t.or(x, y)
            : instruction.operator === 'xor' || instruction.operator === 'add' || instruction.operator === 'sub'
              ? xor()
              : this.unknownCondition();
      return { kind: 'bool', cond };
    }
    const x = this.asInt(a, type.bits);
    const y = this.asInt(b, type.bits);
    const result = this.machine.binary(instruction.operator, x, y, instruction.noSignedWrap);
    return result ?? this.pure(instruction.operator, [a, b], type);
  }

  #cast(instruction: Instruction & { op: 'cast' }, value: Value, from: Type, to: Type): Value | null {
    const t = this.terms;
    if (to.kind === 'vector' && from.kind === 'vector' && instruction.operator !== 'bitcast') {
      if (value.kind !== 'aggregate') return null;
      const elements = value.elements.map(
        (e) => this.#cast(instruction, e, from.element, to.element) ?? this.unknownOf(to.element, 'unknown', 'cast'),
      );
      return { kind: 'aggregate', elements };
    }
    if (value.kind === 'undefined') return value;
    switch (instruction.operator) {
      case 'trunc': {
        if (to.kind !== 'int') return null;
        const x = this.asInt(value, from.kind === 'int' ? from.bits : 64);
        if (to.bits === 1) return { kind: 'bool', cond: t.ne(t.mod(x.term, t.constant(2)), t.zero) };
        return this.machine.make(to.bits, x.term);
      }
      case 'zext':
      case 'sext': {
        if (to.kind !== 'int') return null;
        if (value.kind === 'bool') {
          const yes = instruction.operator === 'zext' ? t.one : t.constant(-1);
          return this.machine.make(to.bits, t.ite(value.cond, yes, t.zero), true);
        }
        const x = this.asInt(value, from.kind === 'int' ? from.bits : 32);
        const term =
          instruction.operator === 'sext' || instruction.nonNegative
            ? this.machine.signed(x)
            : this.machine.unsigned(x);
        return this.machine.make(to.bits, term, true);
      }
      case 'bitcast':
        return this.reinterpret(value, to);
      case 'addrspacecast':
        return value;
      case 'ptrtoint':
      case 'ptrtoaddr':
        if (value.kind === 'pointer' && to.kind === 'int') {
          if (value.targets.length === 0) return this.machine.make(to.bits, t.zero, true);
          if (value.targets.length === 1) return this.machine.make(to.bits, this.addressOf(value.targets[0]!), true);
        }
        return null;
      case 'inttoptr':
        if (value.kind === 'int') {
          if (isConstant(value.term) && value.term.constant === 0n) return { kind: 'pointer', targets: [] };
          return this.loadedPointer(value.term);
        }
        return null;
      case 'fptosi':
      case 'fptoui': {
        const rounded = this.input.host && value.kind === 'opaque' ? roundedQuotient(t, value.term) : null;
        if (rounded === null || to.kind !== 'int') return this.pure(instruction.operator, [value], to);
        if (rounded.holds.kind !== 'true') this.settled.push(rounded.holds);
        return this.machine.make(to.bits, rounded.term, true);
      }
      default:
        return this.pure(instruction.operator, [value], to);
    }
  }

  #icmp(instruction: Instruction & { op: 'icmp' }, a: Value, b: Value): Value {
    const t = this.terms;
    const { predicate } = instruction;
    if (a.kind === 'aggregate' || b.kind === 'aggregate')
      return this.pure(`icmp ${predicate}`, [a, b], instruction.type);
    if (a.kind === 'undefined' || b.kind === 'undefined') return { kind: 'bool', cond: this.unknownCondition() };
    if (a.kind === 'bool' || b.kind === 'bool') {
      const x = this.condition(a);
      const y = this.condition(b);
      const different = t.or(t.and(x, t.not(y)), t.and(t.not(x), y));
      if (predicate === 'eq') return { kind: 'bool', cond: t.not(different) };
      if (predicate === 'ne') return { kind: 'bool', cond: different };
      return { kind: 'bool', cond: this.unknownCondition() };
    }
    if (a.kind === 'int' && b.kind === 'int') return { kind: 'bool', cond: this.machine.compare(predicate, a, b) };
    if (a.kind === 'pointer' && b.kind === 'pointer') {
      const [x, y] = [a.targets[0], b.targets[0]];
      if (a.targets.length === 1 && b.targets.length === 1 && x && y) {
        if (x.object === y.object) {
          const make = (term: Int) => this.machine.make(64, term, true);
          const signed = predicate.startsWith('u') ? (`s${predicate.slice(1)}` as typeof predicate) : predicate;
          return { kind: 'bool', cond: this.machine.compare(signed, make(x.offset), make(y.offset)) };
        }
        if (predicate === 'eq') return { kind: 'bool', cond: t.false };
        if (predicate === 'ne') return { kind: 'bool', cond: t.true };
      }
      // A pointer against null: memory that the kernel uses is there, or the test is the host's choice.
      const other = a.targets.length === 0 ? b : b.targets.length === 0 ? a : null;
      if (other?.targets.length === 1 && (predicate === 'eq' || predicate === 'ne')) {
        const isNull = t.ne(
          t.symbol(`${other.targets[0]!.object.name} is null`, 'launch', 'input', { low: 0n, high: 1n }),
          t.zero,
        );
        const { origin } = other.targets[0]!.object;
        if (origin.kind !== 'parameter' && origin.kind !== 'outside')
          return { kind: 'bool', cond: predicate === 'ne' ? t.true : t.false };
        return { kind: 'bool', cond: predicate === 'eq' ? isNull : t.not(isNull) };
      }
    }
    return { kind: 'bool', cond: this.unknownCondition() };
  }

  #elementPointer(
    instruction: Instruction & { op: 'getelementptr' },
    base: Value,
    indices: readonly Value[],
  ): Value | null {
    const t = this.terms;
    if (base.kind !== 'pointer') return null;
    let offset = t.zero;
    let type = instruction.source;
    for (let i = 0; i < indices.length; i++) {
      const index = indices[i]!;
      const number = this.asInt(index, 64);
      if (i > 0 && type.kind === 'struct') {
        if (!isConstant(number.term)) return null;
        const field = Number(number.term.constant);
        offset = t.add(offset, t.constant(fieldOffset(type, field)));
        type = type.fields[field] ?? { kind: 'void' };
        continue;
      }
      if (i > 0) type = type.kind === 'array' || type.kind === 'vector' ? type.element : type;
      offset = t.combine(offset, BigInt(strideOf(type)), this.machine.signed(number));
    }
    return { kind: 'pointer', targets: base.targets.map((x) => ({ ...x, offset: t.add(x.offset, offset) })) };
  }
}
