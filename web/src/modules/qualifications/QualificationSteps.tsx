import { dayAfter, monthsAfter } from '@heliodesk/contract/days.ts'
import {
  qualificationCalls,
  qualificationTitles as titles,
  type Qualification,
} from '@heliodesk/contract/qualifications.ts'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { EnterForm } from '../../kit/EnterForm.tsx'
import { DayField, WIRE_DAY } from '../../kit/fields/DayField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useRecordForm } from '../../kit/use-record-form.ts'
import { companyNow } from '../../lib/company-time.ts'

const term = qualificationCalls.renew.input.pick({ publication: true, validFrom: true, validUntil: true })
export type Term = { publication: string; validFrom: string; validUntil: string }

/** The day after the last of them expires, or today if that is past. */
function beginAfter(entries: readonly Qualification[]): string {
  const today = companyNow().format(WIRE_DAY)
  const next = dayAfter(
    entries
      .map(({ validUntil }) => validUntil)
      .toSorted()
      .at(-1) ?? today,
  )
  return next > today ? next : today
}

type RenewProps = OverlayProps & { entries: readonly Qualification[]; onRenew: (term: Term) => void }

/** Publishes entries again, for the next year. */
export function RenewDialog({ open, onClose, entries, onRenew }: RenewProps) {
  const begin = beginAfter(entries)
  const form = useForm(term, {
    validFrom: begin,
    validUntil: dayAfter(monthsAfter(begin, 12), -1),
  })
  const send = () =>
    form.submit((input) => {
      onClose()
      onRenew(input)
    })
  const [only] = entries
  return (
    <ConfirmDialog
      open={open}
      title={entries.length === 1 && only ? `续期“${only.personName}”？` : `续期所选 ${entries.length} 条？`}
      text="人员、角色、电压等级和适用范围不变，登记为新的一期；原有的到期为止。"
      verb="续期"
      onConfirm={send}
      onCancel={onClose}
    >
      <EnterForm form={form.form} onSend={send}>
        <TextField {...form.field('publication')} label={titles.publication} required autoFocus />
        <DayField {...form.field('validFrom')} label={titles.validFrom} required />
        <DayField {...form.field('validUntil')} label={titles.validUntil} required />
      </EnterForm>
    </ConfirmDialog>
  )
}

export function RevokeDialog(props: OverlayProps & { opened: Qualification }) {
  const { form, dialog } = useRecordForm(
    { edit: qualificationCalls.revoke, detail: qualificationCalls.detail },
    props,
    {
      noun: '人员资格',
      nameOf: ({ personName }: Qualification) => personName,
      fields: qualificationCalls.revoke.input.pick({ reason: true }),
      valuesOf: () => ({}),
      said: ({ personName, roleNames }: Qualification) => ['资格已撤销', `${personName}：${roleNames}`],
    },
  )
  const { personName, roleNames } = props.opened
  return (
    <CommandDialog
      {...dialog}
      title={`撤销“${personName}”的资格？`}
      text={`${roleNames}。撤销后立即不能再签字，不能恢复；已签的字不变。`}
      verb="撤销"
      danger
    >
      <LongTextField
        {...form.field('reason')}
        label="原因"
        required
        max={100}
        rows={2}
        mostRows={4}
        placeholder="如 调离岗位、考试不合格、登记有误"
      />
    </CommandDialog>
  )
}
