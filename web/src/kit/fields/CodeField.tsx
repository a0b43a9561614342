import type { BoundField } from './bound-field.ts'
import { TextField } from './TextField.tsx'

type CodeFieldProps = BoundField<string> & {
  /** Why the code stays as it is, for a record that the product brings. */
  kept: string | null | undefined | false
}

/** The code of a record, by which others refer to it. */
export const CodeField = ({ kept, ...field }: CodeFieldProps) => (
  <TextField
    {...field}
    required
    code
    disabled={Boolean(kept)}
    hint={kept || '以字母开头，只含字母、数字和下划线'}
  />
)
