import type { Received } from '@heliodesk/contract/call.ts'
import type { inspectionItemCalls } from '@heliodesk/contract/inspection-items.ts'
import type { MouseEvent } from 'react'
import { formatNumber } from '../../kit/format.ts'
import { categories, type Category } from './item-list.tsx'
import css from './inspection-items.module.css'

type CategoryTreeProps = {
  counts: Received<typeof inspectionItemCalls.categories> | undefined
  chosen: string | null
  hrefOf: (category: Category | null) => string
  onChoose: (category: Category | null) => void
}

/** The categories of items with how many each has. */
export function CategoryTree({ counts, chosen, hrefOf, onChoose }: CategoryTreeProps) {
  const own = new Map(counts?.rows.map(({ category, items }) => [category, items]))
  const countOf = (code: Category) =>
    categories
      .filter((each) => each.code === code || each.above === code)
      .reduce((sum, each) => sum + (own.get(each.code) ?? 0), 0)
  const entry = (code: Category | null, name: string, count: number | undefined, isBelow = false) => (
    <li key={code ?? ''}>
      <a
        href={hrefOf(code)}
        className={isBelow ? css.below : undefined}
        aria-current={chosen === code ? 'true' : undefined}
        onClick={(event: MouseEvent) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          onChoose(code)
        }}
      >
        <span className="grow ell">{name}</span>
        <span className="t2">{count === undefined ? '' : formatNumber(count)}</span>
      </a>
    </li>
  )
  return (
    <nav className={css.tree} aria-label="项目分类">
      <ul>
        {entry(null, '全部', counts?.items)}
        {categories.map(({ code, name, above }) =>
          entry(code, name, counts && countOf(code), above !== null),
        )}
      </ul>
    </nav>
  )
}
