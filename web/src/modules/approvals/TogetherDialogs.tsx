import { approvalCalls, MOST_COMMENT, MOST_OPINION, PROCESS_FILES } from '@heliodesk/contract/approvals.ts'
import { useState } from 'react'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { FilesField } from '../../kit/fields/FilesField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import type { UploadedFile } from '../../kit/use-uploads.ts'
import type { Instance } from './approval.ts'
import { ColleaguesField } from '../../domain/ColleagueField.tsx'

type TogetherDialogProps = OverlayProps & { instance: Instance }

const urging = approvalCalls.urge.input.pick({ opinion: true })

/** 催办: asks those who hold the open steps to act. */
export function UrgeDialog({ open, onClose, instance }: TogetherDialogProps) {
  const { processInstanceId, title, steps } = instance
  const form = useForm(urging, {})
  const saving = useSaving(approvalCalls.urge, { said: () => ['已催办', title], onClose })
  const waiting = steps.filter(({ isHeld }) => !isHeld)
  const people = [...new Set(waiting.flatMap((step) => step.people))].join('、')
  return (
    <CommandDialog
      open={open}
      wide
      title="催办"
      text={`提醒${people || '办理人'}办理“${waiting.map(({ name }) => name).join('、')}”。催办次数显示在对方的待办和办理记录里。`}
      verb="催办"
      saving={saving}
      form={form.form}
      onConfirm={() => form.submit((input) => saving.send({ ...input, processInstanceId }))}
      onClose={onClose}
    >
      <LongTextField
        {...form.field('opinion')}
        label="说明"
        max={MOST_OPINION}
        rows={3}
        placeholder="为什么着急，可不填"
      />
    </CommandDialog>
  )
}

const copying = approvalCalls.copyTo.input.pick({ personIds: true, opinion: true })

/** 抄送: lets colleagues read the process. */
export function CopyDialog({ open, onClose, instance }: TogetherDialogProps) {
  const { processInstanceId, title, copies } = instance
  const form = useForm(copying, {})
  const saving = useSaving(approvalCalls.copyTo, { said: () => ['已抄送', title], onClose })
  const before = copies.map(({ person, readTime }) => `${person}（${readTime ? '已读' : '未读'}）`).join('、')
  return (
    <CommandDialog
      open={open}
      wide
      title="抄送"
      text={`对方可以查看这个流程，不能办理。${before && `已抄送：${before}。`}`}
      verb="抄送"
      saving={saving}
      form={form.form}
      onConfirm={() => form.submit((input) => saving.send({ ...input, processInstanceId }))}
      onClose={onClose}
    >
      <ColleaguesField
        {...form.field('personIds')}
        processInstanceId={processInstanceId}
        label="抄送给"
        required
      />
      <LongTextField
        {...form.field('opinion')}
        label="说明"
        max={MOST_OPINION}
        rows={3}
        placeholder="可不填"
      />
    </CommandDialog>
  )
}

const commenting = approvalCalls.comment.input.pick({ comment: true })

/** 评论: a remark with files, for everybody who may look at the process. */
export function CommentDialog({ open, onClose, instance }: TogetherDialogProps) {
  const { processInstanceId, title } = instance
  const form = useForm(commenting, {})
  const [files, setFiles] = useState<readonly UploadedFile[]>([])
  const [uploading, setUploading] = useState(false)
  const saving = useSaving(approvalCalls.comment, { said: () => ['已评论', title], onClose })
  const paths = files.map(({ path }) => path)
  return (
    <CommandDialog
      open={open}
      wide
      title="评论"
      text="写入办理记录，能查看这个流程的人都能看到。"
      verb="评论"
      refusal={uploading ? '附件还在上传' : null}
      saving={saving}
      form={form.form}
      onConfirm={() => form.submit((input) => saving.send({ ...input, processInstanceId, files: paths }))}
      onClose={onClose}
    >
      <LongTextField {...form.field('comment')} label="评论" required max={MOST_COMMENT} rows={4} />
      <FilesField
        label="附件"
        error={null}
        look="list"
        purpose="process"
        max={PROCESS_FILES}
        value={files}
        onChange={setFiles}
        onBusy={setUploading}
      />
    </CommandDialog>
  )
}
