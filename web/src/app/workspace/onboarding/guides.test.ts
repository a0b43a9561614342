import { afterEach, describe, expect, test } from 'vitest'
import { writeCookie } from '../../../lib/cookies.ts'
import { keepTourRun, nextGuide, tourHasRun, type Guide } from './guides.ts'

const notes = { version: '2.0', notes: ['一', '二', '三'] }
const guide = (novice: '0' | '1', performance: '0' | '1', versionNotes: typeof notes | null = null) => ({
  IS_FIRST_NOVICE_GUIDE: novice,
  IS_FIRST_PERFORMANCE_Guide: performance,
  versionNotes,
})
const over = (...guides: Guide[]) => new Set(guides)

describe('what is shown once', () => {
  test('is the tour only when its flag is 1 and it has not run in this browser', () => {
    expect(nextGuide(guide('1', '0'), false, over())).toBe('novice')
    expect(nextGuide(guide('0', '0'), false, over())).toBeNull()
    expect(nextGuide(guide('1', '0'), true, over())).toBeNull()
    expect(nextGuide(guide('1', '0'), false, over('novice'))).toBeNull()
  })

  test('is the performance guide only when its flag is 1', () => {
    expect(nextGuide(guide('0', '1'), false, over())).toBe('performance')
    expect(nextGuide(guide('0', '0'), false, over())).toBeNull()
    expect(nextGuide(guide('0', '1'), false, over('performance'))).toBeNull()
  })

  test('is the version modal while there are notes, then the guided tour, then nothing', () => {
    expect(nextGuide(guide('0', '0', notes), false, over())).toBe('version')
    expect(nextGuide(guide('0', '0', notes), false, over('version'))).toBe('moved')
    // By then the server has stored that the notes were read.
    expect(nextGuide(guide('0', '0'), false, over('version'))).toBe('moved')
    expect(nextGuide(guide('0', '0'), false, over('version', 'moved'))).toBeNull()
  })

  test('comes one after the other', () => {
    const all = guide('1', '1', notes)
    expect(nextGuide(all, false, over())).toBe('novice')
    expect(nextGuide(all, false, over('novice'))).toBe('performance')
    expect(nextGuide(all, false, over('novice', 'performance'))).toBe('version')
  })
})

describe('once per browser', () => {
  afterEach(() => {
    localStorage.clear()
    writeCookie('isFirst', '', -1)
  })

  test('isFirst is set to 1, here and in a cookie that outlives signing out', () => {
    expect(tourHasRun()).toBe(false)
    keepTourRun()
    expect(JSON.parse(localStorage.getItem('heliodesk__isFirst')!)).toMatchObject({ value: 1 })
    expect(document.cookie).toContain('heliodesk_isFirst=1')
    localStorage.clear()
    expect(tourHasRun()).toBe(true)
  })
})
