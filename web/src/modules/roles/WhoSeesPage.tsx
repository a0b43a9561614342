import { ArrowLeft, MessageCircleQuestionMark } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { usePhone } from '../../kit/use-phone.ts'
import { AskBox } from './AskBox.tsx'
import askCss from './ask-order.module.css'
import { AudienceFacts } from './AudienceFacts.tsx'
import { AudiencePane } from './AudiencePane.tsx'
import { SightPane } from './SightPane.tsx'

const tabs = { user: '此人能看到什么', object: '谁能看到它' } as const
type Tab = keyof typeof tabs

/** What the two tabs keep in the address, besides the paging of lists. */
const NAMES =
  'view tab user of order station ticket person files can only approvals permissionId psId depId keyword page ask askPerson askOrder askAction askOf askId'.split(
    ' ',
  )
const cleared = Object.fromEntries(NAMES.map((name) => [name, null]))

const ofObject = ['of', 'order', 'station', 'ticket', 'person', 'permissionId', 'psId', 'depId']

function tabOf(query: URLSearchParams): Tab {
  const named = query.get('tab')
  if (named === 'user' || named === 'object') return named
  return !query.has('user') && ofObject.some((name) => query.has(name)) ? 'object' : 'user'
}

/** 谁能看到什么: what a person sees and may do, and who can see a record; the two answer by the same conditions. */
export function WhoSeesPage() {
  const { query, change } = useUrlQuery()
  const tab = tabOf(query)
  const phone = usePhone()
  const switcher = (
    <Segments
      label="查看"
      choices={tabs}
      value={tab}
      onChange={(next) => change({ tab: next, page: null, keyword: null })}
    />
  )
  const asks = query.has('ask') || query.has('askPerson') || query.has('askOrder')
  return (
    <div className={askCss.page}>
      <PageHead
        title="谁能看到什么"
        facts={phone ? null : switcher}
        actions={
          <>
            <Button icon={ArrowLeft} onClick={() => change(cleared)}>
              返回角色
            </Button>
            <Button
              icon={MessageCircleQuestionMark}
              className={askCss.opener}
              onClick={() =>
                change(asks ? { ask: null, askPerson: null, askOrder: null, askAction: null } : { ask: '1' })
              }
            >
              {asks ? '收起问一问' : '问一问'}
            </Button>
          </>
        }
      />
      {phone && <div className={askCss.switcher}>{switcher}</div>}
      <div className={askCss.beside}>
        {tab === 'user' ? <SightPane /> : <AudiencePane />}
        <div className={asks ? askCss.box : `${askCss.box} ${askCss.closed}`}>
          {tab === 'object' && <AudienceFacts />}
          <AskBox />
        </div>
      </div>
    </div>
  )
}
