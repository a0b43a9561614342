import { inquiryCalls, inquiryKinds, inquiryRefusal, type InquiryBox } from '@heliodesk/contract/inquiries.ts'
import { CircleCheck, Play } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { copyable } from '../../kit/CopyText.tsx'
import { DetailLayout } from '../../kit/DetailLayout.tsx'
import { formatSecond } from '../../kit/format.ts'
import { RecordDrawer } from '../../kit/RecordDrawer.tsx'
import { useRecord } from '../../kit/use-record.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import { inquiryHead } from './inquiry-list.tsx'
import { boxTexts, type Inquiry, type KnownInquiry, type ListedInquiry } from './inquiry.ts'
import { ReplyForm } from './ReplyForm.tsx'
import { Thread } from './Thread.tsx'
import css from './inquiries.module.css'

type InquiryDrawerProps = {
  id: string
  box: InquiryBox
  /** The inquiry in the list behind, if it is there. */
  row: ListedInquiry | null
  open: boolean
  onClose: () => void
}

/** One inquiry: the messages of both sides and the possible actions. */
export function InquiryDrawer({ id, box, row, open, onClose }: InquiryDrawerProps) {
  const inquiry = useRecord(inquiryCalls.detail, 'id', id, (found) => found.box === box)
  const [typing, setTyping] = useState({ dirty: false, uploading: false })
  const [closing, setClosing] = useState(false)
  useReadMark(open ? inquiry.record : null)
  const retry = () => void inquiry.read.refetch()
  const { box: title, one } = boxTexts[box]
  return (
    <RecordDrawer
      {...inquiry}
      {...typing}
      open={open}
      onClose={onClose}
      noun={one}
      row={row}
      top={title}
      skeleton={<ThreadSkeleton />}
    >
      {(known, loaded) => ({
        ...inquiryHead(box, known),
        actions: loaded?.office && <OfficeActions inquiry={loaded} onClose={() => setClosing(true)} />,
        aside: <Facts inquiry={known} />,
        sections: (
          <>
            <Thread inquiry={known} />
            {loaded && (
              <>
                <ReplyForm key={id} inquiry={loaded} onRefresh={retry} onTyping={setTyping} />
                <CloseDialog
                  inquiry={loaded}
                  open={closing}
                  onDone={() => setClosing(false)}
                  onRefresh={retry}
                />
              </>
            )}
          </>
        ),
      })}
    </RecordDrawer>
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

function Facts({ inquiry }: { inquiry: KnownInquiry }) {
  const { box, kind, senderName, phone, createTime, updateTime } = inquiry
  return (
    <div className={css.inquiryFacts}>
      <DetailLayout
        items={[
          { label: boxTexts[box].sender, value: senderName },
          { label: '联系电话', value: copyable(phone, '复制联系电话') },
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
