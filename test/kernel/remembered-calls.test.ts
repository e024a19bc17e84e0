import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProgramFunction } from '../../src/ir/program.ts';
import type { MemoryObject, Value } from '../../src/kernel/memory.ts';
import { withSlot } from '../../src/kernel/memory.ts';
import { Objects } from '../../src/kernel/objects.ts';
import { RememberedCalls } from '../../src/kernel/remembered-calls.ts';
import { contentOf, type State, stateAtEntry, withContent } from '../../src/kernel/state.ts';
import { MachineIntegers, Terms } from '../../src/terms/index.ts';

const NOTHING = { told: 0, made: 0, steps: 100 };

function setUp() {
  const terms = new Terms();
  const machine = new MachineIntegers(terms, { noOverflow() {}, positive() {}, notNegative() {} }, []);
  const objects = new Objects(terms, machine, { placementOf: () => null, onNumber() {} });
  const number = (value: number): Value => machine.make(32, terms.constant(value));
  const state: State = stateAtEntry(terms, new Map());
  const storing = (before: State, object: MemoryObject, value: Value) =>
    withContent(before, object.id, withSlot(contentOf(before, object.id), 0, 4, value));
  return { terms, objects, number, state, storing, calls: new RememberedCalls(objects) };
}

const FUNCTION = { name: 'f' } as ProgramFunction;

test('a call with the same arguments has the same outcome, in the objects that it is handed', () => {
  const { calls, objects, number, state, storing } = setUp();
  const [one, other] = [objects.onHeap('one'), objects.onHeap('other')];
  const before = storing(storing(state, one, number(1)), other, number(1));
  const asked = calls.ask(FUNCTION, [objects.pointerTo(one)], before, [])!;
  assert.equal(asked.known, null);
  calls.remember(asked, before, { state: storing(before, one, number(2)), value: objects.pointerTo(one) }, NOTHING);
  const again = calls.ask(FUNCTION, [objects.pointerTo(other)], before, [])!;
  const { state: after, value } = calls.answer(again, again.known!, before);
  assert.deepEqual(contentOf(after, other.id).slots.get(0)?.value, number(2));
  assert.deepEqual(contentOf(after, one.id).slots.get(0)?.value, number(1));
  assert.deepEqual(value, objects.pointerTo(other));
});

test('what the arguments lead to has to be the same, and the path', () => {
  const { calls, objects, number, state, storing, terms } = setUp();
  const one = objects.onHeap('one');
  const before = storing(state, one, number(1));
  calls.remember(
    calls.ask(FUNCTION, [objects.pointerTo(one)], before, [])!,
    before,
    { state: before, value: null },
    NOTHING,
  );
  assert.notEqual(calls.ask(FUNCTION, [objects.pointerTo(one)], before, [])!.known, null);
  assert.equal(calls.ask(FUNCTION, [objects.pointerTo(one)], storing(before, one, number(2)), [])!.known, null);
  assert.equal(calls.ask(FUNCTION, [objects.pointerTo(one)], before, [terms.one])!.known, null);
  const condition = terms.ne(terms.symbol('s', 'thread', 'input', { low: 0n, high: 1n }), terms.zero);
  assert.equal(calls.ask(FUNCTION, [objects.pointerTo(one)], { ...before, path: condition }, [])!.known, null);
});

test('a call that told the record something, or hands out its own memory, is not remembered', () => {
  const { calls, objects, number, state } = setUp();
  const cases = [
    { outcome: { state, value: number(3) }, spent: { ...NOTHING, told: 1 } },
    { outcome: { state, value: number(3) }, spent: { ...NOTHING, made: 1 } },
    { outcome: { state, value: objects.pointerTo(objects.onHeap('its own')) }, spent: NOTHING },
  ];
  for (const { outcome, spent } of cases) {
    calls.remember(calls.ask(FUNCTION, [number(1)], state, [])!, state, outcome, spent);
    assert.equal(calls.ask(FUNCTION, [number(1)], state, [])!.known, null);
  }
});

test('a number that is the address of own memory is no argument to go by', () => {
  const { calls, objects, state } = setUp();
  const [target] = (objects.pointerTo(objects.onHeap('one')) as Value & { kind: 'pointer' }).targets;
  const address: Value = { kind: 'int', width: 64, term: objects.addressOf(target!), signedExact: true };
  assert.equal(calls.ask(FUNCTION, [address], state, []), null);
});
