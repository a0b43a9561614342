import { pdcaLabels, type PdcaLabel } from '@heliodesk/contract/message-kinds.ts'
import { MESSAGE_DAYS, messageCalls } from '@heliodesk/contract/messages.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { isOwn } from '@heliodesk/contract/own.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { CheckCheck, ListChecks, Megaphone, SlidersHorizontal } from 'lucide-react'
import { useAssigning } from '../../domain/messages/use-assigning.tsx'
import { useReadAll } from '../../domain/messages/use-read-all.ts'
import { Button } from '../../kit/Button.tsx'
import { lazily } from '../../kit/lazily.tsx'
import { formatNumber } from '../../kit/format.ts'
import { Pager } from '../../kit/page-table/Pager.tsx'
import { readPaging } from '../../kit/page-table/paging.ts'
import { PageHead } from '../../kit/PageHead.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { SideScroll } from '../../kit/SideScroll.tsx'
import { Empty, NoMatch } from '../../kit/States.tsx'
import { patchQuery, useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../kit/use-settled.ts'
import { useCall, useCommand } from '../../lib/queries.ts'
import { AnnounceForm } from './AnnounceForm.tsx'
import { SentDrawer } from './SentDrawer.tsx'
import { MessageList } from './MessageList.tsx'
import { MessagePane } from './MessagePane.tsx'
import { StationFilter } from './StationFilter.tsx'
import css from './tidings.module.css'

const SIZE = 30

type Tab = PdcaLabel | 'all' | 'unread'

const isLabel = (text: string): text is PdcaLabel => isOwn(pdcaLabels, text)

const SettingsPage = lazily(async () => (await import('./settings/SettingsPage.tsx')).SettingsPage)

const ReviewsDrawer = lazily(
  async () => (await import('../../domain/grant-reviews/ReviewsDrawer.tsx')).ReviewsDrawer,
)

/** 消息, or how they are received. */
export function MessagesPage() {
  const { query } = useUrlQuery()
  return query.get('view') === 'settings' ? <SettingsPage /> : <Messages />
}

/** What others did and what waits for the user. The address says which ones and which one is open. */
function Messages() {
  const phone = usePhone()
  const { query, base, change, leave } = useUrlQuery()
  const { curPage } = readPaging(query)
  const tab = tabOf(query, phone)
  const keyword = query.get('find') ?? ''
  const psId = query.get('psId')
  const settled = useSettled(keyword, ASKING_DEBOUNCE_MS)
  const labels = useCall(messageCalls.labels, {})
  const list = useCall(messageCalls.list, {
    state: tab === 'unread' ? 'unread' : 'all',
    label: isLabel(tab) ? tab : undefined,
    psId: psId ?? undefined,
    keyword: settled,
    curPage,
    size: SIZE,
  })
  const readAll = useReadAll()
  const { show, shown } = useOverlays({
    announce: (overlay) => <AnnounceForm {...overlay} />,
    sent: (overlay) => <SentDrawer {...overlay} />,
  })
  const assigning = useAssigning()
  const read = useCommand(messageCalls.read)
  const rows = list.data?.pageList ?? []
  const chosen = query.get('message')
  const open = (id: string) => {
    change({ message: id }, { push: phone })
    if (rows.some((row) => row.id === id && !row.isRead)) read.mutate({ id })
  }
  const unread = labels.data?.reduce((sum, each) => sum + each.unread, 0)
  const total = labels.data?.reduce((sum, each) => sum + each.total, 0)
  const isAlone = phone && chosen !== null
  const clear = () => change({ find: null, psId: null, state: null, label: null, page: null })
  return (
    <div className="list-page">
      {!isAlone && (
        <>
          <PageHead
            title="消息"
            facts={
              unread === undefined ? undefined : unread > 0 ? `${formatNumber(unread)} 条未读` : '没有未读'
            }
            actions={
              <>
                {phone && (
                  <a className="btn" href={paths.myMessages.href()}>
                    待办
                  </a>
                )}
                <a className="btn" href={paths.messages.href({ view: 'settings' })}>
                  <SlidersHorizontal className="i" aria-hidden />
                  接收设置
                </a>
                {!phone && (
                  <>
                    <Button code="message:announce" icon={Megaphone} onClick={() => show('announce')}>
                      发公告
                    </Button>
                    <Button code="message:announce" icon={ListChecks} onClick={() => show('sent')}>
                      我发的公告
                    </Button>
                  </>
                )}
                <Button
                  icon={CheckCheck}
                  busy={readAll.busy}
                  refusal={unread === 0 ? '没有未读的消息' : null}
                  onClick={() => readAll.run()}
                >
                  全部已读
                </Button>
              </>
            }
          />
          <div className={css.bar}>
            <SideScroll chosen={tab}>
              <Segments
                label="消息"
                choices={titlesWith(labels.data, total, unread)}
                value={tab}
                onChange={(next) =>
                  change({
                    state: next === 'unread' ? 'unread' : phone && next === 'all' ? 'all' : null,
                    label: isLabel(next) ? next : null,
                    page: null,
                    message: null,
                  })
                }
              />
            </SideScroll>
            <span className={css.filters}>
              <StationFilter
                value={psId}
                onChange={(next) => change({ psId: next, page: null, message: null })}
              />
              <SearchField
                label="查找消息"
                placeholder="标题、单号"
                className="fld"
                value={keyword}
                onChange={(find) => change({ find, page: null, message: null })}
              />
            </span>
          </div>
        </>
      )}
      <div className={chosen !== null && !phone ? css.panes : css.single}>
        {!isAlone && (
          <div className={css.list}>
            <Reading read={list} name="消息" height={400} keepsOld>
              {({ pageList, rowCount }) =>
                pageList.length === 0 ? (
                  <Nothing isNarrowed={keyword !== '' || psId !== null} tab={tab} onClear={clear} />
                ) : (
                  <>
                    <MessageList
                      rows={pageList}
                      word={settled}
                      chosen={chosen}
                      hrefOf={(id) => `${base}?${patchQuery(query, { message: id }).toString()}`}
                      onChoose={open}
                      onRead={(id) => read.mutate({ id })}
                      onAssign={assigning.assign}
                    />
                    {(rowCount ?? 0) > SIZE && (
                      <Pager
                        phone
                        total={rowCount ?? 0}
                        paging={{ curPage, size: SIZE, sort: { field: '', kind: '' } }}
                        onChange={(next) =>
                          change({ page: next.curPage === 1 ? null : String(next.curPage), message: null })
                        }
                      />
                    )}
                    <footer className={css.foot}>
                      <span>
                        共 {formatNumber(rowCount ?? 0)} 条 · 保留 {MESSAGE_DAYS} 天
                      </span>
                      {!phone && <span className="mla">J K 上下，E 已读，Enter 办理</span>}
                    </footer>
                  </>
                )
              }
            </Reading>
          </div>
        )}
        {chosen !== null && (
          <MessagePane
            key={chosen}
            id={chosen}
            onAssign={assigning.assign}
            onClose={() => (phone ? leave(['message']) : change({ message: null }))}
          />
        )}
      </div>
      {shown}
      {assigning.shown}
      {query.get('grant') !== null && (
        <ReviewsDrawer open chosen={query.get('grant')} onClose={() => change({ grant: null })} />
      )}
    </div>
  )
}

/** On a phone, what is unread comes first. */
function tabOf(query: URLSearchParams, phone: boolean): Tab {
  const label = query.get('label') ?? ''
  if (isLabel(label)) return label
  const state = query.get('state') ?? (phone ? 'unread' : 'all')
  return state === 'unread' ? 'unread' : 'all'
}

type Labels = Received<typeof messageCalls.labels>

function titlesWith(labels: Labels | undefined, total = 0, unread = 0): Record<Tab, string> {
  const counted = (title: string, count: number) => (count > 0 ? `${title} ${formatNumber(count)}` : title)
  const of = Object.fromEntries(
    (Object.entries(pdcaLabels) as [PdcaLabel, string][]).map(([label, name]) => [
      label,
      counted(`${label} ${name}`, labels?.find((each) => each.label === label)?.unread ?? 0),
    ]),
  ) as Record<PdcaLabel, string>
  return { all: counted('全部', total), unread: counted('未读', unread), ...of }
}

type NothingProps = { isNarrowed: boolean; tab: Tab; onClear: () => void }

function Nothing({ isNarrowed, tab, onClear }: NothingProps) {
  if (isNarrowed) return <NoMatch title="没有符合条件的消息" text="换个词，或看全部" onClear={onClear} />
  if (tab === 'unread') return <Empty title="都看过了" text="新的消息会出现在这里" />
  return <Empty title="没有消息" text="工单、两票和审批有了进展，会在这里告诉您" />
}
