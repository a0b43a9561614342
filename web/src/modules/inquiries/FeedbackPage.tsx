import { MessageSquarePlus } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCan } from '../../lib/permission.tsx'
import { sideOf, useBoxes } from './inquiry.ts'
import { FeedbackForm } from './FeedbackForm.tsx'
import { InquiryBoard } from './InquiryBoard.tsx'

/** 问题反馈: the user's own feedback, and everyone's for those who answer it. */
export function FeedbackPage() {
  const { query, change } = useUrlQuery()
  const office = useCan('feedback:answer')
  const waiting = useBoxes().data?.unread.feedback ?? 0
  const side = sideOf(query, office)
  const sent = () => change({ side: 'own', state: null, kind: null, keyword: null, page: null })
  const { show, shown } = useOverlays({ write: (overlay) => <FeedbackForm {...overlay} onSent={sent} /> })
  const write = (
    <Button kind="pri" icon={MessageSquarePlus} onClick={() => show('write')}>
      新建反馈
    </Button>
  )
  return (
    <InquiryBoard
      box="feedback"
      office={office}
      sides={{ office: waiting > 0 ? `全部反馈 ${waiting}` : '全部反馈', own: '我的反馈' }}
      side={side}
      actions={write}
      empty={{
        own: {
          title: '还没有反馈',
          text: '遇到问题或有建议时告诉我们，可以附上截图，处理结果会回到这里',
          action: <Button onClick={() => show('write')}>新建反馈</Button>,
        },
        office: { title: '还没有反馈', text: '同事提交的反馈会出现在这里' },
      }}
    >
      {shown}
    </InquiryBoard>
  )
}
