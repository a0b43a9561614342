import { SelectField } from '../kit/fields/SelectField.tsx'
import type { BoundField } from '../kit/fields/bound-field.ts'
import { usePeople } from './use-people.tsx'

type PersonFieldProps = BoundField<string, string | undefined> & {
  /** A person who cannot be chosen here. */
  except?: string
}

/** A form field for one of the people who execute orders in the user's data scope. */
export function PersonField({ except, ...field }: PersonFieldProps) {
  const { isRead: _isRead, options, ...people } = usePeople()
  return (
    <SelectField
      {...field}
      {...people}
      placeholder="姓名、拼音"
      choices={options.filter(({ value }) => value !== except)}
    />
  )
}
