import type { MenuEntry } from '@heliodesk/contract/session.ts'

type Sketch = Partial<Omit<MenuEntry, 'meta' | 'children'>> & {
  meta?: Partial<MenuEntry['meta']>
  children?: MenuEntry[]
}

/** A menu entry for tests: a page by default. */
export function entry(path: string, title: string, { meta, ...rest }: Sketch = {}): MenuEntry {
  return {
    id: path,
    path,
    name: path.slice(1),
    component: `pages${path}`,
    redirect: null,
    hidden: false,
    alwaysShow: false,
    route: '1',
    ...rest,
    meta: {
      title,
      icon: null,
      keepAlive: true,
      internalOrExternal: false,
      componentName: null,
      url: null,
      target: null,
      permissionList: [],
      ...meta,
    },
  }
}

export const layout = (path: string, title: string, children: MenuEntry[], rest: Sketch = {}): MenuEntry =>
  entry(path, title, { component: 'layouts/RouteView', children, ...rest })
