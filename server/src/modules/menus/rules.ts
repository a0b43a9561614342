import { kindOf, LAYOUT, MOST_ENTRIES, MOST_LEVELS } from '@heliodesk/contract/menus.ts'
import { permissionTitles } from '@heliodesk/contract/permissions.ts'
import { isOwn } from '@heliodesk/contract/own.ts'
import { isExternalLink, isUrl } from '@heliodesk/contract/validators.ts'
import type { Env } from '../../env.ts'
import { DomainError } from '../../kernel/context.ts'
import { frameRefusal } from '../../kernel/sources.ts'
import type { Entry } from './entries.ts'
import {
  isBuiltIn,
  isKnownComponent,
  isReserved,
  keptPages,
  pageComponents,
  pathOfSwitch,
} from './product.ts'

const refuse = (message: string) => new DomainError('menu.rule', message)

const WELL_FORMED = /^(?:\/[\w.~@:-]+)+(?:\?[\w.~%=&:-]+)?$/

export const kindOfEntry = (entry: Entry) => kindOf({ ...entry, internalOrExternal: entry.external })

/** Requires that the changed entries are what the product can show, and that the tree is one. */
export function requireRules(after: readonly Entry[], changed: readonly Entry[], env: Env): void {
  if (after.length > MOST_ENTRIES) throw refuse(`菜单与按钮最多 ${MOST_ENTRIES} 项`)
  const byId = new Map(after.map((entry) => [entry.id, entry]))
  for (const entry of changed) {
    requirePlace(entry, byId)
    if (entry.menuType === 2) requireCode(entry, after)
    else requireMenu(entry, after, env)
  }
  for (const entry of after) {
    requireDepth(entry, byId)
    requireRedirect(entry, after)
  }
  requireKeptPages(after, byId)
}

function requirePlace(entry: Entry, byId: ReadonlyMap<string, Entry>) {
  const parent = byId.get(entry.parentId ?? '')
  if (!parent && entry.menuType === 2) throw refuse(`按钮“${entry.name}”必须放在菜单下面`)
  if (parent?.menuType === 2) throw refuse(`“${entry.name}”不能放在按钮“${parent.name}”下面`)
}

/** The levels of menus above an entry and its own; throws where an entry lies below itself. */
function requireDepth(entry: Entry, byId: ReadonlyMap<string, Entry>) {
  const passed = new Set([entry.id])
  let levels = entry.menuType === 2 ? 0 : 1
  for (let { parentId } = entry; parentId !== null; parentId = byId.get(parentId)?.parentId ?? null) {
    if (passed.has(parentId)) throw refuse(`“${entry.name}”不能移到它自己下面`)
    passed.add(parentId)
    levels += 1
  }
  if (levels > MOST_LEVELS) throw refuse(`“${entry.name}”在第 ${levels} 级，菜单最多 ${MOST_LEVELS} 级`)
}

function requireCode(entry: Entry, after: readonly Entry[]) {
  if (entry.code === null) throw refuse(`按钮“${entry.name}”缺少权限码`)
  if (!isOwn(permissionTitles, entry.code))
    throw refuse(`按钮“${entry.name}”：产品里没有权限码“${entry.code}”`)
  const other = after.find(({ id, code }) => id !== entry.id && code === entry.code)
  if (other) throw refuse(`按钮“${entry.name}”：权限码“${entry.code}”已用于按钮“${other.name}”`)
}

function requireMenu(entry: Entry, after: readonly Entry[], env: Env) {
  requirePath(entry, after)
  const kind = kindOfEntry(entry)
  if (kind === 'link') {
    if (!isExternalLink(entry.url ?? ''))
      throw refuse(`“${entry.name}”：外链地址只能以 http、https、mailto 或 tel 开头`)
  } else if (entry.url !== null) requireFrame(entry, entry.url, env)
  else if (kind !== 'directory' || (entry.component !== null && entry.component !== LAYOUT))
    requireComponent(entry)
}

function requirePath({ id, name, path }: Entry, after: readonly Entry[]) {
  if (path === null) throw refuse(`“${name}”缺少路径`)
  if (!WELL_FORMED.test(path))
    throw refuse(`“${name}”：路径“${path}”应以 / 开头，各段只含字母、数字和 - _ . ~ : @`)
  if (isReserved(path.replace(/\?.*/, ''))) throw refuse(`“${name}”：路径“${path}”由产品自己使用`)
  const other = after.find((each) => each.id !== id && each.path === path)
  if (other) throw refuse(`“${name}”：路径“${path}”已用于“${other.name}”`)
}

function requireFrame({ name }: Entry, url: string, env: Env) {
  if (!isUrl(url) || !URL.canParse(url)) throw refuse(`“${name}”：内嵌页地址只能以 http 或 https 开头`)
  const refusal = frameRefusal(url, env)
  if (refusal !== null) throw refuse(`“${name}”：${refusal}`)
}

function requireComponent({ name, path, component }: Entry) {
  if (component === null) throw refuse(`“${name}”缺少组件`)
  const place = pathOfSwitch(component)
  if (place !== null && place !== path) throw refuse(`“${name}”：组件“${component}”只用于路径 ${place}`)
  if (place === null && !isKnownComponent(component))
    throw refuse(`“${name}”：产品里没有组件“${component}”，可选的有 ${pageComponents.length} 个`)
}

function requireRedirect(entry: Entry, after: readonly Entry[]) {
  const redirectOf = (path: string | null) => after.find((each) => each.path === path)?.redirect ?? null
  if (entry.redirect === null) return
  if (after.every(({ path }) => path !== entry.redirect))
    throw refuse(`“${entry.name}”：跳转的路径“${entry.redirect}”不在菜单里`)
  const passed = new Set([entry.path])
  for (let next: string | null = entry.redirect; next !== null; next = redirectOf(next)) {
    if (passed.has(next)) throw refuse(`“${entry.name}”：跳转绕回了自己`)
    passed.add(next)
  }
}

/** Administrators keep the pages by which they could mend everything else. */
function requireKeptPages(after: readonly Entry[], byId: ReadonlyMap<string, Entry>) {
  for (const { path, code } of keptPages) {
    const button = after.find((each) => each.code === code)
    const page = after.find((each) => each.path === path)
    const name = page?.name ?? path
    const lost = (why: string) => refuse(`“${name}”${why}，否则无人能再管理系统`)
    if (!page) throw lost('不能删除')
    if (button?.parentId !== page.id) throw lost(`必须保留“${permissionTitles[code as 'menu:manage']}”按钮`)
    if (page.redirect !== null || page.target !== null || !page.route)
      throw lost('不能设置跳转、打开方式或取消路由')
    for (let above: Entry | undefined = page; above; above = byId.get(above.parentId ?? '')) {
      if (above.hidden) throw lost(above === page ? '不能隐藏' : `的上级“${above.name}”不能隐藏`)
      if (above.status === '0') throw lost(above === page ? '不能停用' : `的上级“${above.name}”不能停用`)
      if (above !== page && kindOfEntry(above) !== 'directory') throw lost('只能放在目录下面')
    }
  }
}

/** What cannot be changed of entries that exist. */
export function requireUnchanged(before: Entry, after: Entry): void {
  if ((before.menuType === 2) !== (after.menuType === 2))
    throw refuse(`“${before.name}”不能在按钮与菜单之间改变`)
  // Whoever holds the button would have the other right at once.
  if (before.code !== after.code) throw refuse(`按钮“${before.name}”的权限码不能修改，请新建按钮`)
  if (!isBuiltIn(before)) return
  if (before.path !== after.path) throw refuse(`“${before.name}”是产品自带的菜单，不能修改路径`)
  if (before.component !== after.component || after.url !== null)
    throw refuse(`“${before.name}”是产品自带的菜单，不能修改组件`)
}

/** A menu with something below it stays. */
export function requireEmpty(removed: readonly Entry[], after: readonly Entry[]): void {
  for (const entry of removed) {
    const below = after.filter(({ parentId }) => parentId === entry.id)
    if (below.length > 0)
      throw refuse(
        `“${entry.name}”下还有 ${below.length} 项（${below
          .slice(0, 3)
          .map(({ name }) => name)
          .join('、')}），不能删除`,
      )
  }
}
