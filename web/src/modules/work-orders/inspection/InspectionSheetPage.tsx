import { inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { useField } from '../../../domain/field/field-store.ts'
import { sheetAsLeft } from '../../../domain/field/sheet-left.ts'
import { Reading } from '../../../kit/Reading.tsx'
import { Empty } from '../../../kit/States.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { usePhone } from '../../../kit/use-phone.ts'
import { useCall } from '../../../lib/queries.ts'
import { DeskSheet } from './DeskSheet.tsx'
import { PhoneSheet } from './PhoneSheet.tsx'

/** 巡检记录: the sheet of an inspection order, one device after the other. */
export function InspectionSheetPage() {
  const orderId = useUrlQuery().query.get('order') ?? ''
  const read = useCall(inspectionSheetCalls.detail, { orderId }, { enabled: orderId !== '' })
  const book = useField((state) => state.book)
  const phone = usePhone()
  if (orderId === '') return <NoSheet />
  return (
    <Reading read={read} name="巡检记录" height={400}>
      {(known) => {
        if (!known) return <NoSheet />
        const sheet = sheetAsLeft(known, book)
        return phone ? <PhoneSheet key={orderId} sheet={sheet} /> : <DeskSheet key={orderId} sheet={sheet} />
      }}
    </Reading>
  )
}

const NoSheet = () => <Empty title="没有巡检记录" text="只有巡检计划生成的工单有巡检记录" />
