import { signerRoles, type OrderSignature } from '@heliodesk/contract/order-signatures.ts'
import { formatTime } from '../../kit/format.ts'

/** 见证人 · 业主代表 */
export const roleOf = ({ role, title }: Pick<OrderSignature, 'role' | 'title'>): string =>
  [signerRoles[role], title].filter(Boolean).join(' · ')

/** When and where it was given, on whose phone. */
export const givenAt = ({
  name,
  strokes,
  doneTime,
  latitude,
  longitude,
  authorName,
}: OrderSignature): string =>
  [
    formatTime(doneTime),
    latitude !== null && longitude !== null && `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
    strokes === '' && '以输入的姓名代替手写',
    authorName !== name && `在 ${authorName} 的手机上`,
  ]
    .filter(Boolean)
    .join(' · ')
