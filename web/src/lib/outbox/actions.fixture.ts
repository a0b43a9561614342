import fc from 'fast-check'
import { PIECE_BYTES } from './book.ts'
import { damages } from './device.fixture.ts'

export const ORDERS = ['order-1', 'order-2', 'order-3']
/** Of photos. */
export const SIZES = [100, 3000, PIECE_BYTES, PIECE_BYTES + 7]
export const DEVICES = 2

const device = fc.nat(DEVICES - 1)
const action = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      device,
      window: fc.nat(2),
      lane: fc.nat(ORDERS.length),
      kind: fc.constantFrom('step', 'step', 'hours', 'note', 'photo', 'photo', 'submit', 'defect'),
      // Large ones take most of the time.
      size: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 3),
    }),
  },
  {
    weight: 30,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      steps: fc.integer({ min: 1, max: 40 }),
      seed: fc.nat(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('kill' as const),
      device,
      arrives: fc.boolean(),
      /** In the middle of the write after so many. */
      cut: fc.option(fc.integer({ min: 1, max: 12 })),
      damage: fc.option(fc.constantFrom(...damages), { freq: 2 }),
      part: fc.double({ min: 0, max: 0.999, noNaN: true }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('window' as const), device }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('line' as const), device, is: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('token' as const), device, is: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('update' as const), device, is: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('quota' as const), device, is: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const), order: fc.nat(ORDERS.length - 1) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('drop' as const), device, pick: fc.nat(9) }) },
)

export type Action = typeof action extends fc.Arbitrary<infer One> ? One : never

/** What happens, and the seed of what the line does meanwhile. */
export const sequence = fc.tuple(fc.array(action, { minLength: 20, maxLength: 160, size: 'max' }), fc.nat())
