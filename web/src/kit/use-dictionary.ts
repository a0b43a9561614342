import { choiceCalls } from '@heliodesk/contract/dictionary-choices.ts'
import { useCall } from '../lib/queries.ts'

/** The enabled choices of a dictionary; empty until loaded, and for no dictionary. */
export function useDictionary(code: string | null) {
  const items = useCall(choiceCalls.items, { code: code ?? '' }, { enabled: code !== null })
  if (code === null || items.isPlaceholderData) return []
  return (items.data ?? []).map(({ value, label }) => ({ value, label }))
}
