import { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { useState } from 'react'
import { CommandDialog } from '../../../kit/CommandDialog.tsx'
import { CountedTextarea } from '../../../kit/CountedTextarea.tsx'
import { Field } from '../../../kit/Field.tsx'
import { formatDay, formatNumber } from '../../../kit/format.ts'
import { Reading } from '../../../kit/Reading.tsx'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { useCall } from '../../../lib/queries.ts'
import type { CleaningOrder } from './cleaning-rights.ts'
import type { Benefit } from './round.ts'

const MOST_LETTERS = 100

/** Accepts the order with its cleaning; the figures that are kept stand in the question. */
export function AcceptCleaning({ order, ...overlay }: OverlayProps & { order: CleaningOrder }) {
  const [opinion, setOpinion] = useState('')
  const benefit = useCall(cleaningCalls.benefit, { orderId: order.id })
  const saving = useSaving(cleaningCalls.check, {
    said: ({ profit }) => ['清洗已验收', `${order.workCode} 收益 ${formatNumber(profit, 2)} 元`],
    onClose: overlay.onClose,
  })
  const unmeasured = benefit.data?.estimate.unmeasured ?? 0
  const refusal = unmeasured > 0 ? `${unmeasured} 个区域没有清洗前后的 SR，不能验收清洗` : null
  const accept = () => {
    if (opinion.trim().length > MOST_LETTERS) return
    saving.send({ orderId: order.id, version: order.version, auditOpinion: opinion.trim() })
  }
  return (
    <CommandDialog
      {...overlay}
      title={`验收清洗 ${order.workCode}？`}
      text="工单随之完成，清洗效益按此刻的电价、辐照和配置核定，之后不再变化。"
      verb="验收通过"
      saving={saving}
      closed={refusal}
      onConfirm={accept}
    >
      <Reading read={benefit} name="清洗效益" height={44}>
        {({ estimate }) => <Kept benefit={estimate} />}
      </Reading>
      <Field label="验收意见">
        {(control) => (
          <CountedTextarea
            {...control}
            rows={2}
            max={MOST_LETTERS}
            value={opinion}
            onChange={setOpinion}
            placeholder="可不填，如 抽检 5 % 无泥斑鸟粪、无破损"
          />
        )}
      </Field>
    </CommandDialog>
  )
}

const Kept = ({ benefit: { inputs, outcome, breakEvenDay } }: { benefit: Benefit }) => (
  <p>
    {inputs.days} 天多发 <b>{formatNumber(outcome.energyKwh)}</b> kWh，增收 {formatNumber(outcome.income)}{' '}
    元，费用 {formatNumber(inputs.cost)} 元，收益{' '}
    <b className={outcome.profit < 0 ? 'err' : undefined}>{formatNumber(outcome.profit)}</b> 元
    {breakEvenDay ? `，${formatDay(breakEvenDay)} 回本` : '，不能回本'}。
  </p>
)
