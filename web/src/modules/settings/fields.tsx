import { Switch } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import type { UploadedFile } from '../../kit/use-uploads.ts'
import type { Draft } from './use-draft.ts'
import css from './fields.module.css'

/** The keys of V whose values have this type. */
type NamesOf<V, Kind> = { [Name in keyof V]: V[Name] extends Kind ? Name : never }[keyof V] & string

type NumberSettingProps<V> = {
  draft: Draft<V>
  name: NamesOf<V, number>
  /** The setting's name in the contract by default. */
  label?: string
  suffix: string
  hint: string
}

export function NumberSetting<V>({ draft, name, ...rest }: NumberSettingProps<V>) {
  const { onChange, value, ...field } = draft.field(name)
  return (
    <NumberField
      {...field}
      value={value as number}
      onChange={(next) => onChange((next ?? 0) as V[typeof name])}
      controls
      required
      {...rest}
    />
  )
}

/** A file of the settings: the one stored or the one just sent, and what `FilesInput` needs to replace it. */
export function useFileSetting<V>(
  draft: Draft<V>,
  name: NamesOf<V, string | null>,
  stored: UploadedFile | null,
) {
  const [sent, setSent] = useState<UploadedFile | null>(null)
  const { value, onChange } = draft.field(name)
  const file = [sent, stored].find((each) => each?.path === value)
  return {
    file,
    input: {
      purpose: name as 'logo' | 'manual',
      max: 1,
      value: file ? [file] : [],
      onChange: ([fresh]: UploadedFile[]) => {
        setSent(fresh ?? null)
        onChange((fresh?.path ?? null) as V[typeof name])
      },
    },
  }
}

type SwitchLineProps = { label: string; hint: ReactNode; on: boolean; onChange: (on: boolean) => void }

/** A switch at the right, with its label and explanation at the left. */
export function SwitchLine({ label, hint, on, onChange }: SwitchLineProps) {
  const id = useId()
  return (
    <div className={`switch-line ${css.switchLine}`}>
      <p className="grow s13">
        <label htmlFor={id}>{label}</label>
        <small className="t3 s12" id={`${id}-hint`}>
          {hint}
        </small>
      </p>
      <Switch id={id} aria-describedby={`${id}-hint`} checked={on} onChange={onChange} />
    </div>
  )
}
