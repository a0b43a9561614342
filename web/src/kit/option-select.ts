import type { Choice } from './search-bar/filters.ts'

export type OptionSelectProps = {
  /** The accessible name; `prefixed` also draws it before the value. */
  label: string
  prefixed?: boolean
  placeholder?: string
  options: readonly Choice[]
  value: readonly string[]
  several?: boolean
  clearable?: boolean
  /** The text of a chosen value where it is not that of its option. */
  textOf?: (value: string) => string | undefined
  className?: string
  onChange: (value: string[]) => void
}
