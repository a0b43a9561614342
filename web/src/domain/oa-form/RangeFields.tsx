import type { FieldOf } from '@heliodesk/contract/form-fields.ts'
import { daysBetween } from '@heliodesk/contract/form-values.ts'
import { own } from '@heliodesk/contract/own.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { DayField } from '../../kit/fields/DayField.tsx'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import type { OaForm } from './use-oa-form.ts'

type RangeFieldsProps = { field: FieldOf<'dateRange'>; form: OaForm }

/** The first and the last day of a range, and its length: computed, or less if the form lets people say so. */
export function RangeFields({ field, form }: RangeFieldsProps) {
  const { from, until, days, required, halfDays, hint } = field
  const valueOf = (key: string) => own(form.values, key)
  const length = daysBetween(valueOf(from.key), valueOf(until.key))
  const typed = valueOf(days.key)
  useSuggested(halfDays ? length : null, typed, (suggested) => form.set(days.key, suggested))
  const dayOf = (key: string) => {
    const { value, onChange, ...bound } = form.field(key)
    return {
      ...bound,
      value: typeof value === 'string' ? value : undefined,
      onChange: onChange as (picked: string | undefined) => void,
    }
  }
  const { onChange, onBlur, error } = form.field(days.key)
  return (
    <>
      <DayField {...dayOf(from.key)} label={from.label} required={required} hint={hint || undefined} />
      <DayField {...dayOf(until.key)} label={until.label} required={required} />
      <NumberField
        label={days.label}
        required={required && halfDays}
        hint={halfDays ? '以半天计' : '由起止日期计算'}
        suffix="天"
        disabled={!halfDays}
        error={error}
        value={halfDays ? (typeof typed === 'number' ? typed : undefined) : (length ?? undefined)}
        onChange={onChange as (value: number | undefined) => void}
        onBlur={onBlur}
      />
    </>
  )
}

/** Fills in the length of a range when its dates change, as long as nobody has typed another. */
function useSuggested(next: number | null, days: unknown, onSuggest: (days: number) => void): void {
  const suggested = useRef<number | null>(null)
  const suggest = useEffectEvent((length: number) => {
    if (days !== undefined && days !== suggested.current) return
    suggested.current = length
    if (days !== length) onSuggest(length)
  })
  useEffect(() => {
    if (next !== null) suggest(next)
  }, [next])
}
