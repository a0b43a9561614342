import { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { CommandDialog } from '../../../kit/CommandDialog.tsx'
import { formatNumber } from '../../../kit/format.ts'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import type { CleaningOrder } from './cleaning-rights.ts'

/** Accepts the order with its cleaning. */
export function AcceptCleaning({ order, ...overlay }: OverlayProps & { order: CleaningOrder }) {
  const saving = useSaving(cleaningCalls.check, {
    said: ({ profit }) => ['清洗已验收', `${order.workCode} 收益 ${formatNumber(profit, 2)} 元`],
    onClose: overlay.onClose,
  })
  return (
    <CommandDialog
      {...overlay}
      title={`验收清洗 ${order.workCode}？`}
      text="工单随之完成，清洗效益按此刻的电价、辐照和配置留存，之后不再变化。"
      verb="验收通过"
      saving={saving}
      onConfirm={() => saving.send({ orderId: order.id, version: order.version })}
    />
  )
}
