import type { DraftEntry } from '@heliodesk/contract/menus.ts'
import { createHash } from 'node:crypto'
import type { SelectQueryBuilder } from 'kysely'
import type { DB } from '../../platform/db-types.ts'
import type { Db } from '../../platform/postgres.ts'

/** A menu or a button as it is stored; one that a draft adds has its key in the draft as its id. */
export type Entry = {
  id: string
  parentId: string | null
  menuType: number
  name: string
  code: string | null
  path: string | null
  component: string | null
  redirect: string | null
  icon: string | null
  sortNo: number
  hidden: boolean
  alwaysShow: boolean
  keepAlive: boolean
  route: boolean
  external: boolean
  url: string | null
  target: '_blank' | '_self' | null
  status: '0' | '1'
}

/** All entries of the company in their order. */
export const entryRows = (db: Db): SelectQueryBuilder<DB & { p: DB['permission'] }, 'p', Entry> =>
  db
    .selectFrom('permission as p')
    .select(['p.id', 'p.parent_id as parentId', 'p.menu_type as menuType', 'p.name', 'p.code', 'p.path'])
    .select(['p.component', 'p.redirect', 'p.icon', 'p.sort_order as sortNo', 'p.hidden'])
    .select(['p.always_show as alwaysShow', 'p.keep_alive as keepAlive', 'p.route', 'p.external', 'p.url'])
    .select((eb) => [
      eb.ref('p.target').$castTo<Entry['target']>().as('target'),
      eb.ref('p.status').$castTo<Entry['status']>().as('status'),
    ])
    .orderBy('p.sort_order')
    .orderBy('p.id')

type Sent = Omit<DraftEntry, 'key' | 'above'>

/** What was sent as an entry: '' is none, and fields that its kind does not have are left out. */
export function entryOf(sent: Sent, id: string, parentId: string | null): Entry {
  const text = (value: string | null) => (value === '' ? null : value)
  const given = { path: text(sent.path), url: text(sent.url) }
  const isButton = sent.menuType === 2
  // A stock client has one field for the path and the address.
  const isPath = given.path === null && given.url?.startsWith('/') === true
  const url = isButton || isPath || given.url === given.path ? null : given.url
  const path = isButton ? null : isPath ? given.url : (given.path ?? pathOf(url))
  const component = isButton || (url !== null && !isPath) ? null : text(sent.component)
  const isDirectory = url === null && (component === null || component.startsWith('layouts/'))
  return {
    id,
    parentId,
    menuType: isButton ? 2 : isDirectory && parentId === null ? 0 : 1,
    name: sent.name,
    code: isButton ? text(sent.perms) : null,
    path,
    component,
    redirect: isButton || url !== null ? null : text(sent.redirect),
    icon: text(sent.icon),
    sortNo: sent.sortNo,
    hidden: !isButton && sent.hidden,
    alwaysShow: !isButton && sent.alwaysShow,
    keepAlive: sent.keepAlive,
    route: sent.route,
    external: url !== null && sent.internalOrExternal,
    url,
    target: isButton || isDirectory || (url !== null && !sent.internalOrExternal) ? null : sent.target,
    status: sent.status,
  }
}

/** The path of an address that was sent without one, as the family makes it. */
const pathOf = (url: string | null): string | null =>
  url === null ? null : `/${createHash('md5').update(url).digest('hex')}`

/** In the order of menus: new entries come after those of the same number. */
export const inOrder = (entries: readonly Entry[]): Entry[] => {
  const place = ({ id }: Entry) => (id.startsWith('new-') ? Number.MAX_SAFE_INTEGER : Number(id))
  return entries.toSorted((a, b) => a.sortNo - b.sortNo || place(a) - place(b))
}
