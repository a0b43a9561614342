import { NumberField } from '../../kit/fields/NumberField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import css from './form-design.module.css'

export type Set = (changed: object) => void

type CheckProps = { label: string; checked: boolean; onChange: (checked: boolean) => void }

export const Check = ({ label, checked, onChange }: CheckProps) => (
  <label className={`row ${css.check}`}>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
)

type CountProps = { label: string; value: number; onChange: (value: number) => void }

export const Count = ({ label, value, onChange }: CountProps) => (
  <NumberField label={label} precision={0} min={1} value={value} onChange={(typed) => onChange(typed ?? 1)} />
)

type Named = { label: string; key: string }

type LabelAndKeyProps = {
  label: string
  ofKey?: string
  maxLength?: number
  value: Named
  onChange: (changed: Partial<Named>) => void
}

/** What people call a part of a field, and the name that it is stored by. */
export const LabelAndKey = ({
  label: title,
  ofKey = '编码',
  maxLength = 30,
  value,
  onChange,
}: LabelAndKeyProps) => (
  <>
    <TextField
      label={title}
      maxLength={maxLength}
      value={value.label}
      onChange={(label) => onChange({ label })}
    />
    <TextField
      label={ofKey}
      code
      maxLength={maxLength}
      value={value.key}
      onChange={(key) => onChange({ key })}
    />
  </>
)

/** The first of `stem1`, `stem2` … from this number on that is not taken. */
export function freeName(stem: string, from: number, taken: readonly string[]): { name: string; at: number } {
  let at = from
  while (taken.includes(`${stem}${at}`)) at += 1
  return { name: `${stem}${at}`, at }
}
