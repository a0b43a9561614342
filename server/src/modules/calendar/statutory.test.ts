import { describe, expect, it } from 'vitest'
import { statutoryDays } from './statutory.ts'

describe('the statutory days', () => {
  it('of 2026 are those that the State Council announced', () => {
    const days = statutoryDays(2026)!
    const of = (kind: string) => days.filter((each) => each.kind === kind).map(({ day }) => day)
    expect(of('work')).toEqual([
      '2026-01-04',
      '2026-02-14',
      '2026-02-28',
      '2026-05-09',
      '2026-09-20',
      '2026-10-10',
    ])
    expect(of('off')).toHaveLength(33)
    expect(days.find(({ day }) => day === '2026-02-17')).toEqual({
      day: '2026-02-17',
      kind: 'off',
      name: '春节',
    })
    expect(days.find(({ day }) => day === '2026-02-14')).toEqual({
      day: '2026-02-14',
      kind: 'work',
      name: '春节调休',
    })
  })

  it('of each year since 2004 are about as many, each once', () => {
    for (let year = 2004; year <= 2026; year++) {
      const days = statutoryDays(year)!
      expect(new Set(days.map(({ day }) => day)).size).toBe(days.length)
      expect(days.length).toBeGreaterThan(20)
      expect(days.length).toBeLessThan(45)
    }
  })

  it('of a year that nobody has announced are not guessed', () => {
    expect(statutoryDays(2050)).toBeNull()
  })
})
