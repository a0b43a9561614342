import type { menuCalls } from '@heliodesk/contract/menus.ts'
import { administratorRole } from '@heliodesk/contract/roles.ts'
import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { notFound, type Handler } from '../../kernel/context.ts'
import { applyDraft } from './draft.ts'
import { entryRows, type Entry } from './entries.ts'
import { pathsTurnedOff, resolveMenu } from './resolve.ts'

/** What a role would see with a draft, resolved as for people who sign in (session/menu.ts). */
export const previewMenu: Handler<(typeof menuCalls)['preview']> = async (ctx, { roleId, ...draft }) => {
  const role = await ctx.db
    .selectFrom('role')
    .select('role_code')
    .where('id', '=', roleId)
    .executeTakeFirstOrThrow(notFound)
  const rows = await ctx.db
    .selectFrom('role_permission')
    .select('permission_id')
    .where('role_id', '=', roleId)
    .execute()
  const held = new Set(rows.map((row) => row.permission_id))
  const { after } = applyDraft(await entryRows(ctx.db).execute(), draft)
  // What is new becomes the administrators' with the saving.
  const isGranted = ({ id }: Entry) =>
    held.has(id) || (id.startsWith('new-') && role.role_code === administratorRole)
  const { menu, auth } = await resolveMenu(ctx, after, isGranted)
  const off = await pathsTurnedOff(ctx)
  const pageOf = new Map(after.map((entry) => [entry.id, entry.name]))
  const seen = new Set(allOf(menu).map(({ id }) => id))
  return {
    menu,
    buttons: auth.map(({ action, describe }) => {
      const button = after.find(({ code }) => code === action)
      return { code: action, title: describe, page: pageOf.get(button?.parentId ?? '') ?? '' }
    }),
    unseen: after
      .filter(({ menuType }) => menuType !== 2)
      .flatMap((entry) => {
        const why = whyUnseen(entry, seen.has(entry.id), isGranted(entry), off)
        return why === null ? [] : [{ name: entry.name, why }]
      }),
  }
}

const allOf = (menu: MenuEntry[]): MenuEntry[] =>
  menu.flatMap((entry) => [entry, ...allOf(entry.children ?? [])])

function whyUnseen(
  entry: Entry,
  isSeen: boolean,
  isGranted: boolean,
  off: ReadonlySet<string>,
): string | null {
  if (entry.path !== null && off.has(entry.path)) return '系统配置已关闭'
  if (entry.status === '0') return '已停用'
  if (isSeen) return entry.hidden ? '不进侧栏' : null
  return isGranted ? '里面没有可见的菜单' : '未授权'
}
