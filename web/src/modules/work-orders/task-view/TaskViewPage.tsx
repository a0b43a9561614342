import { paths } from '@heliodesk/contract/paths.ts'
import { Plus, Printer } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Button } from '../../../kit/Button.tsx'
import { listQuery } from '../../../kit/page-table/list-query.ts'
import { useListAddress } from '../../../kit/page-table/use-list-address.ts'
import { PageHead } from '../../../kit/PageHead.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import { SearchBar } from '../../../kit/search-bar/SearchBar.tsx'
import { useAct } from '../../../kit/use-act.ts'
import { usePhone } from '../../../kit/use-phone.ts'
import { useHandler, useSame } from '../../../kit/use-steady.ts'
import { useCan } from '../../../lib/permission.tsx'
import { Board } from './Board.tsx'
import { Legend } from './Legend.tsx'
import { PlannedView } from './PlannedView.tsx'
import { dayOf } from './plan-time.ts'
import { useMinute } from './use-minute.ts'
import { useOrderOverlays } from './use-order-overlays.tsx'
import { readShown, viewFilters, views, type View } from './view.ts'
import css from './task-view.module.css'

const LEGEND = <Legend />

const choices = { ...views, list: '列表' } as const

/** 任务视图: orders on a Gantt chart, on a calendar, or by state. */
export function TaskViewPage() {
  const address = useListAddress()
  const { query, change } = address
  const navigate = useNavigate()
  const phone = usePhone()
  const shown = readShown(query, dayOf(useMinute()))
  const { bar, narrowing, text } = listQuery(viewFilters, address)
  const orders = useOrderOverlays()
  const mayCreate = useCan('order:create')
  useAct('add', mayCreate ? orders.create : null)
  const turn = (to: View | 'list') =>
    to === 'list'
      ? void navigate(
          paths.orders.to({
            liableUserId: query.get('liableUserId') ?? undefined,
            psId: query.getAll('psId'),
          }),
        )
      : change({ view: to === 'gantt' ? null : to, zoom: null })
  const rest = { shown, narrowing: useSame(narrowing), onOpen: useHandler(orders.open), onStep: orders.step }
  return (
    <div className={css.page}>
      <PageHead
        title="任务视图"
        facts={text || null}
        actions={
          <>
            <Segments label="视图" choices={choices} value={shown.view as View | 'list'} onChange={turn} />
            {!phone && shown.view !== 'board' && (
              <Button icon={Printer} onClick={() => window.print()}>
                打印
              </Button>
            )}
          </>
        }
        main={
          mayCreate && (
            <Button kind="pri" icon={Plus} onClick={orders.create}>
              新建工单
            </Button>
          )
        }
      />
      <SearchBar
        filters={bar.filters}
        values={useSame(bar.values)}
        onSearch={useHandler(bar.onSearch)}
        tools={phone || shown.view === 'board' ? undefined : LEGEND}
      />
      {shown.view === 'board' ? <Board {...rest} /> : <PlannedView {...rest} />}
      {orders.overlays}
    </div>
  )
}
