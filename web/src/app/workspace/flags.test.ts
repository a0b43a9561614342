import { afterEach, expect, test } from 'vitest'
import { readStored } from '../../lib/storage.ts'
import { flagsOf, keepFlags } from './flags.ts'
import { entry, layout } from './menu-fixture.ts'
import { assembleRoutes, modulesOf } from './menu.ts'

const menu = [
  layout('/operation', '生产运营', [entry('/taskCenter', '任务中心')]),
  entry('/screen/page', '大屏'),
  entry('/screen/jd', 'JD 大屏'),
  entry('/AIGC', '智能助手'),
  entry('/smartAnalyze', '数据分析系统'),
  entry('/houseHold', '户用系统'),
]

afterEach(() => localStorage.clear())

test('screens, assistant and sister systems are flags, kept out of the side menu', () => {
  const routes = assembleRoutes(menu, new Set())
  expect(routes.flags).toEqual({
    hasScreen: true,
    JDScreen: true,
    AIGC: true,
    sisters: ['/smartAnalyze', '/houseHold'],
    ERP: false,
  })
  expect(modulesOf(routes).map(({ meta }) => meta.title)).toEqual(['生产运营'])
})

test('what the menu lacks is no flag; /isolarerp at its top sets the ERP’s', () => {
  const erp = layout('/isolarerp', 'ERP', [entry('/isolarerp/home', '首页')])
  expect(flagsOf([erp, layout('/a', 'A', [entry('/AIGC', '助手')])])).toEqual({
    hasScreen: false,
    JDScreen: false,
    AIGC: false,
    sisters: [],
    ERP: true,
  })
})

test('local storage has them under their names', () => {
  keepFlags(flagsOf(menu))
  expect([readStored('hasScreen'), readStored('JDScreen'), readStored('AIGC'), readStored('ERP')]).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(readStored('sisters')).toEqual(['/smartAnalyze', '/houseHold'])
  keepFlags(flagsOf([]))
  expect([readStored('hasScreen'), readStored('sisters')]).toEqual([false, []])
})
