import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantiationsFor, instantiationText } from '../../src/frontend/instantiations.ts';
import { kernelDefinitions } from '../../src/lexical/kernel-definitions.ts';

/** The attempts for the templates of a text, by their spelling. */
function attempts(text: string, launches: Record<string, readonly string[]> = {}): string[][] {
  const found = instantiationsFor(text, kernelDefinitions(text, 'cuda'), new Map(Object.entries(launches)), []);
  return found.map((some) => some.map(({ spelling }) => spelling));
}

const TEMPLATE = `enum class Mode { FLAT, NESTED };
namespace n {
template <typename T, int block_size, Mode mode>
__global__ void k(T *p) { p[threadIdx.x] = 0; }
`;

test('arguments are those with which the file names the template', () => {
  const [launched] = attempts(
    `${TEMPLATE}void f() { auto g = k<float, 64, Mode::FLAT>; occupancy(k<int, 32, Mode::NESTED>, 0); }}`,
  );
  assert.deepEqual(launched, ['n::k<float, 64, Mode::FLAT>', 'n::k<int, 32, Mode::NESTED>']);
});

test('names of the place get stand-ins, and what means the same everywhere stays', () => {
  const text = `${TEMPLATE}template <class U, int B> void f(U *p) { k<unsigned short, B, Mode::NESTED><<<1, B>>>(p); }}`;
  assert.deepEqual(attempts(text), [
    ['n::k<unsigned short, B, Mode::NESTED>'],
    ['n::k<unsigned short, 128, Mode::NESTED>'],
    ['n::k<float, 128, Mode::NESTED>'],
    ['n::k<int, 128, Mode::NESTED>'],
  ]);
});

test('an enumeration of which the text names no value is its first', () => {
  assert.deepEqual(attempts(`${TEMPLATE}}`)[2], ['n::k<float, 128, static_cast<Mode>(0)>']);
});

test('a comparison is no list of arguments', () => {
  assert.deepEqual(attempts(`${TEMPLATE}bool f(int k, int a, int b) { return k < a && b > (a); }}`)[0], []);
});

test('arguments are looked for in the namespaces of the template', () => {
  assert.equal(
    instantiationText([{ name: 'k', spelling: 'a::b::k<WIDTH>', isStandIn: false }]),
    'void __gpurace_use_0() { using namespace a; using namespace a::b; (void)&a::b::k<WIDTH>; }',
  );
});
