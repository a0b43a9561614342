import type { MenuAction, menuCalls } from '@heliodesk/contract/menus.ts'
import { sql } from 'kysely'
import type { Ctx, Handler } from '../../kernel/context.ts'
import { sysPageOf } from '../../kernel/paging.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { ownDepartments } from '../departments/index.ts'
import { fieldsChanged, fieldTitles, type Applied } from './draft.ts'
import type { Entry } from './entries.ts'

type Edited = { title: string; from: string; to: string }

const words = (value: string | number | boolean | null): string =>
  value === null ? '' : typeof value === 'boolean' ? (value ? '是' : '否') : String(value)

/** Runs within the transaction of the change; `idOf` gives the new entries their ids. */
export async function recordMenuEvents(
  { db, who, now }: Ctx,
  { added, changed, removed, after }: Applied,
  before: readonly Entry[],
  idOf: (key: string) => string,
): Promise<void> {
  const namesOf = (entries: readonly Entry[]) => new Map(entries.map((entry) => [entry.id, entry]))
  const [were, are] = [namesOf(before), namesOf(after)]
  const nameIn = (entries: ReadonlyMap<string, Entry>, { name, parentId }: Entry) => {
    const above = parentId === null ? undefined : entries.get(parentId)
    return above ? `${above.name} · ${name}` : name
  }
  const above = (entries: ReadonlyMap<string, Entry>, id: string | null) =>
    id === null ? '顶层' : (entries.get(id)?.name ?? '')
  const edits = changed.map(({ before: was, after: is }) => {
    const fields = fieldsChanged(was, is)
    const edited = fields.map((field): Edited =>
      field === 'parentId'
        ? { title: '上级', from: above(were, was.parentId), to: above(are, is.parentId) }
        : field === 'status'
          ? { title: '启用', from: words(was.status === '1'), to: words(is.status === '1') }
          : { title: fieldTitles[field], from: words(was[field]), to: words(is[field]) },
    )
    const isMove = fields.every((field) => field === 'parentId' || field === 'sortNo')
    return { id: is.id, action: isMove ? 'move' : 'edit', name: nameIn(are, is), edited }
  })
  const events: { id: string; action: string; name: string; edited: Edited[] }[] = [
    ...removed.map((entry) => ({ id: entry.id, action: 'remove', name: nameIn(were, entry), edited: [] })),
    ...added.map((entry) => ({ id: idOf(entry.id), action: 'create', name: nameIn(are, entry), edited: [] })),
    ...edits,
  ]
  if (events.length === 0) return
  await insertRows(
    db,
    'menu_event',
    events.map(({ id, edited, ...event }) => ({
      tenant_id: who.tenantId,
      permission_id: id,
      at: now,
      actor_id: who.userId,
      actor_name: who.realname,
      ...event,
      edited: edited as never,
    })),
  )
}

export const listMenuHistory: Handler<(typeof menuCalls)['history']> = async (ctx, wanted) => {
  const events = ctx.db
    .selectFrom('menu_event as e')
    .select(['e.id', 'e.at as time', 'e.name'])
    .select([
      sql<MenuAction>`e.action`.as('action'),
      sql<Edited[]>`e.edited`.as('edited'),
      sql<string | null>`case when exists (
        select from app_user u join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
        where u.tenant_id = e.tenant_id and u.id = e.actor_id and ${ownDepartments(ctx.who, 'd.org_code')})
        then e.actor_name end`.as('actorName'),
    ])
    .orderBy('e.id', 'desc')
  return sysPageOf(events, wanted, (row) => withWireTimes(row, ctx.who.timeZone))
}
