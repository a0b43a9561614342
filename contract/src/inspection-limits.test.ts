import { describe, expect, it } from 'vitest'
import {
  excess,
  faultOfLimits,
  gradesOf,
  judge,
  rangeText,
  readingLimits,
  spanOf,
  watchText,
} from './inspection-limits.ts'

const limits = (given: unknown) => readingLimits.parse(given)
const oil = limits({
  high: { at: 85 },
  watch: { high: { at: 75 } },
  gradeI: { high: { at: 95, open: true } },
  grade: 'II',
})
const tilt = limits({ low: { at: -2 }, high: { at: 2 } })
const hotSpot = limits({ high: { at: 20, open: true } })
const efficiency = limits({ low: { at: 98 } })
const delta = limits({
  high: { at: 80, open: true },
  gradeII: { high: { at: 80 } },
  gradeI: { high: { at: 95 } },
})
const floating = limits({
  low: { at: 2.23 },
  high: { at: 2.28 },
  watch: { low: { at: 2.24 }, high: { at: 2.27 } },
})

describe('a reading is judged by its limits (domain.md §4)', () => {
  it.each([
    ['top oil', oil, 74.9, 'normal', null],
    ['top oil', oil, 75, 'watch', null],
    ['top oil', oil, 85, 'watch', null],
    ['top oil', oil, 85.1, 'abnormal', 'II'],
    ['top oil', oil, 95, 'abnormal', 'II'],
    ['top oil', oil, 95.1, 'abnormal', 'I'],
    ['tracker', tilt, -2, 'normal', null],
    ['tracker', tilt, -2.1, 'abnormal', 'III'],
    ['tracker', tilt, 2.1, 'abnormal', 'III'],
    ['hot spot', hotSpot, 19.9, 'normal', null],
    ['hot spot', hotSpot, 20, 'abnormal', 'III'],
    ['efficiency', efficiency, 98, 'normal', null],
    ['efficiency', efficiency, 97.9, 'abnormal', 'III'],
    ['δ', delta, 79.9, 'normal', null],
    ['δ', delta, 80, 'abnormal', 'II'],
    ['δ', delta, 95, 'abnormal', 'I'],
    ['battery', floating, 2.23, 'watch', null],
    ['battery', floating, 2.25, 'normal', null],
    ['battery', floating, 2.28, 'watch', null],
    ['battery', floating, 2.29, 'abnormal', 'III'],
    ['anything', limits({}), 1_000_000, 'normal', null],
  ] as const)('%s %# %s → %s', (_name, given, value, verdict, grade) => {
    expect(judge(value, given)).toEqual({ verdict, grade })
  })

  it('whose own grade is the gravest stays that', () => {
    const gas = limits({ high: { at: 0 }, gradeII: { high: { at: 5 } }, grade: 'I' })
    expect(judge(6, gas)).toEqual({ verdict: 'abnormal', grade: 'I' })
    expect(gradesOf(gas)).toEqual(['I'])
  })

  it('says by how much it is outside', () => {
    expect([
      excess(96, limits({ high: { at: 90 } })),
      excess(97.5, efficiency),
      excess(98, efficiency),
    ]).toEqual([6, 0.5, 0])
    expect(excess(20, hotSpot)).toBe(0)
  })
})

describe('limits', () => {
  it.each([
    [{ low: { at: 5 }, high: { at: 4 } }, '下限不能大于上限'],
    [{ high: { at: 85 }, watch: { high: { at: 86 } } }, '关注的上限应在正常范围内'],
    [{ low: { at: 5 }, watch: { low: { at: 4 } } }, '关注的下限应在正常范围内'],
    [{ watch: { low: { at: 5 }, high: { at: 4 } } }, '关注的下限不能大于关注的上限'],
    [{ high: { at: 85 }, gradeII: { high: { at: 80 } } }, 'II 级的上限不能小于正常范围的上限'],
    [{ gradeI: { high: { at: 80 } } }, 'I 级的上限不能小于正常范围的上限'],
    [{ low: { at: 5 }, gradeI: { low: { at: 6 } } }, 'I 级的下限不能大于正常范围的下限'],
    [
      { high: { at: 85 }, gradeII: { high: { at: 95 } }, gradeI: { high: { at: 90 } } },
      'I 级的上限不能小于 II 级的上限',
    ],
    [
      { low: { at: 5 }, gradeII: { low: { at: 1 } }, gradeI: { low: { at: 2 } } },
      'I 级的下限不能大于 II 级的下限',
    ],
  ])('%j are refused: %s', (given, fault) => {
    const { error } = readingLimits.safeParse(given)
    expect(error?.issues[0]?.message).toBe(fault)
  })

  it('that fit are not', () => {
    for (const given of [oil, tilt, hotSpot, efficiency, delta, floating])
      expect(faultOfLimits(given)).toBe(null)
  })

  it('are told in words', () => {
    expect([oil, tilt, hotSpot, efficiency, limits({})].map(rangeText)).toEqual([
      '≤ 85',
      '-2–2',
      '< 20',
      '≥ 98',
      '',
    ])
    expect(rangeText(limits({ low: { at: 1, open: true }, high: { at: 2 } }))).toBe('> 1，≤ 2')
    expect([oil, floating, tilt].map(watchText)).toEqual(['≥ 75 关注', '≥ 2.27 或 ≤ 2.24 关注', ''])
    expect([oil, delta, tilt].map(gradesOf)).toEqual([['II', 'I'], ['III', 'II', 'I'], ['III']])
  })

  it('lie on a bar with some room beyond', () => {
    for (const given of [oil, tilt, hotSpot, efficiency, delta, floating]) {
      const { from, to } = spanOf(given)
      for (const each of [given.low, given.high, given.gradeI.high])
        if (each) expect(each.at >= from && each.at <= to).toBe(true)
      expect(from).toBeLessThan(to)
    }
    expect(spanOf(oil).from).toBe(0)
    expect(spanOf(limits({}))).toEqual({ from: 0, to: 100 })
    expect(spanOf(efficiency).from).toBeGreaterThan(0)
  })
})
