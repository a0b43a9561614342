import type { Sent } from '@heliodesk/contract/call.ts'
import type { inspectionItemCalls } from '@heliodesk/contract/inspection-items.ts'
import { Plus, Trash2 } from 'lucide-react'
import { StationField } from '../../domain/StationField.tsx'
import { Button } from '../../kit/Button.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { LimitsFields, type Limits } from './LimitsFields.tsx'
import css from './inspection-items.module.css'

export type OwnLimits = NonNullable<Sent<typeof inspectionItemCalls.add>['stationLimits']>

type StationLimitsProps = {
  unit: string
  /** Those of the item, with which a new station begins. */
  usual: Limits
  value: OwnLimits
  error: string | null
  onChange: (own: OwnLimits) => void
}

const months = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [String(at + 1), `${at + 1} 月`]))
const monthOf = (month: string | undefined) => (month === undefined ? null : Number(month))

/** Stations whose readings are judged by limits of their own, all year or in a season. */
export function StationLimits({ unit, usual, value, error, onChange }: StationLimitsProps) {
  const change = (at: number, more: Partial<OwnLimits[number]>) =>
    onChange(value.map((each, place) => (place === at ? { ...each, ...more } : each)))
  return (
    <fieldset className={`wide ${css.own}`}>
      <legend>电站单独取值</legend>
      {value.map((each, at) => (
        // Rows have no other name than their place until they have a station.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={css.station}>
          <StationField
            label="电站"
            value={each.psId === '' ? undefined : each.psId}
            onChange={(psId) => change(at, { psId: psId ?? '' })}
          />
          <SelectField
            label="从"
            allowClear
            placeholder="全年"
            choices={months}
            value={each.fromMonth ? String(each.fromMonth) : undefined}
            onChange={(month) => change(at, { fromMonth: monthOf(month) })}
          />
          <SelectField
            label="到"
            allowClear
            placeholder="全年"
            choices={months}
            value={each.untilMonth ? String(each.untilMonth) : undefined}
            onChange={(month) => change(at, { untilMonth: monthOf(month) })}
          />
          <Button
            kind="txt"
            icon={Trash2}
            onClick={() => onChange(value.filter((_other, place) => place !== at))}
          >
            移除
          </Button>
          <LimitsFields
            label="范围"
            unit={unit}
            value={each.limits}
            error={null}
            onChange={(limits) => change(at, { limits })}
          />
        </div>
      ))}
      {error !== null && (
        <p className="err s12" role="alert">
          {error}
        </p>
      )}
      <div>
        <Button
          icon={Plus}
          onClick={() => onChange([...value, { psId: '', fromMonth: null, untilMonth: null, limits: usual }])}
        >
          添加电站
        </Button>
      </div>
    </fieldset>
  )
}
