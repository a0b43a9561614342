import type { ComponentProps } from 'react'
import type { BoundField } from '../kit/fields/bound-field.ts'
import { PickerField } from '../kit/fields/PickerField.tsx'
import { StationSelect } from './StationSelect.tsx'

type OneStationProps = Omit<ComponentProps<typeof StationSelect>, 'value' | 'onChange'> & {
  value: string | undefined
  onChange: (psId: string | undefined) => void
}

const OneStation = ({ value, onChange, ...input }: OneStationProps) => (
  <StationSelect {...input} value={value ? [value] : []} onChange={([psId]) => onChange(psId)} />
)

type StationFieldProps = BoundField<string, string | undefined> & {
  /** See `StationSelect`. */
  onlyOne?: boolean
}

/** A form field for one station. */
export const StationField = (props: StationFieldProps) => <PickerField {...props} of={OneStation} />
