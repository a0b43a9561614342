import { Switch } from 'antd'
import { useId, type ReactNode } from 'react'
import type { Draft } from './use-draft.ts'
import css from './fields.module.css'

/** The keys of V whose values have this type. */
type NamesOf<V, Kind> = { [Name in keyof V]: V[Name] extends Kind ? Name : never }[keyof V] & string

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
