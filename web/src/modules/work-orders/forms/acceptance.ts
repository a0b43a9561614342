import { tenthsTo100Fault } from '@heliodesk/contract/validators.ts'
import { REQUIRED } from '../../../kit/Field.tsx'

export const SUGGESTION_MAX = 200

/** A number from 0 to 100 with one decimal (spec 2 §5). */
export function scoreError(text: string): string | null {
  return text.trim() === '' ? REQUIRED : tenthsTo100Fault(text)
}
