import './segments.css'

type SegmentsProps<V extends string> = {
  label: string
  choices: Readonly<Record<V, string>>
  value: V
  onChange: (value: V) => void
}

/** A choice of one out of a few options, all visible. */
export function Segments<V extends string>({ label, choices, value, onChange }: SegmentsProps<V>) {
  return (
    <div className="seg" role="group" aria-label={label}>
      {(Object.entries(choices) as [V, string][]).map(([choice, title]) => (
        <button
          key={choice}
          type="button"
          className={choice === value ? 'on' : undefined}
          aria-pressed={choice === value}
          onClick={() => onChange(choice)}
        >
          {title}
        </button>
      ))}
    </div>
  )
}
