import { paths } from '@heliodesk/contract/paths.ts'
import { Bookmark } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

/** The views of lists in the search. Where they are kept and used is `domain/saved-views`. */
export const savedViews: WebModule = {
  pages: {},
  icons: { bookmark: Bookmark },
  search: {
    kind: 'view',
    title: '视图',
    page: paths.orders.path,
    action: 'order:list',
    leastLetters: 1,
    hint: '输入列表视图的名称',
    find: async (words, signal) => (await import('./search.ts')).findViews(words, signal),
  },
}
