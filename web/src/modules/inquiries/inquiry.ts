import type { Received } from '@heliodesk/contract/call.ts'
import { inquiryCalls, type InquiryBox } from '@heliodesk/contract/inquiries.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { useCall } from '../../lib/queries.ts'

export type Inquiry = Received<typeof inquiryCalls.detail>
export type ListedInquiry = Received<typeof inquiryCalls.list>['records'][number]
export type Side = 'own' | 'office'

/** Everything that shows an inquiry or counts them. */
export const inquiryViews = [inquiryCalls.list, inquiryCalls.detail, inquiryCalls.boxes, shellCalls.unread]

/** What a box and what lies in it are called. */
export const boxTexts: Record<InquiryBox, { box: string; one: string; sender: string }> = {
  feedback: { box: '问题反馈', one: '反馈', sender: '反馈人' },
  mail: { box: '总经理信箱', one: '信件', sender: '写信人' },
}

/** What the signed-in person finds in the two boxes; undefined until it is known. */
export const useBoxes = () => useCall(inquiryCalls.boxes, {})

/** As the address says; those who answer begin with what everybody wrote. */
export function sideOf(query: URLSearchParams, office: boolean): Side {
  if (!office) return 'own'
  return query.get('side') === 'own' ? 'own' : 'office'
}
