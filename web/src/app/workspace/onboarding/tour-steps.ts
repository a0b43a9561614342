import { paths } from '@heliodesk/contract/paths.ts'
import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { childrenOf, firstPath, type Routes } from '../menu.ts'

export type TourStep = {
  key: string
  title: string
  text: string
  /** Selectors for the target of the step: the first visible one is used. */
  targets: string[]
}

/** Guests of a partner have no switcher (spec 1 §2.5). */
const GUEST_ROLE = 'r10055'

const SWITCHER: TourStep = {
  key: 'switcher',
  title: '菜单切换',
  text: '在这里切换到您有权使用的其他系统。',
  targets: ['[data-tour=switcher]'],
}

const NAVIGATION: TourStep = {
  key: 'navigation',
  title: '顶部导航',
  text: '业务按模块排列，点击即可切换；左侧是当前模块的菜单。',
  targets: ['.head .mods', '.head [aria-label=打开菜单]'],
}

/** Pages on the tour; each is included if the user's menu has it, by its path or by its name. */
const PAGES = [
  { path: paths.ownFlows.path, title: '我的流程', text: '由您发起和等待您处理的流程都在这里。' },
  { path: paths.workPortal.path, title: '工作门户', text: '今天要做的事，一进来就能看到。' },
  { path: paths.orders.path, title: '任务中心', text: '数据范围内的全部工单，从派单到验收。' },
  { path: paths.orderHall.path, title: '接单大厅', text: '等待认领的工单，接单后由您负责。' },
  { path: paths.taskView.path, title: '任务视图', text: '以看板和时间轴查看任务安排。' },
  { path: paths.processPanel.path, title: '流程面板', text: '每个流程走到哪一步，由谁处理。' },
]

/** The steps of the onboarding tour, in the order of spec 1 §2.7. */
export const noviceSteps = (routes: Pick<Routes, 'menu'>, roleCodes: readonly string[]): TourStep[] => [
  ...(roleCodes.includes(GUEST_ROLE) ? [] : [SWITCHER]),
  NAVIGATION,
  ...PAGES.flatMap(({ path, title, text }) => {
    const found = findShown(routes.menu, (entry) => entry.path === path || entry.meta.title === title)
    return found ? [{ key: path, title, text, targets: targetsOf(found) }] : []
  }),
]

const PERFORMANCE = { title: '履约管理', text: '原“履约界面”已升级为“履约管理”。' }
const PRODUCTION = { path: paths.production.path, title: '生产运营', text: '“数据填报”已移至生产运营下。' }

/** The places that the version notes mention, as far as they are visible to the user. */
export function movedSteps({ menu }: Pick<Routes, 'menu'>): TourStep[] {
  const performance = findShown(menu, ({ meta }) => meta.title === PERFORMANCE.title)
  const production = findShown(menu, ({ path }) => path === PRODUCTION.path)
  return [
    { ...NAVIGATION, text: '菜单有所调整，各项功能仍按模块排列在这里。' },
    ...(performance ? [{ key: 'performance', ...PERFORMANCE, targets: targetsOf(performance) }] : []),
    ...(production ? [{ key: 'production', ...PRODUCTION, targets: targetsOf(production) }] : []),
  ]
}

type Found = { entry: MenuEntry; module: MenuEntry }

function findShown(menu: readonly MenuEntry[], isWanted: (entry: MenuEntry) => boolean): Found | null {
  const search = (entry: MenuEntry, module: MenuEntry): Found | null => {
    if (entry.hidden) return null
    if (isWanted(entry)) return { entry, module }
    for (const child of childrenOf(entry)) {
      const found = search(child, module)
      if (found) return found
    }
    return null
  }
  for (const module of menu) {
    const found = search(module, module)
    if (found) return found
  }
  return null
}

/** The entry itself in the side menu, the bottom bar or the header, else its module. */
const targetsOf = ({ entry, module }: Found): string[] => [
  `.side a[href="#${entry.path}"]`,
  `.bottom-bar a[href="#${entry.path}"]`,
  `.head .mods a[href="#${firstPath(module) ?? module.path}"]`,
  '.head [aria-label=打开菜单]',
]
