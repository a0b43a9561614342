import type { ComponentProps } from 'react'
import { NumberField } from './NumberField.tsx'

type DaysFieldProps = Omit<ComponentProps<typeof NumberField>, 'controls' | 'precision' | 'suffix'>

/** A form field for a number of whole days. */
export const DaysField = ({ min = 0, ...field }: DaysFieldProps) => (
  <NumberField {...field} suffix="天" min={min} precision={0} controls />
)
