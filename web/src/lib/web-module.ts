import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Ahead } from './kept/ahead.ts'
import type { Hit, SearchAction, SearchSource } from './search-source.ts'

/** Maps the `component` of a menu entry to the code of its page (spec 1 §2.2). */
export type Pages = Record<string, () => Promise<{ Page: ComponentType }>>

/** A page that every user has, whether or not the menu contains it (spec 1 §2.1, §2.5). */
export type OpenPage = { path: string; title: string; component: string; icon: string }

/** What a module adds to the product; `modules.ts` lists the modules. */
export type WebModule = {
  pages: Pages
  openPages?: readonly OpenPage[]
  /** The icons that menu entries and open pages name. */
  icons?: Readonly<Record<string, LucideIcon>>
  /** Its records in the search. */
  search?: SearchSource
  /** What the search starts by its name. */
  actions?: readonly SearchAction[]
  /** What a phone reads ahead of time, as far as its user may. */
  ahead?: () => Promise<readonly Ahead[]>
  /** What words like 指派 红柳沟 start on records; nothing if none of them names an action. */
  actionsOn?: (words: string, signal: AbortSignal) => Promise<Hit[]>
}
