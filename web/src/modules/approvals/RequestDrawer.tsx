import { leaveKinds, oaForms, type oaCalls, type OaKind } from '@heliodesk/contract/oa.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import type { ReactNode } from 'react'
import { DayField } from '../../kit/fields/DayField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useForm, type Form } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import type { Saving } from '../../kit/use-saving.ts'
import { useSuggestedDays } from './use-suggested-days.ts'

export type Request = Sent<typeof oaCalls.apply>['request']

type RequestDrawerProps = OverlayProps & {
  title: string
  verb: string
  kind: OaKind
  /** The values of a request that exists. */
  initial?: Readonly<Record<string, string | number>>
  /** Above the fields. */
  before?: ReactNode
  /** Below the fields. */
  after?: ReactNode
  saving: Saving
  onSend: (request: Request) => void
}

/** The form of a request, by its kind. What was typed for another kind stays until it closes. */
export function RequestDrawer({ kind, initial, before, after, onSend, ...drawer }: RequestDrawerProps) {
  // The values came through the schema of the same kind.
  const start = (of: OaKind): object => (kind === of ? (initial ?? {}) : {})
  const leave = useForm(oaForms.leave, start('leave'))
  const purchase = useForm(oaForms.purchase, start('purchase'))
  const dirty = leave.dirty || purchase.dirty
  if (kind === 'leave')
    return (
      <FieldsDrawer {...drawer} form={{ ...leave, dirty }} onSend={(form) => onSend({ kind: 'leave', form })}>
        {before}
        <LeaveFields form={leave} />
        {after}
      </FieldsDrawer>
    )
  return (
    <FieldsDrawer
      {...drawer}
      form={{ ...purchase, dirty }}
      onSend={(form) => onSend({ kind: 'purchase', form })}
    >
      {before}
      <PurchaseFields form={purchase} />
      {after}
    </FieldsDrawer>
  )
}

/** A number as its field takes it: the schemas accept texts too. */
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)

function LeaveFields({ form }: { form: Form<typeof oaForms.leave> }) {
  const { field, values, set } = form
  useSuggestedDays(values, (days) => set('days', days))
  return (
    <>
      <SelectField {...field('kind')} label="请假类型" required choices={leaveKinds} />
      <DayField {...field('from')} label="开始日期" required />
      <DayField {...field('until')} label="结束日期" required />
      <NumberField
        {...field('days')}
        label="请假天数"
        required
        hint="以半天计"
        suffix="天"
        value={numberOf(values.days)}
      />
      <LongTextField {...field('remark')} label="事由" required max={500} rows={{ min: 3, max: 8 }} />
    </>
  )
}

function PurchaseFields({ form }: { form: Form<typeof oaForms.purchase> }) {
  const { field, values } = form
  return (
    <>
      <TextField {...field('subject')} label="采购内容" required maxLength={100} />
      <NumberField
        {...field('amount')}
        label="金额"
        required
        precision={2}
        suffix="元"
        value={numberOf(values.amount)}
      />
      <TextField {...field('supplier')} label="建议供应商" placeholder="可不填" maxLength={100} />
      <LongTextField {...field('remark')} label="事由" required max={500} rows={{ min: 3, max: 8 }} />
    </>
  )
}
