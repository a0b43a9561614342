import type { LucideIcon } from 'lucide-react'

/** How each state looks: a colour group, and an icon that tells the states apart without colour. */
type Looks<State extends string> = Record<State, readonly [group: string, icon: LucideIcon]>

/** Makes a component that shows a state as a tag with its icon and name. */
export function lookTag<State extends string>(titles: Readonly<Record<State, string>>, looks: Looks<State>) {
  return function LookTag({ state }: { state: State }) {
    const [group, Icon] = looks[state]
    return (
      <span className={`tag look ${group}`}>
        <Icon className="i s" aria-hidden />
        {titles[state]}
      </span>
    )
  }
}
