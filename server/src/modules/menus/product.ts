import { LAYOUT, openComponents } from '@heliodesk/contract/menus.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { keptByAdministrators } from '@heliodesk/contract/roles.ts'
import { topMenus } from '../../menu.ts'

const pages = topMenus.flatMap((menu) => menu.pages)
const holders = [...topMenus, ...pages]

/** What the product's own entries are made of, by path. */
const componentByPath: ReadonlyMap<string, string> = new Map(
  holders.map(({ path, component }) => [path, component]),
)
const codes: ReadonlySet<string> = new Set(holders.flatMap((holder) => holder.codes ?? []))

/** Whether an entry comes with the product. */
export const isBuiltIn = ({ path, code }: { path: string | null; code: string | null }): boolean =>
  path === null ? code !== null && codes.has(code) : componentByPath.has(path)

/** The pages without which nobody could administer the system, with the codes that open them. */
export const keptPages: readonly { path: string; code: string }[] = pages.flatMap(({ path, codes: held }) =>
  keptByAdministrators.filter((code) => held.includes(code)).map((code) => ({ path, code })),
)

/** The pages that an entry may show. */
export const pageComponents: readonly { component: string; title: string }[] = [
  ...pages.map(({ component, name }) => ({ component, title: name })),
  ...Object.entries(openComponents)
    .map(([component, title]) => ({ component, title }))
    .filter(({ component }) => pages.every((page) => page.component !== component)),
]
const known = new Set([LAYOUT, ...pageComponents.map(({ component }) => component)])

export const isKnownComponent = (component: string): boolean => known.has(component)

/** The only path that a switch of the product works at; null for what is no switch. */
export const pathOfSwitch = (component: string): string | null =>
  topMenus.find((menu) => menu.pages.length === 0 && menu.component === component)?.path ?? null

/** Paths that no entry may take, because the product answers them itself (specification 1 §2.1). */
const reserved: ReadonlySet<string> = new Set(
  [
    paths.home,
    paths.login,
    paths.alteration,
    paths.notFound,
    paths.preview,
    paths.requestPrint,
    paths.orderPrint,
    paths.ticketPrint,
    paths.statisticsPrint,
    paths.ticketReviewPrint,
  ]
    .map(({ path }) => path)
    .concat('/user'),
)

export const isReserved = (pathname: string): boolean => reserved.has(pathname)
