import { isOwn, own } from '@heliodesk/contract/own.ts'
import type { ComponentType } from 'react'
import { modules } from '../../modules.ts'
import { lazily } from '../../kit/lazily.tsx'
import { inTime } from '../../lib/load-failure.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import type { Pages } from '../../lib/web-module.ts'
import { PageSkeleton } from './PageSkeleton.tsx'

const pages: Pages = Object.assign({}, ...modules.map((module) => module.pages))

function load(component: string): Promise<{ Page: ComponentType }> {
  const page = own(pages, component)
  return page ? inTime(component, page()) : Promise.reject(new Error(`菜单指向的页面 ${component} 不存在`))
}

const known = new Map<string, ReturnType<typeof lazily>>()

export function pageOf(component: string) {
  let page = known.get(component)
  if (!page) {
    page = lazily(async () => (await load(component)).Page, PageSkeleton)
    known.set(component, page)
  }
  return page
}

/** Loads a page's code before the click; an error shows when the page is opened. */
export async function prefetch(component: string): Promise<void> {
  if (isOwn(pages, component)) await pageOf(component).prefetch()
}

const KNOWN = 'pages'

const knownPages = () => readStored<Record<string, string>>(KNOWN) ?? {}

/** Remembers which page the menu has at an address. */
export function rememberPage(path: string, component: string): void {
  const before = knownPages()
  if (own(before, path) !== component) writeStored(KNOWN, { ...before, [path]: component })
}

/** Loads the code of the page that was last at the address, while the menu, which names it, is still on its way. */
export async function prefetchAt(hash: string): Promise<void> {
  const component = own(knownPages(), hash.replace(/^#/, '').replace(/\?.*/s, ''))
  if (component !== undefined) await prefetch(component)
}
