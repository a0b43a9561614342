import {
  reasonsOf,
  titleOfReason,
  verdicts,
  type ReviewReason,
  type Verdict,
} from '@heliodesk/contract/review-reasons.ts'
import {
  reviewTitles,
  ticketReviewCalls as calls,
  type ReviewedTicket,
} from '@heliodesk/contract/ticket-reviews.ts'
import { ListChecks } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { SelectManyField } from '../../kit/fields/SelectManyField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useRecordForm } from '../../kit/use-record-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { Findings } from './Findings.tsx'
import css from './reviews.module.css'

type ReviewFormProps = OverlayProps & { ticket: ReviewedTicket }

/** The judgement of a ticket, beside what the checks find; a ticket without findings is taken for qualified at first. */
export function ReviewForm({ ticket, ...dialog }: ReviewFormProps) {
  const asked = { id: ticket.id }
  const { form, drawer, seen } = useRecordForm(
    { edit: calls.save, detail: calls.detail },
    { ...dialog, asked },
    {
      noun: '两票评价',
      fields: calls.save.input.pick({ verdict: true, reasons: true, note: true }),
      valuesOf: ({ review, findings }) => ({
        verdict: review?.verdict ?? (findings.length === 0 ? 'qualified' : undefined),
        reasons: review?.reasons ?? [],
        note: review?.note ?? '',
      }),
      nameOf: ({ ticketNo }) => ticketNo,
      said: ({ ticketNo, review }) => [`已评为${review ? verdicts[review.verdict] : '未评价'}`, ticketNo],
      faults: {
        'ticketReview.reasons': ['reasons', 'verdict'],
        'ticketReview.note': ['note', 'verdict', 'reasons'],
      },
    },
  )
  const { field, values, set } = form
  const { kind, findings, ticketNo, workContent } = seen ?? ticket
  const isBad = values.verdict === 'unqualified'
  const found = [...new Set(findings.map(({ reason }) => reason))]
  const take = () => {
    set('verdict', 'unqualified')
    set('reasons', [...new Set([...(values.reasons ?? []), ...found])])
  }
  return (
    <FieldsDrawer {...drawer} title={`评价 ${ticketNo}`} verb="保存评价" roomy>
      <div className="wide">
        <p className={`t2 ${css.task}`}>{workContent}</p>
        <Findings findings={findings} />
        {found.length > 0 && (
          <Button size="sm" icon={ListChecks} onClick={take}>
            按自动检查填写原因
          </Button>
        )}
      </div>
      <SelectField<Verdict>
        {...field('verdict', ['reasons'])}
        label={reviewTitles.verdict}
        required
        choices={verdicts}
      />
      {isBad && (
        <SelectManyField
          {...field('reasons')}
          onChange={(chosen) => set('reasons', chosen as ReviewReason[])}
          label={reviewTitles.reasons}
          required
          choices={reasonsOf(kind).map((value) => ({ value, label: titleOfReason(value) }))}
        />
      )}
      <LongTextField
        {...field('note')}
        label={reviewTitles.note}
        required={values.verdict === 'qualified' && findings.length > 0}
        max={300}
        rows={3}
        placeholder={
          values.verdict === 'qualified' && findings.length > 0
            ? '自动检查有发现，请说明为什么合格'
            : '可写整改要求'
        }
      />
    </FieldsDrawer>
  )
}
