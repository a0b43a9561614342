import type { Env } from '../../env.ts'
import { menuCalls as calls, type DraftEntry, type MenuNode } from '@heliodesk/contract/menus.ts'
import { beforeAll } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator } from '../../../test/hire.ts'

export type Given = Partial<DraftEntry> & { key: string }

export const flat = (nodes: MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])

/** A node as the editor sends it. */
export const sentOf = ({ id, parentId, ...node }: MenuNode): DraftEntry => ({
  key: id,
  above: parentId,
  menuType: node.menuType as 0 | 1 | 2,
  name: node.name,
  perms: node.perms,
  path: node.path,
  url: node.url,
  component: node.component,
  redirect: node.redirect,
  icon: node.icon,
  sortNo: node.sortNo,
  hidden: node.hidden,
  alwaysShow: node.alwaysShow,
  keepAlive: node.keepAlive,
  route: node.route,
  internalOrExternal: node.internalOrExternal,
  target: node.target,
  status: node.status,
})

const blank: Omit<DraftEntry, 'key'> = {
  above: null,
  menuType: 1,
  name: '新菜单',
  perms: null,
  path: null,
  url: null,
  component: null,
  redirect: null,
  icon: null,
  sortNo: 500,
  hidden: false,
  alwaysShow: false,
  keepAlive: true,
  route: true,
  internalOrExternal: false,
  target: null,
  status: '1',
}

/** A harness with an administrator who edits the menu. */
export function useMenus(settings: Partial<Env> = {}) {
  const harness = useHarness(settings)
  const people = { admin: '' }
  beforeAll(async () => {
    people.admin = await signInAdministrator(harness, harness.tenant)
  })
  const editor = () => harness.call(people.admin, calls.editor, {})
  const all = async () => flat((await editor()).treeList)
  const input = async (entries: Given[], removedIds: string[] = []) => ({
    treeVersion: (await editor()).treeVersion,
    entries: entries.map((entry) => ({ ...blank, ...entry })),
    removedIds,
  })
  return {
    harness,
    people,
    editor,
    all,
    input,
    at: async (path: string) => (await all()).find((node) => node.path === path)!,
    button: async (code: string) => (await all()).find((node) => node.perms === code)!,
    save: async (entries: Given[], removedIds: string[] = [], token = people.admin) =>
      harness.call(token, calls.saveDraft, await input(entries, removedIds)),
    refusal: async (entries: Given[], removedIds: string[] = [], token = people.admin) =>
      (await harness.refused(token, calls.saveDraft, await input(entries, removedIds))).message,
  }
}
