import { describe, expect, test } from 'vitest'
import { entry, layout } from '../menu-fixture.ts'
import { movedSteps, noviceSteps } from './tour-steps.ts'

const everything = {
  menu: [
    layout('/production', '生产运营', [
      entry('/operation/processPanel', '流程面板'),
      entry('/operation/taskView', '任务视图'),
      entry('/orderHall', '接单大厅'),
      entry('/taskCenter', '任务中心'),
      entry('/workPortal', '工作门户'),
    ]),
    layout('/process', '流程与协同', [entry('/process/mine', '我的流程')]),
  ],
}
const titles = (steps: { title: string }[]) => steps.map(({ title }) => title)

describe('the onboarding tour', () => {
  test('has its steps in the order of the specification, whatever the order of the menu', () => {
    expect(titles(noviceSteps(everything, ['r10020']))).toEqual([
      '菜单切换',
      '顶部导航',
      '我的流程',
      '工作门户',
      '任务中心',
      '接单大厅',
      '任务视图',
      '流程面板',
    ])
  })

  test('skips the menu switcher for role r10055, who has none', () => {
    expect(titles(noviceSteps(everything, ['r10030', 'r10055']))[0]).toBe('顶部导航')
  })

  test('has my processes and every other page only where they are permitted', () => {
    const menu = [layout('/production', '生产运营', [entry('/taskCenter', '任务中心')])]
    expect(titles(noviceSteps({ menu }, []))).toEqual(['菜单切换', '顶部导航', '任务中心'])
    const hidden = [layout('/personal', '我的流程', [], { hidden: true })]
    expect(titles(noviceSteps({ menu: hidden }, []))).not.toContain('我的流程')
    expect(titles(noviceSteps({ menu: [entry('/personal', '个人中心')] }, []))).toContain('我的流程')
  })
})

describe('the tour after the version notes', () => {
  test('leads to what moved, to 生产运营 only where /product/yunyin is permitted', () => {
    expect(titles(movedSteps(everything))).toEqual(['顶部导航'])
    const menu = [
      layout('/performance', '履约绩效', [entry('/performance/manage', '履约管理')]),
      layout('/product', '生产', [entry('/product/yunyin', '数据填报')]),
    ]
    expect(titles(movedSteps({ menu }))).toEqual(['顶部导航', '履约管理', '生产运营'])
  })
})
