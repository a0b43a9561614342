import { describe, expect, test } from 'vitest'
import { scaleTop, sharesOf } from './scale.ts'

describe('bars beside each other', () => {
  test('are drawn to the largest', () => {
    expect(sharesOf([100, 50, 0])).toEqual([
      { share: 1, broken: false },
      { share: 0.5, broken: false },
      { share: 0, broken: false },
    ])
  })

  test('one huge loss does not flatten the others, and its bar is the longest and broken', () => {
    const [huge, ...others] = sharesOf([22_400, 412, 268.4, 154.3, 88.7, 36.2])
    expect(huge).toEqual({ share: 1, broken: true })
    expect(others.every(({ broken }) => !broken)).toBe(true)
    expect(others[0]!.share).toBeLessThan(1)
    expect(others[0]!.share).toBeGreaterThan(0.5)
    expect(others.at(-1)!.share).toBeGreaterThan(0.05)
  })

  test('two huge ones leave the scale together', () => {
    expect(sharesOf([22_400, 18_605, 412, 268, 154, 88]).map(({ broken }) => broken)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  test('where most are huge, the few small ones are small', () => {
    expect(sharesOf([900, 800, 700, 1]).some(({ broken }) => broken)).toBe(false)
  })

  test('nothing has no length', () => {
    expect(sharesOf([0, 0])).toEqual([
      { share: 0, broken: false },
      { share: 0, broken: false },
    ])
    expect(scaleTop([])).toBe(0)
  })
})
