import { tenthsTo100Fault } from '@heliodesk/contract/validators.ts'

export const SUGGESTION_MAX = 200

/** A number from 0 to 100 with one decimal (spec 2 §5). */
export function scoreError(text: string): string | null {
  return text.trim() === '' ? '此项为必填项' : tenthsTo100Fault(text)
}
