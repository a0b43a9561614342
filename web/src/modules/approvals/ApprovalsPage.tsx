import { approvalBoxes, approvalCalls, type ApprovalBox } from '@heliodesk/contract/approvals.ts'
import { own } from '@heliodesk/contract/own.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../kit/use-settled.ts'
import { useCall } from '../../lib/queries.ts'
import { ApplyDrawer } from './ApplyDrawer.tsx'
import { ApprovalBoxPanes } from './ApprovalBoxPanes.tsx'
import { ChooseForm, type StartableForm } from './ChooseForm.tsx'
import css from './approvals.module.css'

const boxOf = (query: URLSearchParams): ApprovalBox => {
  const asked = query.get('box') ?? ''
  return own(approvalBoxes, asked) === undefined ? 'todo' : (asked as ApprovalBox)
}

/** 我的流程: what waits for the user, what they decided, and what they started. The address says which list and which one. */
export function ApprovalsPage() {
  const phone = usePhone()
  const { query, change } = useUrlQuery()
  const box = boxOf(query)
  const counts = useCall(approvalCalls.counts, {})
  const [word, setWord] = useState('')
  const keyword = useSettled(word.trim(), ASKING_DEBOUNCE_MS)
  const { show, shown } = useOverlays({
    choose: (overlay) => <ChooseForm {...overlay} onChoose={(form) => show('apply', form)} />,
    apply: (overlay, startable: StartableForm) => (
      <ApplyDrawer
        {...overlay}
        startable={startable}
        onApplied={(instance) => {
          setWord('')
          change({ box: 'started', instance, page: null })
        }}
      />
    ),
  })
  const apply = () => show('choose')
  const find = (next: string) => {
    setWord(next)
    if (query.has('page')) change({ page: null })
  }
  const isAlone = phone && query.has('instance')
  return (
    <div className="list-page">
      {!isAlone && (
        <>
          <PageHead
            title="我的流程"
            facts={counts.data && (counts.data.todo > 0 ? `${counts.data.todo} 项待办` : '没有待办')}
            main={
              <Button kind="pri" icon={Plus} onClick={apply}>
                发起流程
              </Button>
            }
          />
          <div className={css.bar}>
            <Segments
              label="列表"
              choices={titlesWith(counts.data)}
              value={box}
              onChange={(chosen) => change({ box: chosen, instance: null, page: null })}
            />
            <SearchField
              label="查找流程"
              placeholder="标题、发起人"
              className={`fld text ${css.search}`}
              value={word}
              onChange={find}
            />
          </div>
        </>
      )}
      <ApprovalBoxPanes key={box} box={box} keyword={keyword} onClear={() => find('')} onApply={apply} />
      {shown}
    </div>
  )
}

const titlesWith = (counts: Readonly<Record<ApprovalBox, number>> | undefined) =>
  Object.fromEntries(
    Object.entries(approvalBoxes).map(([box, title]) => [
      box,
      counts ? `${title} ${counts[box as ApprovalBox]}` : title,
    ]),
  ) as Record<ApprovalBox, string>
