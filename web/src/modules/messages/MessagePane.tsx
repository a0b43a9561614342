import { approvalCalls, MOST_OPINION } from '@heliodesk/contract/approvals.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { announcementCalls } from '@heliodesk/contract/message-channels.ts'
import { messageChannels } from '@heliodesk/contract/message-kinds.ts'
import { messageCalls, type Message } from '@heliodesk/contract/messages.ts'
import { ArrowLeft, BellRing, Check, UserRoundCheck, X } from 'lucide-react'
import { useState } from 'react'
import { LabelTag } from '../../domain/messages/LabelTag.tsx'
import { doneWords, openWordOf, useUrging } from '../../domain/messages/MessageActs.tsx'
import { Button, IconButton } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { CountedTextarea } from '../../kit/CountedTextarea.tsx'
import { Field } from '../../kit/Field.tsx'
import { formatTime } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { useUnsaved } from '../../kit/use-unsaved.ts'
import { useCall, useRefresh } from '../../lib/queries.ts'
import css from './tidings.module.css'

type MessagePaneProps = { id: string; onAssign: (message: Message) => void; onClose: () => void }

/** One message: what it says, who else was told and how, and what the user can do about it. */
export function MessagePane({ id, onAssign, onClose }: MessagePaneProps) {
  const phone = usePhone()
  const detail = useCall(messageCalls.detail, { id })
  return (
    <section className={css.pane} aria-label="消息详情">
      <div className={`touch ${css.close}`}>
        <IconButton icon={phone ? ArrowLeft : X} label={phone ? '返回列表' : '关闭详情'} onClick={onClose} />
      </div>
      <Reading read={detail} name="消息" height={200}>
        {(read) => <Detail {...read} onAssign={onAssign} />}
      </Reading>
    </section>
  )
}

type DetailProps = Received<typeof messageCalls.detail> & Pick<MessagePaneProps, 'onAssign'>

function Detail({ message, actorName, people, onAssign }: DetailProps) {
  const phone = usePhone()
  const { label, about, title, note, psName, time, link, step, act } = message
  const urging = useUrging(message)
  const words = doneWords(message)
  const Title = phone ? 'h1' : 'h2'
  return (
    <>
      <div className={css.content}>
        <p className={css.name}>
          <LabelTag label={label} />
          <span className="t3 s12">{about.code}</span>
        </p>
        <Title className={css.title}>{title}</Title>
        <p className="t3 s13">{[actorName, formatTime(time)].filter(Boolean).join(' · ')}</p>
        <dl className={css.facts}>
          {psName && (
            <>
              <dt>电站</dt>
              <dd>{psName}</dd>
            </>
          )}
          <dt>内容</dt>
          <dd>{note}</dd>
          {words !== null && (
            <>
              <dt>结果</dt>
              <dd>
                {words}
                {message.done && <span className="t3"> · {formatTime(message.done.time)}</span>}
              </dd>
            </>
          )}
        </dl>
        {about.kind === 'announcement' && about.id !== null && <Announced id={message.id} />}
        <h3 className={css.told}>谁也收到了，怎么送的</h3>
        <ul className={css.people}>
          {people.map((person, at) => (
            <li key={at}>
              <b>{person.name}</b>
              <span className="t3 s12">{person.isOwn ? '您' : person.departName}</span>
              <span className="mla t2 s12">{waysOf(person)}</span>
            </li>
          ))}
        </ul>
      </div>
      {step && words === null ? (
        <Decide message={message} />
      ) : (
        link !== null && (
          <footer className={css.decide}>
            <span className={`touch-row ${css.buttons}`}>
              {act === 'assign' && (
                <Button kind="pri" icon={UserRoundCheck} onClick={() => onAssign(message)}>
                  指派
                </Button>
              )}
              {act === 'urge' && (
                <Button kind="pri" icon={BellRing} busy={urging.busy} onClick={urging.urge}>
                  催办
                </Button>
              )}
              <a className={act === null ? 'btn pri' : 'btn'} href={link}>
                {words === null ? openWordOf(message) : '打开'}
              </a>
            </span>
          </footer>
        )
      )}
    </>
  )
}

/** The words of an announcement, and how many have read it. */
function Announced({ id }: { id: string }) {
  const receipts = useCall(announcementCalls.receipts, { id })
  return (
    <Reading read={receipts} name="公告" height={80}>
      {({ content, read, total }) => (
        <>
          <p className={css.words}>{content}</p>
          <p className="t3 s12">
            已读 {read}/{total}
          </p>
        </>
      )}
    </Reading>
  )
}

type Person = Received<typeof messageCalls.detail>['people'][number]

const states = { waiting: '待发', sent: '送达', failed: '未送达' } as const

const waysOf = ({ readTime, deliveries }: Person) =>
  [
    readTime ? `站内 已读 ${formatTime(readTime)}` : '站内 未读',
    ...deliveries.map(({ channel, state }) => `${messageChannels[channel]} ${states[state]}`),
  ].join(' · ')

/** The user decides the step that the message is about. */
function Decide({ message: { title, step, link } }: { message: Message }) {
  const [opinion, setOpinion] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const refresh = useRefresh(messageCalls.list)
  const complete = useSaving(approvalCalls.complete, {
    said: (_answer, { outcome }) => [outcome === 'approve' ? '已同意' : '已提交不同意', title],
    onSaved: refresh,
  })
  useUnsaved(opinion !== '' && !complete.done)
  const decide = (outcome: 'approve' | 'reject') => {
    const said = opinion.trim()
    const wrong =
      said.length > MOST_OPINION
        ? `最多允许输入${MOST_OPINION}个字符`
        : outcome === 'reject' && said === ''
          ? '不同意时请填写意见'
          : null
    setFault(wrong)
    if (!wrong && step) complete.send({ ...step, outcome, opinion: said, files: [] })
  }
  return (
    <footer className={css.decide}>
      <CommandAlert error={complete.error} />
      <Field label="意见" bare error={fault}>
        {(control) => (
          <CountedTextarea
            {...control}
            max={MOST_OPINION}
            placeholder="意见（不同意时必填）"
            value={opinion}
            onChange={setOpinion}
          />
        )}
      </Field>
      <span className={`touch-row ${css.buttons}`}>
        <Button kind="pri" icon={Check} busy={complete.busy} onClick={() => decide('approve')}>
          同意
        </Button>
        <Button busy={complete.busy} onClick={() => decide('reject')}>
          不同意
        </Button>
        {link !== null && (
          <a className="btn" href={link}>
            打开
          </a>
        )}
      </span>
    </footer>
  )
}
