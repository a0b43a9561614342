import { ticketReviewCalls as calls, type ReviewedTicket } from '@heliodesk/contract/ticket-reviews.ts'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { formatNumber } from '../../kit/format.ts'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useRecordForm } from '../../kit/use-record-form.ts'
import { useSaving } from '../../kit/use-saving.ts'

export function WithdrawReview(props: OverlayProps & { opened: ReviewedTicket }) {
  const { form, dialog } = useRecordForm({ edit: calls.withdraw, detail: calls.detail }, props, {
    noun: '两票评价',
    fields: calls.withdraw.input.pick({ note: true }),
    valuesOf: () => ({}),
    nameOf: ({ ticketNo }) => ticketNo,
    said: ({ ticketNo }) => ['评价已撤销', ticketNo],
  })
  return (
    <CommandDialog
      {...dialog}
      title={`撤销“${props.opened.ticketNo}”的评价？`}
      text="票回到未评价；原来的评价留在评价记录里。"
      verb="撤销评价"
      danger
    >
      <LongTextField {...form.field('note')} label="原因" max={300} rows={2} mostRows={4} />
    </CommandDialog>
  )
}

const USUAL_PERCENT = 30

type DrawSampleProps = OverlayProps & { narrowed: { month: string; depCode?: string; psId?: string[] } }

/** Draws a share of each station's tickets of the month. */
export function DrawSample({ narrowed, open, onClose }: DrawSampleProps) {
  const form = useForm(calls.draw.input.pick({ percent: true }), { percent: USUAL_PERCENT })
  const saving = useSaving(calls.draw, {
    said: ({ stations, tickets }) =>
      tickets > 0
        ? [`抽中 ${formatNumber(tickets)} 张`, `${formatNumber(stations)} 座电站`]
        : ['没有新抽中的票', '已抽的票达到这个比例'],
    form,
    onClose,
  })
  return (
    <CommandDialog
      open={open}
      onClose={onClose}
      saving={saving}
      form={form.form}
      title={`抽查 ${narrowed.month} 的票？`}
      text="各电站分别抽取，至少一张。顺序由首次抽取时定下的种子决定，再抽只补足比例，已抽中的保留。"
      verb="抽取"
      onConfirm={() => form.submit(({ percent }) => saving.send({ ...narrowed, percent }))}
    >
      <NumberField {...form.field('percent')} label="抽查比例" required precision={0} min={1} suffix="%" />
    </CommandDialog>
  )
}
