import { grantReviewCalls } from '@heliodesk/contract/grant-reviews.ts'
import { useCall } from '../../lib/queries.ts'

/** Whether changes of rights wait for a second person; false until that is known. */
export const useFourEyes = (): boolean => useCall(grantReviewCalls.state, {}).data?.isOn ?? false

/** The notice after a change that waits, in place of what it would have done. */
export const saidWaiting = (about: string) => ['已提交复核', `${about}；第二人复核通过后生效`] as const

/** Why it cannot be sent yet. */
export const reasonRefusal = (reason: string): string | null =>
  reason.trim() === '' ? '请填写变更原因' : reason.length > 200 ? '变更原因最多 200 个字' : null
