import { isOwn, own } from '@heliodesk/contract/own.ts'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { modules } from '../../modules.ts'
import { inTime } from '../../lib/load-failure.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import type { Pages } from '../../lib/web-module.ts'

const pages: Pages = Object.assign({}, ...modules.map((module) => module.pages))

function load(component: string): Promise<{ Page: ComponentType }> {
  const page = own(pages, component)
  return page ? inTime(component, page()) : Promise.reject(new Error(`菜单指向的页面 ${component} 不存在`))
}

const known = new Map<string, LazyExoticComponent<ComponentType>>()

export function pageOf(component: string): LazyExoticComponent<ComponentType> {
  let page = known.get(component)
  if (!page) {
    page = lazy(async () => ({ default: (await load(component)).Page }))
    known.set(component, page)
  }
  return page
}

/** Loads a page's code before the click; an error shows when the page is opened. */
export function prefetch(component: string): void {
  if (isOwn(pages, component)) void load(component).catch(() => undefined)
}

const KNOWN = 'pages'

const knownPages = () => readStored<Record<string, string>>(KNOWN) ?? {}

/** Remembers which page the menu has at an address. */
export function rememberPage(path: string, component: string): void {
  const before = knownPages()
  if (own(before, path) !== component) writeStored(KNOWN, { ...before, [path]: component })
}

/** Loads the code of the page that was last at the address, while the menu, which names it, is still on its way. */
export function prefetchAt(hash: string): void {
  const component = own(knownPages(), hash.replace(/^#/, '').replace(/\?.*/s, ''))
  if (component !== undefined) prefetch(component)
}
