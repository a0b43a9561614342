import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { DetailSheet } from '../../kit/Drawers.tsx'
import { DetailSkeleton } from '../../kit/RecordDrawer.tsx'
import { ErrorCard } from '../../kit/States.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useLate } from '../../kit/use-late.ts'
import { useCall } from '../../lib/queries.ts'
import { DetailSections } from './detail/DetailSections.tsx'
import { History } from './detail/History.tsx'
import { NextStrip } from './detail/NextStrip.tsx'
import { orderHead } from './detail/OrderHeading.tsx'
import { sectionsOf } from './detail/sections.ts'

/** The order in the address, read-only (spec 1 §2.1). */
export function OrderPreviewPage() {
  const id = useUrlQuery().query.get('id') ?? ''
  const { data, error, refetch } = useCall(workOrderCalls.detail, { id })
  const order = data?.id === id ? data : null
  const late = useLate(order === null && error === null)
  if (error) return <ErrorCard title="工单没有取到" error={error} onRetry={() => void refetch()} />
  if (!order) return late && <DetailSkeleton />
  return (
    <DetailSheet {...orderHead(order)} under={<NextStrip order={order} />} aside={<History order={order} />}>
      <DetailSections order={order} sections={sectionsOf(order)} />
    </DetailSheet>
  )
}
