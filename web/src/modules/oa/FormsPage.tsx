import type { Received } from '@heliodesk/contract/call.ts'
import { oaFormCalls } from '@heliodesk/contract/oa-forms.ts'
import { Plus } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { Reading } from '../../kit/Reading.tsx'
import type { SideEntry } from '../../kit/side-list/SideList.tsx'
import { SidePanes } from '../../kit/side-list/SidePanes.tsx'
import { useSideChoice } from '../../kit/side-list/use-side-choice.ts'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import { FormPane } from './FormPane.tsx'
import { NewFormDialog } from './NewFormDialog.tsx'
import css from '../../domain/form-design/design-pane.module.css'

type FormHead = Received<typeof oaFormCalls.list>[number]

/** 表单设计: the forms of the company, beside the one that is edited. */
export function FormsPage() {
  const { change } = useUrlQuery()
  const choice = useSideChoice('form')
  const forms = useCall(oaFormCalls.list, {})
  const { show, shown } = useOverlays({
    add: (overlay) => <NewFormDialog {...overlay} onAdded={({ key }) => change({ form: key })} />,
  })
  return (
    <div className="list-page">
      {!choice.isAlone && (
        <PageHead
          title="表单设计"
          facts={forms.data && `${forms.data.length} 张表单`}
          main={
            <Button kind="pri" icon={Plus} onClick={() => show('add')}>
              新建表单
            </Button>
          }
        />
      )}
      <Reading read={forms} name="表单" height={320}>
        {(all) => (
          <SidePanes noun="表单" choice={choice} items={all} entryOf={entryOf} className={css.panes}>
            {({ id }) => <FormPane key={id} id={id} onBack={choice.onBack} />}
          </SidePanes>
        )}
      </Reading>
      {shown}
    </div>
  )
}

const entryOf = ({ key, name, current, active, isChanged }: FormHead): SideEntry => ({
  code: key,
  name,
  ...(isChanged && { tag: '草稿' }),
  fact: current === null ? '未发布' : active ? `第 ${current} 版` : '已停用',
})
