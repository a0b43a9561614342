import { personalDataCalls } from '@heliodesk/contract/personal-data.ts'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { NoteField } from '../../kit/fields/NoteField.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { watchExports } from '../../lib/exports.ts'
import type { User } from './user.ts'

type ExportPersonalDataProps = OverlayProps & { user: User }

/** Asks why, and adds an archive of everything about a person to the own downloads. */
export function ExportPersonalData({ user, ...dialog }: ExportPersonalDataProps) {
  const form = useForm(personalDataCalls.request.input, { personId: user.id })
  const saving = useSaving(personalDataCalls.request, {
    form,
    said: () => ['已加入我的下载', `${user.realname}的个人数据，生成后会提醒您`],
    onClose: dialog.onClose,
    onSaved: ({ id }) => watchExports([id]),
  })
  return (
    <CommandDialog
      {...dialog}
      title={`导出${user.realname}（${user.username}）的个人数据？`}
      text="应本人请求提供。生成一个压缩包：资料、角色、登录、工单、签名、评论、两票、消息和上传的附件，在“我的下载”中保留到其到期时间。审计日志会记下这次导出和原因。"
      verb="导出"
      saving={saving}
      form={form.form}
      onConfirm={() => form.submit(saving.send)}
    >
      <NoteField {...form.field('reason')} label="原因" required />
    </CommandDialog>
  )
}
