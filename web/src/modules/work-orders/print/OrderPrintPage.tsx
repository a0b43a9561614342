import { paths } from '@heliodesk/contract/paths.ts'
import { useState } from 'react'
import { PrintDesk } from '../../../kit/Paper.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { go } from '../../../lib/location.ts'
import { OrderPaper } from './OrderPaper.tsx'
import { useOrderPaper } from './use-order-paper.ts'

/** An order as it is filed: on A4, with its photos. The browser prints it, into a PDF too (decision 0073). */
export function OrderPrintPage() {
  const id = useUrlQuery().query.get('id') ?? ''
  const paper = useOrderPaper(id)
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const photos = paper.data?.order.photoList ?? []
  const refusal = !paper.data
    ? '工单还没有取到'
    : photos.some((photo) => !shown.has(photo.id))
      ? '照片还没有取到'
      : null
  return (
    <PrintDesk onBack={() => go(paths.orders.to({ order: id }))} refusal={refusal}>
      <Reading read={paper} name="工单" height={320}>
        {(read) => (
          <OrderPaper
            {...read}
            onPhoto={(photo) =>
              setShown((before) => (before.has(photo) ? before : new Set(before).add(photo)))
            }
          />
        )}
      </Reading>
    </PrintDesk>
  )
}
