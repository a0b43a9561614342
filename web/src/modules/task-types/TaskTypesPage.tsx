import { taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import { Plus } from 'lucide-react'
import css from '../../domain/form-design/design-pane.module.css'
import { Button } from '../../kit/Button.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { Reading } from '../../kit/Reading.tsx'
import type { SideEntry } from '../../kit/side-list/SideList.tsx'
import { SidePanes } from '../../kit/side-list/SidePanes.tsx'
import { useSideChoice } from '../../kit/side-list/use-side-choice.ts'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import type { TypeHead } from './design.ts'
import { NewTypeDialog } from './NewTypeDialog.tsx'
import { TaskTypePane } from './TaskTypePane.tsx'

/** 任务类型: the types of orders of the company, beside the one that is edited. */
export function TaskTypesPage() {
  const { change } = useUrlQuery()
  const choice = useSideChoice('type')
  const types = useCall(taskTypeCalls.list, {})
  const { show, shown } = useOverlays({
    add: (overlay, known: readonly TypeHead[]) => (
      <NewTypeDialog {...overlay} types={known} onAdded={({ id }) => change({ type: String(id) })} />
    ),
  })
  return (
    <div className="list-page">
      {!choice.isAlone && (
        <PageHead
          title="任务类型"
          facts={
            types.data &&
            `${types.data.length} 种，${types.data.filter(({ active, current }) => active && current !== null).length} 种启用`
          }
          main={
            <Button
              kind="pri"
              icon={Plus}
              refusal={types.data ? null : '任务类型还没有取到'}
              onClick={() => types.data && show('add', types.data)}
            >
              新建类型
            </Button>
          }
        />
      )}
      <Reading read={types} name="任务类型" height={320}>
        {(all) => (
          <SidePanes noun="任务类型" choice={choice} items={all} entryOf={entryOf} className={css.panes}>
            {({ id }) => <TaskTypePane key={id} id={id} types={all} onBack={choice.onBack} />}
          </SidePanes>
        )}
      </Reading>
      {shown}
    </div>
  )
}

const entryOf = ({ id, name, current, active, isChanged }: TypeHead): SideEntry => ({
  code: String(id),
  name,
  ...(isChanged && { tag: '草稿' }),
  fact: current === null ? '未发布' : active ? `第 ${current} 版` : '已停用',
})
