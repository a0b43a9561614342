import { Search } from 'lucide-react'

type SearchFieldProps = {
  label: string
  placeholder?: string
  className?: string
  value: string
  onChange: (value: string) => void
}

/** A field that filters the list below it. */
export function SearchField({
  label,
  placeholder = label,
  className = 'fld text',
  value,
  onChange,
}: SearchFieldProps) {
  return (
    <label className={className}>
      <Search className="i s" aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={64}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
