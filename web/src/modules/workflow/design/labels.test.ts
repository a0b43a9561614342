import { expect, test, vi } from 'vitest'
import { settleNames } from './labels.ts'
import type { Modeler } from './services.ts'

/** A name below a step that is 80 high at 100, with a flow that ends at each of these heights. */
function settled(...ends: number[]) {
  const labelTarget = {
    y: 100,
    height: 80,
    incoming: [],
    outgoing: ends.map((y) => ({ waypoints: [{ x: 0, y }] })),
  }
  const label = { labelTarget, y: 186, height: 20 }
  const update = vi.fn()
  const services = {
    elementRegistry: { filter: () => [label], getGraphics: () => null },
    graphicsFactory: { update },
  }
  settleNames({ get: (name: keyof typeof services) => services[name] } as unknown as Modeler)
  return { y: label.y, isDrawn: update.mock.calls.length === 1 }
}

test('a name goes above its element where a flow begins below it, if none does above', () => {
  expect(settled()).toEqual({ y: 186, isDrawn: false })
  expect(settled(140)).toEqual({ y: 186, isDrawn: false })
  expect(settled(180)).toEqual({ y: 74, isDrawn: true })
  expect(settled(180, 100)).toEqual({ y: 186, isDrawn: false })
})
