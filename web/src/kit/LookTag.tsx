import type { LucideIcon } from 'lucide-react'

/** How each state looks: a colour group, and an icon that tells the states apart without colour. */
export type Looks<State extends string> = Record<State, { group: string; icon: LucideIcon }>

type LookTagProps<State extends string> = {
  state: State
  looks: Looks<State>
  titles: Readonly<Record<State, string>>
}

/** A state as a tag with its icon and name. */
export function LookTag<State extends string>({ state, looks, titles }: LookTagProps<State>) {
  const { group, icon: Icon } = looks[state]
  return (
    <span className={`tag look ${group}`}>
      <Icon className="i s" aria-hidden />
      {titles[state]}
    </span>
  )
}
