import { pdcaLabels, type PdcaLabel } from '@heliodesk/contract/message-kinds.ts'
import { messageCalls, type Message } from '@heliodesk/contract/messages.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { LabelTag } from '../../../domain/messages/LabelTag.tsx'
import { MessageActs } from '../../../domain/messages/MessageActs.tsx'
import { useAssigning } from '../../../domain/messages/use-assigning.tsx'
import { useReadAll } from '../../../domain/messages/use-read-all.ts'
import { formatNumber, formatTime } from '../../../kit/format.ts'
import { overlayLayer } from '../../../kit/overlay-layer.ts'
import { PopoverBox } from '../../../kit/PopoverBox.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import { Empty } from '../../../kit/States.tsx'
import { go } from '../../../lib/location.ts'
import { useCall, useCommand } from '../../../lib/queries.ts'
import css from './messages-pop.module.css'

/** As many as the popover shows. */
const SHOWN = 5

type MessagesPopProps = { opener: RefObject<HTMLElement | null>; onClose: () => void }

type Tab = PdcaLabel | 'all'

/** The newest messages; those that can be acted on come first. */
export function MessagesPop({ opener, onClose }: MessagesPopProps) {
  const [tab, setTab] = useState<Tab>('all')
  const place = useRef<HTMLDivElement>(null)
  const labels = useCall(messageCalls.labels, {})
  const list = useCall(messageCalls.list, {
    label: tab === 'all' ? undefined : tab,
    acting: '1',
    size: SHOWN,
  })
  const read = useCommand(messageCalls.read)
  const readAll = useReadAll()
  const { assign, isAsking, shown } = useAssigning()
  useOutsidePress([place, opener], onClose)
  const unread = labels.data?.reduce((sum, each) => sum + each.unread, 0) ?? 0
  const open = (message: Message) => {
    if (!message.isRead) read.mutate({ id: message.id })
    onClose()
  }
  const openHere = (message: Message) => {
    open(message)
    go(paths.messages.to({ message: message.id }))
  }
  return createPortal(
    <div className={isAsking ? `${css.place} ${css.behind}` : css.place} ref={place}>
      <PopoverBox label="消息" className={css.pop} onClose={onClose} opener={() => opener.current}>
        <header className={css.head}>
          <b>消息</b>
          <span className="t3 s12">{unread > 0 ? `${formatNumber(unread)} 条未读` : '没有未读'}</span>
          {unread > 0 && (
            <button type="button" className="link mla" onClick={readAll.run}>
              全部已读
            </button>
          )}
        </header>
        <div className={css.tabs}>
          <Segments label="标签" choices={titlesWith(labels.data, unread)} value={tab} onChange={setTab} />
        </div>
        <Reading read={list} name="消息" height={200} keepsOld>
          {({ pageList, rowCount }) => (
            <>
              {pageList.length === 0 ? (
                <Empty title="没有消息" />
              ) : (
                <ul className={css.rows} onKeyDown={walk}>
                  {pageList.map((message) => (
                    <li key={message.id} data-read={message.isRead ? '' : undefined}>
                      <a
                        href={paths.messages.href({ message: message.id })}
                        onClick={(event) => {
                          if (event.ctrlKey || event.metaKey || event.shiftKey) return
                          event.preventDefault()
                          openHere(message)
                        }}
                      >
                        <span className={css.title}>
                          <LabelTag label={message.label} />
                          <b className="ell" title={message.title}>
                            {message.title}
                          </b>
                          <span className="t3 s12">{formatTime(message.time)}</span>
                        </span>
                        <span className="t3 s12 ell">{message.note}</span>
                      </a>
                      <MessageActs
                        message={message}
                        onRefuse={() => openHere(message)}
                        onAssign={() => assign(message)}
                        onOpen={() => open(message)}
                      />
                    </li>
                  ))}
                </ul>
              )}
              <footer className={css.foot}>
                <a className="link mla" href={paths.messages.href()} onClick={onClose}>
                  查看全部 {formatNumber(rowCount ?? 0)} 条
                </a>
              </footer>
            </>
          )}
        </Reading>
      </PopoverBox>
      {shown}
    </div>,
    document.body,
  )
}

const STEPS = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

/** The arrow keys go through the messages; Enter opens one, as of every link. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const step = STEPS.get(event.key)
  if (step === undefined) return
  event.preventDefault()
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('li > a')]
  const at = links.findIndex((link) => link.parentElement?.contains(document.activeElement))
  links[at + step]?.focus()
}

function titlesWith(
  labels: readonly { label: PdcaLabel; unread: number }[] | undefined,
  unread: number,
): Record<Tab, string> {
  const of = (Object.keys(pdcaLabels) as PdcaLabel[]).map((label) => {
    const count = labels?.find((each) => each.label === label)?.unread ?? 0
    return [label, count > 0 ? `${label} ${count}` : label]
  })
  return {
    all: unread > 0 ? `全部 ${unread}` : '全部',
    ...(Object.fromEntries(of) as Record<PdcaLabel, string>),
  }
}

/** What the fields of a dialog open. */
const PICKERS = '.ant-picker-dropdown, .ant-select-dropdown'

/** Closes what is open when something else is pressed, but for its own dialog. */
function useOutsidePress(inside: readonly RefObject<HTMLElement | null>[], onPress: () => void): void {
  const press = useEffectEvent((event: PointerEvent) => {
    const { target } = event
    if (!(target instanceof Element) || overlayLayer().contains(target) || target.closest(PICKERS)) return
    if (!inside.some(({ current }) => current?.contains(target))) onPress()
  })
  useEffect(() => {
    const ending = new AbortController()
    document.addEventListener('pointerdown', press, { signal: ending.signal })
    return () => ending.abort()
  }, [])
}
