import { paths } from '@heliodesk/contract/paths.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { savedViewCalls } from '@heliodesk/contract/saved-views.ts'
import { patchQuery } from '../../kit/url-query.ts'
import { has, useGrants } from '../../lib/permission.tsx'
import { isNamed, isSpelled, loadReadings } from '../../lib/pinyin.ts'
import { queryClient, queryOf } from '../../lib/queries.ts'
import { MOST_HITS, type Hit } from '../../lib/search-source.ts'

type List = { code: string; title: string; path: string; action: PermissionCode }

/** The lists whose views the search finds. */
const lists: readonly List[] = [
  { code: 'work-orders', title: '任务中心', path: paths.orders.path, action: 'order:list' },
  { code: 'cleaning-rounds', title: '清洗工单', path: paths.cleaning.path, action: 'cleaning:view' },
]

/** What was read within this time is not read again for the next letter. */
const FRESH_MS = 30_000

export async function findViews(words: string, _signal: AbortSignal): Promise<Hit[]> {
  const grants = useGrants.getState()
  if (isSpelled(words)) await loadReadings()
  const wanted = words.replace(/^视图\s+/, '')
  const found = await Promise.all(
    lists
      .filter(({ action }) => has(grants, action))
      .map(async ({ code, title, path }) => {
        const read = queryOf(savedViewCalls.list, { code })
        const views = await queryClient.fetchQuery({ ...read, staleTime: FRESH_MS })
        return views
          .filter(({ name }) => isNamed(name, wanted))
          .map(({ id, name, query, isMine, ownerName }) => ({
            kind: 'view',
            key: `view ${id}`,
            title: name,
            facts: isMine ? title : `${title} · ${ownerName}共享`,
            target: `${path}?${patchQuery(new URLSearchParams(), { view: 'all', ...query, saved: id }).toString()}`,
            icon: 'bookmark',
          }))
      }),
  )
  return found.flat().slice(0, MOST_HITS)
}
