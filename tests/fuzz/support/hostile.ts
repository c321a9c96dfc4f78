/** Values that nobody should send. */
import fc from 'fast-check'

/** Lists in a list, so many times over. */
function nested(depth: number): unknown {
  let value: unknown = []
  for (let i = 1; i < depth; i++) value = [value]
  return value
}

const DEEP = nested(100_000)
const LONG = 'x'.repeat(120_000)

/** As `JSON.parse` makes it, the name is a field of its own. */
const PROTOTYPE: unknown = JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"a":1}}}')

/** At the ends of ranges and beyond them, as JSON has them. */
const JSON_NUMBERS = [
  ...[0, 1, -1, 2, 15, 16, 17, 18, 60, 61, 255, 256, 1000, 1001, 5000, 0.5, 1.5, 1e-9, 1e-320, 0.1 + 0.2],
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 52 + 0.5, 2 ** 53 - 1, 2 ** 53, 1e15, 1e21, 1e308, -1e308, Number.MAX_VALUE],
]

export const jsonNumber = fc.oneof(
  fc.constantFrom(...JSON_NUMBERS),
  fc.integer({ min: -20, max: 2_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

export const hostileText = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '\n', '\0', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'NaN', '-0', '1e999', '0x10', '∞'],
    ...[
      '\ud800',
      '\udc00x',
      '\ufeff',
      'a\u202eb',
      '\u001b[2J',
      '../../etc/passwd',
      "'; DROP TABLE games; --",
      '%s%n',
      '{{1}}',
      '💣'.repeat(30),
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 100 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map(units => String.fromCharCode(...units)),
  { arbitrary: fc.constant(LONG), weight: 1 },
)

/** What JSON can carry. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: jsonNumber, weight: 6 },
  { arbitrary: hostileText, weight: 4 },
  {
    arbitrary: fc.constantFrom<unknown>(
      ...[null, true, false, [], {}, [[]], [null], [1, 2, 3], { length: 1e9 }, { toString: 1 }, { valueOf: null, toString: [] }],
      ...[{ toJSON: 1 }, { then: 1 }, PROTOTYPE, nested(40), nested(49), nested(51), nested(1_000)],
    ),
    weight: 6,
  },
  {
    arbitrary: fc.constantFrom<unknown>(
      DEEP,
      Array.from({ length: 6_000 }, () => 'x'),
      Array.from({ length: 1_001 }, (_, i) => i + 1),
    ),
    weight: 1,
  },
  { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 1 },
)

/** What a window can send besides: all that `structuredClone` takes. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileJson, weight: 5 },
  {
    arbitrary: fc.constantFrom<unknown>(
      ...[undefined, NaN, Infinity, -Infinity, -0, 10n ** 30n, new Date(NaN), new Map([[1, 2]]), new Set([1]), /x/g],
      ...[new Uint8Array(8), new Float64Array(2), new ArrayBuffer(8), new Array(5), new Error('no'), Object.create(null)],
    ),
    weight: 1,
  },
)
