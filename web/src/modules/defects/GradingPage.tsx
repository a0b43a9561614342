import { gradingCalls } from '@heliodesk/contract/defect-gradings.ts'
import { Pencil } from 'lucide-react'
import { OnOff } from '../../kit/OnOff.tsx'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import { ActionMenu, type ListAction, type RowAction } from '../../kit/page-table/RowActions.tsx'
import { useSysList } from '../../kit/page-table/use-sys-page.ts'
import { removeAction } from '../../kit/RemoveDialog.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { gradingColumns, gradingFilters, nameOf, wordsOf, type Grading } from './grading.tsx'
import { GradingForm } from './GradingForm.tsx'
import css from './gradings.module.css'

/** 定级模板: by which words a fault or defect is suggested to be of a grade. */
export function GradingPage() {
  const page = useSysList(gradingCalls.list, gradingFilters)
  const { show, shown } = useOverlays({
    add: (overlay) => <GradingForm {...overlay} />,
    edit: (overlay, { id }: Grading) => <GradingForm {...overlay} asked={{ id }} />,
  })
  const edit = (grading: Grading) => show('edit', grading)
  const actionsOf = (grading: Grading): ListAction[] => [
    { key: 'edit', title: '编辑', icon: Pencil, run: () => edit(grading) },
    removeAction({
      call: gradingCalls.remove,
      input: { id: grading.id },
      title: `删除定级模板“${nameOf(grading)}”？`,
      text: '新建工单时不再按它建议缺陷等级，已定级的工单不变。删除后不可恢复。',
      done: ['定级模板已删除', nameOf(grading)],
    }),
  ]
  return (
    <ListPage
      unit="条"
      add={{ text: '新建模板', run: () => show('add') }}
      code="defect-gradings"
      name="定级模板"
      columns={gradingColumns}
      {...page}
      onOpen={edit}
      rowActions={actionsOf}
      renderCard={(grading, actions) => <GradingCard grading={grading} actions={actions} />}
      empty={{ title: '还没有定级模板', text: '新建故障、缺陷工单时，按描述中的关键词建议等级' }}
    >
      {shown}
    </ListPage>
  )
}

function GradingCard({ grading, actions }: { grading: Grading; actions: readonly RowAction[] }) {
  const { defectLevelLabel, deviceTypeName, enabled, note } = grading
  return (
    <article className={css.card}>
      <div className={css.grow}>
        <span>
          <b>{defectLevelLabel}</b> <span className="t2 s12">{deviceTypeName ?? '所有设备'}</span>{' '}
          {!enabled && <OnOff on={false} text="停用" />}
        </span>
        <span>{wordsOf(grading)}</span>
        {note !== '' && <span className="t3 s12">{note}</span>}
      </div>
      <ActionMenu actions={actions} label={`${nameOf(grading)}的操作`} />
    </article>
  )
}
