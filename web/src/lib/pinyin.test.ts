import { renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { send } from './call.ts'
import { isNamed, loadReadings } from './pinyin.ts'

vi.mock('./call.ts', { spy: true })

const READINGS =
  '红hong,gong 柳liu 沟gou 长chang,zhang 乐le,yue,yao,lao 西xi 安an 县xian,xuan 绿lv,lu 洲zhou 中zhong 山shan'

it('finds by characters until the readings have come, and asks for them once', async () => {
  vi.mocked(send)
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue(READINGS as never)
  await loadReadings()
  expect(isNamed('红柳沟一期', '柳沟')).toBe(true)
  expect(isNamed('红柳沟一期', 'hlg')).toBe(false)
  await Promise.all([loadReadings(), loadReadings()])
  expect(isNamed('红柳沟一期', 'hlg')).toBe(true)
  expect(send).toHaveBeenCalledTimes(2)
})

it.each([
  ['红柳沟', 'hongliugou', true],
  ['红柳沟', 'HLG', true],
  ['红柳沟', 'hongliug', true],
  ['红柳沟', 'hliugou', true],
  ['红柳沟', '红lg', true],
  ['红柳沟', "hong'liu", true],
  ['红柳沟 A01A03', 'a01 hlg', true],
  ['红柳沟', '', true],
  ['红柳沟', 'ongliu', false],
  ['红柳沟', 'hg', false],
  ['红柳沟', 'hongliugous', false],
  ['红柳沟', 'hlg%', false],
  ['长乐', 'changle', true],
  ['长乐', 'zhangyue', true],
  ['西安', 'xian', true],
  ['县', 'xian', true],
  ['绿洲', 'lvzhou', true],
  ['中山', 'zhs', true],
  ['中山', 'zhsh', true],
  ['中山', 'zsx', false],
])('as the database does, %s by %s: %s', async (name, words, isFound) => {
  vi.mocked(send).mockResolvedValue(READINGS as never)
  await loadReadings()
  expect(isNamed(name, words)).toBe(isFound)
})

it('is the search of selects, by the field they name, and another one when the readings have come', async () => {
  vi.resetModules()
  const fresh = await import('./pinyin.ts')
  vi.mocked(send).mockResolvedValue(READINGS as never)
  const { result } = renderHook(() => fresh.useSearchBy('search'))
  const before = result.current.filterOption
  expect(before('hl', { search: '红柳沟 13800000000' })).toBe(false)
  await waitFor(() => expect(result.current.filterOption).not.toBe(before))
  const { filterOption } = result.current
  expect(filterOption('hl', { search: '红柳沟 13800000000' })).toBe(true)
  expect(filterOption('hx', { search: '红柳沟' })).toBe(false)
  expect(filterOption('h', undefined)).toBe(false)
})

it('reads long names and long words without trying every way', () => {
  const name = '安'.repeat(60)
  expect(isNamed(name, `${'an'.repeat(24)}x`)).toBe(false)
})
