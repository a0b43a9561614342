import { Input, InputNumber, Switch } from 'antd'
import { useId, type ReactNode } from 'react'
import { Field } from '../../kit/Field.tsx'
import type { Draft } from './use-draft.ts'
import css from './fields.module.css'

/** The keys of V whose values have this type. */
type NamesOf<V, Kind> = { [Name in keyof V]: V[Name] extends Kind ? Name : never }[keyof V] & string

type TextSettingProps<V> = {
  draft: Draft<V>
  name: NamesOf<V, string>
  label: string
  hint: string
  required?: boolean
  placeholder?: string
  wide?: boolean
}

export function TextSetting<V>({
  draft,
  name,
  label,
  hint,
  required,
  placeholder,
  wide,
}: TextSettingProps<V>) {
  return (
    <Field
      label={label}
      required={required}
      error={draft.errorOf(name)}
      hint={hint}
      className={wide ? 'wide' : undefined}
    >
      {(control) => (
        <Input
          {...control}
          placeholder={placeholder}
          value={String(draft.values[name])}
          onChange={(event) => draft.set(name, event.target.value as V[typeof name])}
        />
      )}
    </Field>
  )
}

type NumberSettingProps<V> = {
  draft: Draft<V>
  name: NamesOf<V, number>
  label: string
  unit: string
  hint: string
}

export function NumberSetting<V>({ draft, name, label, unit, hint }: NumberSettingProps<V>) {
  return (
    <Field label={label} required error={draft.errorOf(name)} hint={hint}>
      {(control) => (
        <InputNumber
          {...control}
          suffix={unit}
          value={Number(draft.values[name])}
          // A cleared field is an error of its own; it does not restore the previous value.
          onChange={(value) => draft.set(name, (value ?? 0) as V[typeof name])}
        />
      )}
    </Field>
  )
}

type SwitchSettingProps<V> = {
  draft: Draft<V>
  name: NamesOf<V, boolean>
  label: string
  hint: ReactNode
}

export function SwitchSetting<V>({ draft, name, label, hint }: SwitchSettingProps<V>) {
  return (
    <SwitchLine
      label={label}
      hint={hint}
      on={draft.values[name] === true}
      onChange={(on) => draft.set(name, on as V[typeof name])}
    />
  )
}

type SwitchLineProps = { label: string; hint: ReactNode; on: boolean; onChange: (on: boolean) => void }

/** A switch at the right, with its label and explanation at the left. */
export function SwitchLine({ label, hint, on, onChange }: SwitchLineProps) {
  const id = useId()
  return (
    <div className={`switch-line ${css.switchLine}`}>
      <p>
        <label htmlFor={id}>{label}</label>
        <small id={`${id}-hint`}>{hint}</small>
      </p>
      <Switch id={id} aria-describedby={`${id}-hint`} checked={on} onChange={onChange} />
    </div>
  )
}
