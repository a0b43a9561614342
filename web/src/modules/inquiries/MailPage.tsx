import { MailPlus, MailX } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { TableSkeleton } from '../../kit/page-table/TableSkeleton.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { Empty } from '../../kit/States.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { WhileOpen } from '../../kit/WhileOpen.tsx'
import { useCan } from '../../lib/permission.tsx'
import { sideOf, useBoxes } from './inquiry.ts'
import { InquiryBoard } from './InquiryBoard.tsx'
import { LetterForm } from './LetterForm.tsx'

/**
 * 总经理信箱: the plain address opens the form over the list of letters (spec 1 §2.1); with a side or an id it shows only
 * the letters.
 */
export function MailPage() {
  const { query, change } = useUrlQuery()
  const boxes = useBoxes()
  const mayWrite = useCan('mail:write')
  const office = boxes.data?.offices.includes('mail') ?? false
  const side = sideOf(query, office)
  const writing = mayWrite && boxes.data?.mailbox === true && !query.has('side') && !query.has('id')
  if (!boxes.data)
    return (
      <div className="list-page">
        <PageHead title="总经理信箱" />
        <Reading read={boxes} name="信箱" skeleton={<TableSkeleton columns={[]} rows={4} cards />}>
          {() => null}
        </Reading>
      </div>
    )
  if (!boxes.data.mailbox)
    return (
      <div className="list-page">
        <PageHead title="总经理信箱" />
        <Empty icon={MailX} title="总经理信箱未开放" text="需要时请联系管理员在系统配置中打开" />
      </div>
    )
  const waiting = boxes.data.unread.mail
  const write = () => change({ side: null, id: null })
  return (
    <InquiryBoard
      box="mail"
      office={office}
      sides={{ office: waiting > 0 ? `收到的信 ${waiting}` : '收到的信', own: '我写的信' }}
      side={side}
      actions={
        <Button kind="pri" icon={MailPlus} code="mail:write" onClick={write}>
          写信
        </Button>
      }
      empty={{
        own: {
          title: '还没有写过信',
          text: '信只有收信人和您自己看得到，答复会回到这里',
          action: (
            <Button code="mail:write" onClick={write}>
              写信
            </Button>
          ),
        },
        office: { title: '还没有收到信', text: '同事写给总经理的信会出现在这里' },
      }}
    >
      <WhileOpen of={writing || null}>
        {(_writing, open) => (
          <LetterForm
            open={open}
            onClose={() => change({ side })}
            onSent={() => change({ side: 'own', state: null, keyword: null, page: null })}
          />
        )}
      </WhileOpen>
    </InquiryBoard>
  )
}
