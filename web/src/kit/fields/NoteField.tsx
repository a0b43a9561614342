import type { BoundField } from './bound-field.ts'
import { LongTextField } from './LongTextField.tsx'

/** A form field for a few words about a record. */
export const NoteField = (field: BoundField<string>) => <LongTextField {...field} rows={2} mostRows={5} />
