import { has, type Grants } from '../../../lib/permission.tsx'
import type { Hit, SearchSource } from '../../../lib/search-source.ts'
import { findPage, type Routes } from '../menu.ts'
import { findPlaces, placesOf } from './menu-entries.ts'
import { records } from './records.ts'

/** A kind of records of a module, or the menu. */
export type Source = Pick<SearchSource, 'kind' | 'title' | 'leastLetters' | 'hint'> & {
  find: (words: string, signal: AbortSignal) => Promise<Hit[]> | Hit[]
  listOf?: SearchSource['listOf']
}

/** The kinds for which this user has the page and the permission. */
export function sourcesFor(routes: Routes, grants: Grants): Source[] {
  const places = placesOf(routes)
  const menu: Source = {
    kind: 'menu',
    title: '菜单',
    leastLetters: 0,
    hint: '输入名称',
    find: (words) =>
      findPlaces(places, words).map(({ title, above, icon, target }) => ({
        kind: 'menu',
        key: `menu ${target}`,
        title,
        facts: above,
        target,
        icon,
      })),
  }
  const isOpen = ({ page, action }: SearchSource) => findPage(routes, page) !== null && has(grants, action)
  return [menu, ...records.filter(isOpen)]
}
