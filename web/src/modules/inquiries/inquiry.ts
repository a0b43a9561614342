import type { Received } from '@heliodesk/contract/call.ts'
import { inquiryCalls, type InquiryBox } from '@heliodesk/contract/inquiries.ts'
import type { Known } from '../../kit/RecordDrawer.tsx'
import { useCall } from '../../lib/queries.ts'

export type Inquiry = Received<typeof inquiryCalls.detail>
export type ListedInquiry = Received<typeof inquiryCalls.list>['records'][number]
/** An inquiry of which at least the row of the list is known. */
export type KnownInquiry = Known<ListedInquiry, Inquiry>
export type Side = 'own' | 'office'

/** The names of a box and of its inquiries. */
export const boxTexts: Record<InquiryBox, { box: string; one: string; sender: string }> = {
  feedback: { box: '问题反馈', one: '反馈', sender: '反馈人' },
  mail: { box: '总经理信箱', one: '信件', sender: '写信人' },
}

/** The user's access to the two boxes; undefined until loaded. */
export const useBoxes = () => useCall(inquiryCalls.boxes, {})

/** The side in the address; by default those who answer see all inquiries. */
export function sideOf(query: URLSearchParams, office: boolean): Side {
  if (!office) return 'own'
  return query.get('side') === 'own' ? 'own' : 'office'
}
