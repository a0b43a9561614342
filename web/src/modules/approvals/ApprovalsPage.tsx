import { approvalBoxes, approvalCalls, SOON_HOURS, type ApprovalBox } from '@heliodesk/contract/approvals.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { Plus, UserRoundCog } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../kit/Button.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import { SearchBar } from '../../kit/search-bar/SearchBar.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { SideScroll } from '../../kit/SideScroll.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { useHandler, useSame } from '../../kit/use-steady.ts'
import { useCall } from '../../lib/queries.ts'
import { ApplyDrawer } from './ApplyDrawer.tsx'
import { approvalFilters, boxOf } from './approval-filters.ts'
import { ApprovalBoxPanes } from './ApprovalBoxPanes.tsx'
import { ChooseForm, type StartableForm } from './ChooseForm.tsx'
import { DelegationsDrawer } from './DelegationsDrawer.tsx'
import css from './approvals.module.css'

/** 我的流程: what waits for the user, what they decided, started or were shown. The address says which list and which one. */
export function ApprovalsPage() {
  const phone = usePhone()
  const address = useListAddress()
  const { query, change } = address
  const box = boxOf(query)
  const counts = useCall(approvalCalls.counts, {})
  const types = useCall(approvalCalls.types, {})
  const filters = useMemo(() => approvalFilters(box, types.data ?? []), [box, types.data])
  const list = listQuery(filters, address, { keep: { instance: null } })
  const { show, shown } = useOverlays({
    choose: (overlay) => <ChooseForm {...overlay} onChoose={(form) => show('apply', form)} />,
    delegations: (overlay) => <DelegationsDrawer {...overlay} types={types.data ?? []} />,
    apply: (overlay, startable: StartableForm) => (
      <ApplyDrawer
        {...overlay}
        startable={startable}
        onApplied={(instance) => {
          list.bar.onSearch({})
          change({ box: 'started', instance, page: null })
        }}
      />
    ),
  })
  const apply = () => show('choose')
  const values = useSame(list.values)
  const search = useHandler(list.bar.onSearch)
  const isAlone = phone && query.has('instance')
  return (
    <div className="list-page">
      {!isAlone && (
        <>
          <PageHead
            title="我的流程"
            facts={counts.data && factsOf(counts.data)}
            actions={
              <Button icon={UserRoundCog} onClick={() => show('delegations')}>
                委托设置
              </Button>
            }
            main={
              <Button kind="pri" icon={Plus} onClick={apply}>
                发起流程
              </Button>
            }
          />
          <div className={css.bar}>
            <SideScroll chosen={box}>
              <Segments
                label="列表"
                choices={titlesWith(counts.data)}
                value={box}
                onChange={(chosen) => change({ box: chosen, instance: null, page: null })}
              />
            </SideScroll>
          </div>
          <SearchBar key={box} filters={filters} values={values} onSearch={search} />
        </>
      )}
      <ApprovalBoxPanes
        key={box}
        box={box}
        narrowing={list.narrowing}
        text={list.text}
        onClear={() => list.bar.onSearch({})}
        onApply={apply}
      />
      {shown}
    </div>
  )
}

type Counts = Received<typeof approvalCalls.counts>

/** 9 项待办，2 项 2 小时内到期. */
function factsOf({ todo, soon, overdue }: Counts): string {
  if (todo === 0) return '没有待办'
  return [
    `${todo} 项待办`,
    ...(overdue > 0 ? [`${overdue} 项已超期`] : []),
    ...(soon > 0 ? [`${soon} 项 ${SOON_HOURS} 小时内到期`] : []),
  ].join('，')
}

/** Of copies, those that have not been read are told apart. */
const countOf = (counts: Counts, box: ApprovalBox): string =>
  box === 'copied' && counts.unread > 0 ? `${counts.unread}/${counts.copied}` : String(counts[box])

const titlesWith = (counts: Counts | undefined) =>
  Object.fromEntries(
    Object.entries(approvalBoxes).map(([box, title]) => [
      box,
      counts ? `${title} ${countOf(counts, box as ApprovalBox)}` : title,
    ]),
  ) as Record<ApprovalBox, string>
