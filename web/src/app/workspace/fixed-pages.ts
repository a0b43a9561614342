import { paths } from '@heliodesk/contract/paths.ts'
import type { MenuEntry } from '@heliodesk/contract/session.ts'
import type { OpenPage } from '../../lib/web-module.ts'
import { modules } from '../../modules.ts'

/** Pages that every user has, whether or not the menu contains them (spec 1 §2.1, §2.5). */
export const fixedPages: readonly MenuEntry[] = modules.flatMap(({ openPages = [] }) =>
  openPages.map(entryOf),
)

/** Reachable even for users without visible menu entries. */
export const personalPage = fixedPages.find(({ path }) => path === paths.profile.path)!

function entryOf({ path, title, component, icon }: OpenPage): MenuEntry {
  return {
    id: path,
    path,
    name: path.slice(1).replaceAll('/', '-'),
    component,
    redirect: null,
    hidden: true,
    alwaysShow: false,
    route: '1',
    meta: {
      title,
      icon,
      keepAlive: true,
      internalOrExternal: false,
      componentName: component.split('/').at(-1)!,
      url: null,
      target: null,
      permissionList: [],
    },
    children: [],
  }
}
