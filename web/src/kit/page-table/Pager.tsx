import { ChevronLeft, ChevronRight } from 'lucide-react'
import { memo, useState, type ReactNode } from 'react'
import { Button, IconButton } from '../Button.tsx'
import { formatNumber } from '../format.ts'
import { OptionSelect } from '../OptionSelect.tsx'
import type { Choice } from '../search-bar/filters.ts'
import { PAGE_SIZES } from '@heliodesk/contract/page-sizes.ts'
import { pageNumbers, type Paging } from './paging.ts'
import css from './pager.module.css'

type PagerProps = {
  total: number
  paging: Paging
  onChange: (change: Partial<Paging>) => void
  /** Shown beside the total: the sum of a column. */
  note?: ReactNode
  /** Stands in the middle: that the list has changed. */
  news?: ReactNode
  phone: boolean
}

/** 共 N 条, page numbers, page size, jump to page. */
export const Pager = memo(function Pager(props: PagerProps) {
  const { total, paging, onChange, note, news, phone } = props
  const { curPage, size, fills } = paging
  const pages = Math.max(1, Math.ceil(total / size))
  const go = (page: number) => onChange({ curPage: Math.min(Math.max(1, page), pages) })
  const numbers = pageNumbers(curPage, pages)
  if (phone) {
    return (
      <nav className={`${css.pager} phone`} aria-label="分页">
        <Button repeatMs={0} refusal={curPage === 1 ? '已是第一页' : null} onClick={() => go(curPage - 1)}>
          上一页
        </Button>
        <span>
          共 {formatNumber(total)} 条 · {curPage} / {pages}
        </span>
        <Button
          repeatMs={0}
          refusal={curPage >= pages ? '已是最后一页' : null}
          onClick={() => go(curPage + 1)}
        >
          下一页
        </Button>
      </nav>
    )
  }
  return (
    <nav className={css.pager} aria-label="分页">
      <span>共 {formatNumber(total)} 条</span>
      {note && <span className={`t3 ${css.t3}`}>· {note}</span>}
      <span className="mla" />
      {news}
      <IconButton
        icon={ChevronLeft}
        label="上一页"
        refusal={curPage === 1 ? '已是第一页' : null}
        small
        onClick={() => go(curPage - 1)}
      />
      {numbers.map((each, index) =>
        each === 0 ? (
          <span key={`before ${numbers[index + 1]}`} className={css.gap} aria-hidden>
            …
          </span>
        ) : (
          <button
            key={each}
            type="button"
            className={each === curPage ? `${css.pg} on` : css.pg}
            aria-label={`第 ${formatNumber(each)} 页`}
            aria-current={each === curPage ? 'page' : undefined}
            onClick={() => go(each)}
          >
            {formatNumber(each)}
          </button>
        ),
      )}
      <IconButton
        icon={ChevronRight}
        label="下一页"
        refusal={curPage >= pages ? '已是最后一页' : null}
        small
        onClick={() => go(curPage + 1)}
      />
      <OptionSelect
        className={css.sizes}
        label="每页条数"
        value={[fills ? FILLS : String(size)]}
        options={sizeOptions(size)}
        textOf={(value) => (value === FILLS ? `填满窗口 · ${size} 条` : undefined)}
        onChange={([next]) => onChange(next === FILLS ? { fills: true } : { size: Number(next) })}
      />
      {pages > 1 && <Jump pages={pages} onJump={go} />}
    </nav>
  )
})

const FILLS = 'fill'

/** The sizes of the specification and the filled window; a link from one may have brought a size between them. */
const sizeOptions = (size: number): Choice[] => [
  { value: FILLS, label: '填满窗口' },
  ...[...new Set<number>([...PAGE_SIZES, size])]
    .toSorted((a, b) => a - b)
    .map((each) => ({ value: String(each), label: `${each} 条/页` })),
]

function Jump({ pages, onJump }: { pages: number; onJump: (page: number) => void }) {
  const [text, setText] = useState('')
  const jump = () => {
    const page = Number(text)
    setText('')
    if (Number.isInteger(page) && page >= 1) onJump(page)
  }
  return (
    <label className={css.jump}>
      跳至
      <input
        inputMode="numeric"
        className="fld"
        aria-label={`跳至第几页，共 ${pages} 页`}
        value={text}
        onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
        onKeyDown={(event) => event.key === 'Enter' && jump()}
        onBlur={jump}
      />
      页
    </label>
  )
}
