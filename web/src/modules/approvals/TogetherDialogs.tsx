import { approvalCalls, MOST_COMMENT } from '@heliodesk/contract/approvals.ts'
import { useState } from 'react'
import { askFields } from '../../kit/ask-fields.ts'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import type { UploadedFile } from '../../kit/use-uploads.ts'
import type { Instance } from './approval.ts'
import { OpinionField, ProcessFilesField } from './ProcessFields.tsx'
import { ColleaguesField } from '../../domain/ColleagueField.tsx'

type TogetherDialogProps = OverlayProps & { instance: Instance }

const urging = approvalCalls.urge.input.pick({ opinion: true })

/** 催办: asks those who hold the open steps to act. */
export function UrgeDialog({ instance, ...overlay }: TogetherDialogProps) {
  const { processInstanceId, title, steps } = instance
  const form = useForm(urging, {})
  const saving = useSaving(approvalCalls.urge, { said: () => ['已催办', title], onClose: overlay.onClose })
  const waiting = steps.filter(({ isHeld }) => !isHeld)
  const people = [...new Set(waiting.flatMap((step) => step.people))].join('、')
  return (
    <CommandDialog
      {...askFields(overlay, form, saving, (input) => saving.send({ ...input, processInstanceId }))}
      title="催办"
      text={`提醒${people || '办理人'}办理“${waiting.map(({ name }) => name).join('、')}”。催办次数显示在对方的待办和办理记录里。`}
      verb="催办"
    >
      <OpinionField {...form.field('opinion')} label="说明" placeholder="为什么着急，可不填" />
    </CommandDialog>
  )
}

const copying = approvalCalls.copyTo.input.pick({ personIds: true, opinion: true })

/** 抄送: lets colleagues read the process. */
export function CopyDialog({ instance, ...overlay }: TogetherDialogProps) {
  const { processInstanceId, title, copies } = instance
  const form = useForm(copying, {})
  const saving = useSaving(approvalCalls.copyTo, { said: () => ['已抄送', title], onClose: overlay.onClose })
  const before = copies.map(({ person, readTime }) => `${person}（${readTime ? '已读' : '未读'}）`).join('、')
  return (
    <CommandDialog
      {...askFields(overlay, form, saving, (input) => saving.send({ ...input, processInstanceId }))}
      title="抄送"
      text={`对方可以查看这个流程，不能办理。${before && `已抄送：${before}。`}`}
      verb="抄送"
    >
      <ColleaguesField {...form.field('personIds')} process={processInstanceId} label="抄送给" required />
      <OpinionField {...form.field('opinion')} label="说明" />
    </CommandDialog>
  )
}

const commenting = approvalCalls.comment.input.pick({ comment: true })

/** 评论: a remark with files, for everybody who may look at the process. */
export function CommentDialog({ instance, ...overlay }: TogetherDialogProps) {
  const { processInstanceId, title } = instance
  const form = useForm(commenting, {})
  const [files, setFiles] = useState<readonly UploadedFile[]>([])
  const [uploading, setUploading] = useState(false)
  const saving = useSaving(approvalCalls.comment, { said: () => ['已评论', title], onClose: overlay.onClose })
  const paths = files.map(({ path }) => path)
  return (
    <CommandDialog
      {...askFields(overlay, form, saving, (input) =>
        saving.send({ ...input, processInstanceId, files: paths }),
      )}
      title="评论"
      text="写入办理记录，能查看这个流程的人都能看到。"
      verb="评论"
      refusal={uploading ? '附件还在上传' : null}
    >
      <LongTextField {...form.field('comment')} label="评论" required max={MOST_COMMENT} rows={4} />
      <ProcessFilesField value={files} onChange={setFiles} onBusy={setUploading} />
    </CommandDialog>
  )
}
