import type { ComponentProps } from 'react'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'

/** A reason or a note in a dialog of a ticket. */
export const Words = (props: ComponentProps<typeof LongTextField>) => (
  <LongTextField max={100} rows={2} mostRows={4} {...props} />
)
