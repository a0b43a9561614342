import { checkCalls, type UniqueField } from '@heliodesk/contract/checks.ts'
import { wellFormed } from '@heliodesk/contract/well-formed.ts'
import { useCall } from '../lib/queries.ts'
import { ASKING_DEBOUNCE_MS, useSettled } from './use-settled.ts'

type Check = { error: { message: string; isOffline: boolean } | null }

/** The server's message for the current value; an answer for an earlier value is ignored. */
const faultOf = ({ error }: Check, isAsked: boolean): string | null =>
  isAsked && error && !error.isOffline ? error.message : null

/**
 * Why the typed value is not unique; null while no conflict is known. An empty value is not checked (spec 2 §5), so a
 * form passes '' for an incomplete value. `dataId` is the record being edited.
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

/** Why the typed value violates the company's rule. An empty rule or value is not checked (spec 2 §5). */
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
