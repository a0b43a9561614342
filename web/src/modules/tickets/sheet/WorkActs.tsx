import { named, requiredText } from '@heliodesk/contract/fields.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { CommandDialog } from '../../../kit/CommandDialog.tsx'
import { TickField } from '../../../kit/fields/TickField.tsx'
import { useRecordForm } from '../../../kit/use-record-form.ts'
import { calls, questionOf, recordOf, type ActDialogProps } from './act-dialog.ts'
import { Words } from './Words.tsx'
import { SegmentsField } from './SegmentsField.tsx'

const [, issue, , permit, confirm, , finish] = ticketCalls.act.input.def.right.options

/** 签发: the issuer says what stays live. */
export function IssueTicket({ ticket, title, act, ...overlay }: ActDialogProps) {
  const { form, dialog } = useRecordForm(
    calls,
    { ...overlay, opened: ticket },
    {
      ...recordOf(title),
      fields: issue,
      valuesOf: ({ liveParts }) => ({ act: 'issue', liveParts }),
    },
  )
  return (
    <CommandDialog {...dialog} {...questionOf(act, title)}>
      <Words
        {...form.field('liveParts')}
        label="保留带电部分"
        max={300}
        mostRows={6}
        placeholder="如：35kV I 段母线、相邻 6 号箱变高压侧带电"
      />
      <Words {...form.field('note')} label="说明" />
    </CommandDialog>
  )
}

const modes = { face: '当面许可', phone: '电话许可' } as const

/** 许可: face to face, or by telephone, with what the permitter adds to the measures. */
export function PermitWork({ ticket, title, act, ...overlay }: ActDialogProps) {
  const { form, dialog } = useRecordForm(
    calls,
    { ...overlay, opened: ticket },
    {
      ...recordOf(title),
      fields: permit,
      valuesOf: ({ supplement }) => ({ act: 'permit', mode: 'face', supplement }),
    },
  )
  const mode = form.values.mode ?? 'face'
  return (
    <CommandDialog {...dialog} {...questionOf(act, title)}>
      <SegmentsField
        label="许可方式"
        hint={mode === 'phone' ? '负责人确认开工时须填写复诵内容' : undefined}
        choices={modes}
        value={mode}
        onChange={(chosen) => form.set('mode', chosen)}
      />
      <Words
        {...form.field('supplement')}
        label="补充措施"
        max={300}
        mostRows={6}
        placeholder="许可人补充的安全措施，没有可不填"
      />
      {ticket.sharing.length > 0 && (
        <TickField
          label="共用隔离点"
          hint={`与 ${ticket.sharing.map(({ ticketNo, points }) => `${ticketNo}（${points.join('、')}）`).join('、')} 共用；本票依赖该票，该票不能先终结`}
          value={form.values.isShared === true}
          onChange={(ticked) => form.set('isShared', ticked)}
        />
      )}
      <Words {...form.field('note')} label="说明" />
    </CommandDialog>
  )
}

const repeated = confirm.extend({ readBack: named('复诵内容', requiredText(200)) })

/** 确认开工: after a permit by telephone the leader writes what was repeated. */
export function ConfirmWork({ ticket, title, act, ...overlay }: ActDialogProps) {
  const byPhone = ticket.permitMode === 'phone'
  const { form, dialog } = useRecordForm(
    calls,
    { ...overlay, opened: ticket },
    {
      ...recordOf(title),
      fields: byPhone ? repeated : confirm,
      valuesOf: () => ({ act: 'confirm' as const }),
    },
  )
  return (
    <CommandDialog {...dialog} {...questionOf(act, title)}>
      {byPhone && (
        <Words
          {...form.field('readBack')}
          label="复诵内容"
          required
          max={200}
          rows={3}
          mostRows={6}
          autoFocus
          placeholder="向许可人复诵的票号、工作地点、安全措施和许可时间"
        />
      )}
      <Words {...form.field('note')} label="说明" />
    </CommandDialog>
  )
}

/** 工作终结: the leader answers for the site. */
export function FinishWork({ ticket, title, act, ...overlay }: ActDialogProps) {
  const { form, dialog } = useRecordForm(
    calls,
    { ...overlay, opened: ticket },
    { ...recordOf(title), fields: finish, valuesOf: () => ({ act: 'finish' as const }) },
  )
  const isClear = form.values.isClear === true
  return (
    <CommandDialog
      {...dialog}
      {...questionOf(act, title)}
      refusal={isClear ? null : '请确认现场已清理，人员、工具已清点'}
    >
      <TickField
        label="现场已清理，人员、工具已清点"
        hint="自装的接地已拆除，没有遗留物"
        value={isClear}
        onChange={(ticked) => form.set('isClear', ticked || undefined)}
      />
      <Words {...form.field('note')} label="说明" />
    </CommandDialog>
  )
}
