import { inquiryCalls, inquiryKinds, inquiryRefusal, type InquiryBox } from '@heliodesk/contract/inquiries.ts'
import { CircleCheck, Play } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { CopyText } from '../../kit/CopyText.tsx'
import { DetailDrawer } from '../../kit/Drawers.tsx'
import { DetailLayout } from '../../kit/DetailLayout.tsx'
import { formatSecond } from '../../kit/format.ts'
import { ErrorStrip } from '../../kit/States.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useUnread } from '../../kit/use-unread.tsx'
import { notify } from '../../lib/notices.ts'
import { useCall, useCommand } from '../../lib/queries.ts'
import { StateTag } from './inquiry-list.tsx'
import { boxTexts, type Inquiry } from './inquiry.ts'
import { ReplyForm } from './ReplyForm.tsx'
import { Thread } from './Thread.tsx'
import css from './inquiries.module.css'

type InquiryDrawerProps = { id: string; box: InquiryBox; open: boolean; onClose: () => void }

/** The polling interval, so that an answer appears while the drawer is open. */
const LOOK_AGAIN_MS = 20_000

/** One inquiry: the messages of both sides and the possible actions. */
export function InquiryDrawer({ id, box, open, onClose }: InquiryDrawerProps) {
  const read = useCall(
    inquiryCalls.detail,
    { id },
    { refetchOnMount: 'always', refetchInterval: LOOK_AGAIN_MS },
  )
  const inquiry = read.data?.id === id && read.data.box === box ? read.data : null
  const [typing, setTyping] = useState({ dirty: false, uploading: false })
  const [closing, setClosing] = useState(false)
  useReadMark(open ? inquiry : null)
  const retry = () => void read.refetch()
  const { box: title, one } = boxTexts[box]
  const unread = useUnread(one, read, inquiry !== null, <ThreadSkeleton />)
  const base = { inAddress: true, open, onClose }
  if (!inquiry) return <DetailDrawer {...base} {...unread} top={<span>{title}</span>} />
  return (
    <DetailDrawer
      {...typing}
      {...base}
      top={
        <>
          <span>{title}</span>
          {inquiry.kind && <span className="tag ln">{inquiryKinds[inquiry.kind]}</span>}
        </>
      }
      title={
        <>
          {inquiry.title ?? inquiry.content.slice(0, 40)}
          <StateTag state={inquiry.state} />
        </>
      }
      actions={inquiry.office && <OfficeActions inquiry={inquiry} onClose={() => setClosing(true)} />}
      aside={<Facts inquiry={inquiry} />}
    >
      {read.error && <ErrorStrip title={`${one}没有更新`} error={read.error} onRetry={retry} />}
      <Thread inquiry={inquiry} />
      <ReplyForm key={id} inquiry={inquiry} onRefresh={retry} onTyping={setTyping} />
      <CloseDialog inquiry={inquiry} open={closing} onDone={() => setClosing(false)} onRefresh={retry} />
    </DetailDrawer>
  )
}

/** Marks the shown version as read. */
function useReadMark(inquiry: Inquiry | null) {
  const { mutate } = useCommand(inquiryCalls.read, { errors: 'own' })
  const mark = useEffectEvent((id: string, version: number) => mutate({ id, version }))
  const unread = inquiry?.unread ? { id: inquiry.id, version: inquiry.version } : null
  useEffect(() => {
    if (unread) mark(unread.id, unread.version)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new object at every render
  }, [unread?.id, unread?.version])
}

function OfficeActions({ inquiry, onClose }: { inquiry: Inquiry; onClose: () => void }) {
  const { id, state, version } = inquiry
  const process = useCommand(inquiryCalls.process, {
    onSuccess: () => notify({ kind: 'success', title: '已开始处理', text: '对方会看到“处理中”' }),
  })
  return (
    <>
      <Button
        icon={Play}
        busy={process.isPending}
        refusal={inquiryRefusal('process', state)}
        onClick={() => process.mutate({ id, version })}
      >
        开始处理
      </Button>
      <Button icon={CircleCheck} refusal={inquiryRefusal('close', state)} onClick={onClose}>
        关闭{boxTexts[inquiry.box].one}
      </Button>
    </>
  )
}

type CloseDialogProps = { inquiry: Inquiry; open: boolean; onDone: () => void; onRefresh: () => void }

function CloseDialog({ inquiry, open, onDone, onRefresh }: CloseDialogProps) {
  const { id, version, state, box } = inquiry
  const { one } = boxTexts[box]
  const saving = useSaving(inquiryCalls.close, {
    said: () => [`${one}已关闭`],
    onClose: onDone,
  })
  return (
    <CommandDialog
      open={open}
      title={`关闭这条${one}？`}
      text="关闭后双方都不能再回复，内容保留可查。"
      verb="关闭"
      refusal={inquiryRefusal('close', state)}
      saving={saving}
      onConfirm={() => saving.send({ id, version })}
      onClose={() => {
        saving.reset()
        onDone()
      }}
      onRefresh={onRefresh}
    />
  )
}

function Facts({ inquiry }: { inquiry: Inquiry }) {
  const { box, kind, senderName, phone, createTime, updateTime } = inquiry
  return (
    <div className={css.inquiryFacts}>
      <DetailLayout
        items={[
          { label: boxTexts[box].sender, value: senderName },
          {
            label: '联系电话',
            value: phone && (
              <span className="copyable">
                {phone}
                <CopyText text={phone} label="复制联系电话" />
              </span>
            ),
          },
          ...(kind ? [{ label: '类型', value: inquiryKinds[kind] }] : []),
          { label: '提交时间', value: formatSecond(createTime) },
          { label: '最近动态', value: formatSecond(updateTime) },
        ]}
      />
    </div>
  )
}

function ThreadSkeleton() {
  return (
    <div className="sec" role="status" aria-label="正在加载">
      {[72, 54, 80].map((width) => (
        <i key={width} className="sk" style={{ width: `${width}%`, height: 56, marginBottom: 14 }} />
      ))}
    </div>
  )
}
