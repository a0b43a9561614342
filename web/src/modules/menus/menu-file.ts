import { kindOf } from '@heliodesk/contract/menus.ts'
import { z } from 'zod'
import { freeKey, newItem, type Item } from './items.ts'

const FORMAT = 'heliodesk.menu'

const fileEntry = z.object({
  /** A path or a code: entries of another company have other ids. */
  above: z.string().nullable(),
  menuType: z.literal([0, 1, 2]),
  name: z.string().min(1).max(32),
  perms: z.string().nullable(),
  path: z.string().nullable(),
  url: z.string().nullable(),
  component: z.string().nullable(),
  redirect: z.string().nullable(),
  icon: z.string().nullable(),
  sortNo: z.number().int().min(0),
  hidden: z.boolean(),
  alwaysShow: z.boolean(),
  keepAlive: z.boolean(),
  route: z.boolean(),
  internalOrExternal: z.boolean(),
  target: z.enum(['_blank', '_self']).nullable(),
  status: z.enum(['0', '1']),
})
const menuFile = z.object({ format: z.literal(FORMAT), entries: z.array(fileEntry).max(2000) })

const nameOf = ({ path, perms }: { path: string | null; perms: string | null }) => path ?? perms ?? ''

/** The menu as a file, without ids. */
export function fileOf(items: readonly Item[]): string {
  const byKey = new Map(items.map((item) => [item.key, item]))
  const entries = items.map((item) => {
    const { key: _key, kind: _kind, builtIn: _builtIn, kept: _kept, roles: _roles, ...entry } = item
    const { userCount: _users, ...fields } = entry
    const above = byKey.get(item.above ?? '')
    return { ...fields, above: above ? nameOf(above) : null }
  })
  return JSON.stringify({ format: FORMAT, entries }, null, 2)
}

/** The entries with those of a file: known paths and codes are changed, others are added, nothing is deleted. */
export function withFile(items: readonly Item[], text: string): Item[] | string {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return '文件不是 JSON'
  }
  const parsed = menuFile.safeParse(json)
  if (!parsed.success) return '文件不是导出的菜单'
  const { entries } = parsed.data
  const result = [...items]
  const keys = new Map(items.map((item) => [nameOf(item), item.key]))
  for (const entry of entries) {
    const name = nameOf(entry)
    if (!name) return `“${entry.name}”缺少路径或权限码`
    if (keys.has(name)) continue
    const item = newItem(result, kindOf(entry), null)
    keys.set(name, freeKey(result))
    result.push(item)
  }
  const byName = new Map(entries.map((entry) => [keys.get(nameOf(entry))!, entry]))
  for (const { above, name } of entries)
    if (above !== null && !keys.has(above)) return `“${name}”的上级“${above}”不在文件和菜单里`
  return result.map((item) => {
    const entry = byName.get(item.key)
    if (!entry) return item
    return {
      ...item,
      ...entry,
      kind: kindOf(entry),
      above: entry.above === null ? null : keys.get(entry.above)!,
    }
  })
}
