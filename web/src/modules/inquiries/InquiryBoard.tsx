import { inquiryCalls, type InquiryBox } from '@heliodesk/contract/inquiries.ts'
import { useCallback, useMemo, type ReactNode } from 'react'
import { patchFor } from '../../kit/search-bar/filters.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import { useSysList } from '../../kit/page-table/use-sys-page.ts'
import { Segments } from '../../kit/Segments.tsx'
import { queryOf } from '../../lib/queries.ts'
import { useUrlQuery } from '../../kit/url-query.ts'
import { WhileOpen } from '../../kit/WhileOpen.tsx'
import { columnsFor, filtersFor, inquiryHead } from './inquiry-list.tsx'
import { boxTexts, type Side } from './inquiry.ts'
import { InquiryCard } from './InquiryCard.tsx'
import { InquiryDrawer } from './InquiryDrawer.tsx'
import css from './inquiries.module.css'

type InquiryBoardProps = {
  box: InquiryBox
  /** The user answers the inquiries in this box. */
  office: boolean
  sides: Record<Side, string>
  side: Side
  actions: ReactNode
  empty: Record<Side, { title: string; text: string; action?: ReactNode }>
  children?: ReactNode
}

/** The inquiries of a box, for senders and for those who answer; one opens by its id in the address. */
export function InquiryBoard({ box, office, sides, side, actions, empty, children }: InquiryBoardProps) {
  const { query, base, change, leave } = useUrlQuery()
  const filters = filtersFor(box, side)
  const page = useSysList(inquiryCalls.list, filters, { beside: { box, side }, keep: { side } })
  const id = query.get('id')
  const open = (each: string) => change({ side, id: each }, { push: true })
  const linkTo = useCallback((each: string) => `${base}?side=${side}&id=${each}`, [base, side])
  const columns = useMemo(() => columnsFor(box, side, linkTo), [box, side, linkTo])
  const { box: title, one } = boxTexts[box]
  return (
    <ListPage
      title={title}
      unit="条"
      main={actions}
      above={
        office && (
          <div className={css.inquirySides}>
            <Segments
              label="范围"
              choices={sides}
              value={side}
              onChange={(chosen) => change({ ...patchFor(filters, {}), side: chosen, page: null })}
            />
          </div>
        )
      }
      code={`inquiries-${box}-${side}`}
      name={one}
      columns={columns}
      {...page}
      onOpen={(row) => open(row.id)}
      head={(row) => inquiryHead(box, row)}
      ahead={(row) => queryOf(inquiryCalls.detail, { id: row.id })}
      currentKey={id}
      renderCard={(row) => (
        <InquiryCard inquiry={row} side={side} href={linkTo(row.id)} onOpen={() => open(row.id)} />
      )}
      empty={empty[side]}
    >
      <WhileOpen of={id}>
        {(shownId, shown) => (
          <InquiryDrawer
            id={shownId}
            box={box}
            row={page.source.rows?.find((row) => row.id === shownId) ?? null}
            open={shown}
            // Without `side`, the mailbox's address opens the form.
            onClose={() => (query.has('side') ? leave(['id']) : change({ id: null, side }))}
          />
        )}
      </WhileOpen>
      {children}
    </ListPage>
  )
}
