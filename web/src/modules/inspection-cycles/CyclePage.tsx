import { inspectionCycleCalls as calls } from '@heliodesk/contract/inspection-cycles.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { CalendarDays, CalendarClock, Pencil, Repeat } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import { pageSource } from '../../kit/page-table/page-source.ts'
import type { ListAction, RowAction } from '../../kit/page-table/RowActions.tsx'
import { RowCard } from '../../kit/page-table/RowCard.tsx'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import { removeAction } from '../../kit/RemoveDialog.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { go } from '../../lib/location.ts'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { cycleColumns, cycleFilters, NextDay, type Cycle } from './cycle-list.tsx'
import { CycleForm } from './CycleForm.tsx'

/** 巡检周期: when inspections come round. */
export function CyclePage() {
  const list = listQuery(cycleFilters, useListAddress())
  const { curPage, size } = list.paging
  const input = { ...list.narrowing, curPage, size }
  const read = useCall(calls.page, input)
  const mayEdit = useCan('cycle:edit')
  const seesHolidays = useCan('calendar:manage')
  const { show, shown, subject } = useOverlays({
    add: (overlay) => <CycleForm {...overlay} />,
    edit: (overlay, { id }: Cycle) => <CycleForm {...overlay} asked={{ id }} />,
  })
  const edit = (cycle: Cycle) => show('edit', cycle)
  const actionsOf = (cycle: Cycle): ListAction[] =>
    mayEdit
      ? [
          { key: 'edit', title: '编辑', icon: Pencil, run: () => edit(cycle) },
          removeAction({
            refusal: cycle.planCount > 0 ? `还有 ${cycle.planCount} 个计划在用` : null,
            call: calls.del,
            input: { id: cycle.id },
            title: `删除周期“${cycle.name}”？`,
            text: '删除后不可恢复。',
            done: ['周期已删除', cycle.name],
          }),
        ]
      : []
  return (
    <ListPage
      title="巡检周期"
      unit="种"
      add={{ text: '新建周期', code: 'cycle:edit', run: () => show('add') }}
      actions={
        seesHolidays && (
          <Button icon={CalendarDays} onClick={() => go(paths.holidays.to({}))}>
            节假日历
          </Button>
        )
      }
      code="inspection-cycles"
      name="周期"
      columns={cycleColumns}
      source={pageSource(calls.page, input, read, read.data?.pageList, read.data?.rowCount)}
      list={list}
      onOpen={mayEdit ? edit : undefined}
      currentKey={subject?.id}
      rowActions={actionsOf}
      renderCard={(cycle, actions) => (
        <CycleCard cycle={cycle} onOpen={() => edit(cycle)} actions={actions} />
      )}
      empty={{ title: '还没有周期', text: '周期说明巡检何时到期，计划从这里选择' }}
    >
      {shown}
    </ListPage>
  )
}

type CycleCardProps = { cycle: Cycle; onOpen: () => void; actions: readonly RowAction[] }

/** The card of a cycle, in the phone layout. */
function CycleCard({ cycle, onOpen, actions }: CycleCardProps) {
  const { id, name, when, next, planCount } = cycle
  return (
    <RowCard
      href={paths.inspectionCycles.href({ cycle: id })}
      onOpen={onOpen}
      state={<span className="tag">{planCount} 个计划</span>}
      name={name}
      facts={[
        [Repeat, '何时到期', when],
        [CalendarClock, '下次', next ? <NextDay key="next" {...next} /> : '按电站推算'],
      ]}
      actions={actions}
    />
  )
}
