import type { Received } from '@heliodesk/contract/call.ts'
import { oaFormCalls } from '@heliodesk/contract/oa-forms.ts'
import { Plus } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { SideList, type SideEntry } from '../../kit/side-list/SideList.tsx'
import { Empty } from '../../kit/States.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { useCall } from '../../lib/queries.ts'
import { FormPane } from './FormPane.tsx'
import { NewFormDialog } from './NewFormDialog.tsx'
import css from './forms.module.css'

type FormHead = Received<typeof oaFormCalls.list>[number]

/** 表单设计: the forms of the company, beside the one that is edited. */
export function FormsPage() {
  const phone = usePhone()
  const { query, base, change, leave } = useUrlQuery()
  const forms = useCall(oaFormCalls.list, {})
  const key = query.get('form')
  const { show, shown } = useOverlays({
    add: (overlay) => <NewFormDialog {...overlay} onAdded={(added) => change({ form: added.key })} />,
  })
  const isAlone = phone && key !== null
  const panes = (all: FormHead[]) => {
    const chosen = key === null ? (phone ? undefined : all[0]) : all.find((each) => each.key === key)
    return (
      <div className={css.panes}>
        {!isAlone && (
          <SideList
            name="表单"
            items={all}
            entryOf={entryOf}
            chosen={chosen ?? null}
            hrefOf={(form) => `${base}?form=${form.key}`}
            onChoose={(form) => change({ form: form.key }, { push: phone })}
          />
        )}
        {chosen ? (
          <FormPane key={chosen.id} id={chosen.id} onBack={phone ? () => leave(['form']) : null} />
        ) : (
          key !== null && (
            <Empty
              title={`没有编码为“${key}”的表单`}
              action={<Button onClick={() => change({ form: null })}>查看其他表单</Button>}
            />
          )
        )}
      </div>
    )
  }
  return (
    <div className="list-page">
      {!isAlone && (
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
        {panes}
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
