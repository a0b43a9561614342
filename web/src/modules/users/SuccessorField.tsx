import { handoverCalls } from '@heliodesk/contract/handovers.ts'
import { useState, type ComponentProps } from 'react'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { nothingFound, notedOption, useSearchWord } from '../../kit/searching.tsx'
import type { Found } from '../../kit/SearchSelect.tsx'
import { useCall } from '../../lib/queries.ts'

type SuccessorFieldProps = Omit<
  ComponentProps<typeof SelectField<string, Found>>,
  'allowClear' | 'choices' | 'loading' | 'notFoundContent' | 'optionRender' | 'showSearch'
> & { personId: string }

/** Who takes over; the server finds them, as a company has more people than a list offers. */
export function SuccessorField({ personId, value, onChange, ...field }: SuccessorFieldProps) {
  const [keyword, setWord] = useSearchWord()
  const [chosen, setChosen] = useState<Found | null>(null)
  const read = useCall(handoverCalls.successors, { personId, keyword })
  const found = (read.data ?? []).map(({ id, realname, departName }): Found => ({
    value: id,
    label: realname,
    note: departName,
  }))
  // The chosen one keeps the name while others are searched.
  const isListed = found.some((each) => each.value === value)
  return (
    <SelectField<string, Found>
      {...field}
      choices={chosen && !isListed && chosen.value === value ? [chosen, ...found] : found}
      value={value}
      onChange={(id) => {
        setChosen(found.find((each) => each.value === id) ?? null)
        setWord('')
        onChange(id)
      }}
      allowClear
      showSearch={{ filterOption: false, onSearch: setWord }}
      loading={read.isFetching}
      notFoundContent={nothingFound('人员', { isBusy: read.isPending, error: read.error })}
      optionRender={notedOption}
    />
  )
}
