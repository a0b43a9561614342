import { checkCalls, type UniqueField } from '@heliodesk/contract/checks.ts'
import { wellFormed } from '@heliodesk/contract/well-formed.ts'
import { useCall } from '../lib/queries.ts'
import { ASKING_DEBOUNCE_MS, useSettled } from './use-settled.ts'

type Check = { error: { message: string; isOffline: boolean } | null }

/** The server's message for what is typed now; an answer to what was typed before says nothing. */
const faultOf = ({ error }: Check, isAsked: boolean): string | null =>
  isAsked && error && !error.isOffline ? error.message : null

/**
 * Why nobody else may have this value, while it is typed; null as long as nothing is known against it. An empty value
 * is not asked for (spec 2 §5), so a form hands over '' for what is no value yet. `dataId` is what is being edited.
 */
export function useUnique(field: UniqueField, value: string, dataId?: string): string | null {
  const [tableName, fieldName] = field.split('.') as [string, string]
  const settled = useSettled(value, ASKING_DEBOUNCE_MS)
  const isAsked = value !== '' && settled === value
  const check = useCall(
    checkCalls.unique,
    { tableName, fieldName, fieldVal: settled, ...(dataId ? { dataId } : {}) },
    { enabled: isAsked },
  )
  return faultOf(check, isAsked)
}

/**
 * Why the value is not built as the company's rule says, while it is typed. Nothing is asked for an empty rule or value
 * (spec 2 §5).
 */
export function useRuleCheck(ruleCode: string, value: string): string | null {
  const settled = useSettled(value, ASKING_DEBOUNCE_MS)
  const isAsked = ruleCode !== '' && value !== '' && settled === value
  const check = useCall(
    checkCalls.byCode,
    { ruleCode, value: encodeURIComponent(wellFormed(settled)) },
    { enabled: isAsked },
  )
  return faultOf(check, isAsked)
}
