import { has, type Grants } from '../../../lib/permission.tsx'
import { MOST_HITS, type Hit, type SearchAction, type SearchSource } from '../../../lib/search-source.ts'
import { isSpelled, loadReadings } from '../../../lib/pinyin.ts'
import { findPage, type Routes } from '../menu.ts'
import { findPlaces, placesOf } from './menu-entries.ts'
import { actions, records, startedOn } from './records.ts'

/** A kind of records of a module, the menu, or what can be started. */
export type Source = Pick<SearchSource, 'kind' | 'title' | 'leastLetters' | 'hint'> & {
  find: (words: string, signal: AbortSignal) => Promise<Hit[]> | Hit[]
  listOf?: SearchSource['listOf']
}

/** The kinds for which this user has the page and the permission. */
export function sourcesFor(routes: Routes, grants: Grants): Source[] {
  const places = placesOf(routes)
  const found = (words: string) =>
    findPlaces(places, words).map(({ title, above, icon, target }) => ({
      kind: 'menu',
      key: `menu ${target}`,
      title,
      facts: above,
      target,
      icon,
    }))
  const menu: Source = {
    kind: 'menu',
    title: '菜单',
    leastLetters: 0,
    hint: '输入名称',
    find: (words) => (isSpelled(words) ? loadReadings().then(() => found(words)) : found(words)),
  }
  const isOpen = ({ page, action }: Pick<SearchAction, 'page' | 'action'>) =>
    findPage(routes, page) !== null && (action === undefined || has(grants, action))
  const started: Source = {
    kind: 'action',
    title: '动作',
    leastLetters: 0,
    hint: '输入动作名称，如“新建工单 电站名称”“指派 电站名称”',
    find: async (words, signal) => {
      if (isSpelled(words)) await loadReadings()
      const named = findPlaces(actions.filter(isOpen), words).slice(0, MOST_HITS)
      const onRecords = await Promise.all(startedOn.map((find) => find(words, signal)))
      return [
        ...named.map(({ title, icon, target }) => ({
          kind: 'action',
          key: `action ${target}`,
          title,
          facts: '',
          target,
          icon,
        })),
        ...onRecords.flat(),
      ]
    },
  }
  return [menu, started, ...records.filter(isOpen)]
}
