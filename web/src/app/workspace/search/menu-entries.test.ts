import { describe, expect, test, vi } from 'vitest'
import { assembleRoutes } from '../menu.ts'
import { entry, layout } from '../menu-fixture.ts'
import { findPlaces, placesOf } from './menu-entries.ts'
import { send } from '../../../lib/call.ts'
import { loadReadings } from '../../../lib/pinyin.ts'

vi.mock('../../../lib/call.ts', { spy: true })

const outside = { internalOrExternal: true, url: 'https://weather.example/' }

const routes = assembleRoutes(
  [
    layout('/production', '生产运营', [
      entry('/dashboard/analysis', '首页'),
      entry('/taskCenter', '任务中心'),
      layout('/operation', '任务管理', [entry('/operation/taskView', '任务视图')]),
      entry('/operation/detail/:id', '任务详情'),
      entry('/editMail', '任务信箱', { hidden: true }),
    ]),
    layout('/hiddenModule', '任务隐藏', [entry('/operation/inHidden', '隐藏任务')], { hidden: true }),
    entry('/operation/weather', '任务天气', { meta: outside }),
    entry('/operation/report', '任务报表', { meta: { url: 'https://report.example/' } }),
    entry('/solarCare', '任务智能巡检'),
    layout('/care', '巡检', [entry('/care/solarCare/list', '任务巡检列表')]),
    entry('/AIGC', '任务助手', { component: 'flags/Assistant' }),
  ],
  new Set(),
)
const places = placesOf(routes)
const find = (words: string) => findPlaces(places, words).map(({ title }) => title)

describe('the menu search', () => {
  test('finds visible entries by a part of their title, those that begin with it first', () => {
    expect(find('任务')).toEqual(['任务中心', '任务视图', '任务天气', '任务报表'])
    expect(find('视图')).toEqual(['任务视图'])
    expect(find('页')).toEqual(['首页'])
    expect(find('不存在')).toEqual([])
  })

  test('never finds hidden entries, nor what stands below them', () => {
    expect(find('信箱')).toEqual([])
    expect(find('隐藏')).toEqual([])
  })

  test('never finds containers, flags or patterns', () => {
    expect(find('任务管理')).toEqual([])
    expect(find('生产')).toEqual([])
    expect(find('助手')).toEqual([])
    expect(find('详情')).toEqual([])
  })

  test('never finds a path with solarCare in it', () => {
    expect(find('巡检')).toEqual([])
  })

  test('leads an external or framed entry to what its title is mapped to, others to their own path', () => {
    const targetOf = (title: string) => places.find((place) => place.title === title)?.target
    expect(targetOf('任务天气')).toBe('https://weather.example/')
    expect(targetOf('任务报表')).toBe('/operation/report')
    expect(targetOf('任务中心')).toBe('/taskCenter')
  })

  test('finds by pinyin', async () => {
    vi.mocked(send).mockResolvedValue('任ren 务wu 视shi 图tu' as never)
    await loadReadings()
    expect(find('renwushitu')).toEqual(['任务视图'])
    expect(find('rwst')).toEqual(['任务视图'])
    expect(find('视图 rw')).toEqual(['任务视图'])
    expect(find('视图 首页')).toEqual([])
  })

  test('says what an entry stands under', () => {
    expect(places.find(({ title }) => title === '任务视图')?.above).toBe('生产运营 / 任务管理')
  })

  test('without words lists every entry in the order of the menu', () => {
    expect(find(' ')).toEqual(['首页', '任务中心', '任务视图', '任务天气', '任务报表'])
  })
})
