import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Empty } from '../States.tsx'
import type { SideChoice } from './use-side-choice.ts'
import { SideList, type SideEntry } from './SideList.tsx'

type SidePanesProps<T> = {
  /** What is listed: 流程. */
  noun: string
  choice: SideChoice
  items: readonly T[]
  entryOf: (item: T) => SideEntry
  className?: string
  /** The chosen one. */
  children: (item: T) => ReactNode
}

/** A list with the chosen one beside it; on a phone one of the two. */
export function SidePanes<T>({ noun, choice, items, entryOf, className, children }: SidePanesProps<T>) {
  const { code, phone } = choice
  const chosen =
    code === null ? (phone ? undefined : items[0]) : items.find((item) => entryOf(item).code === code)
  return (
    <div className={className}>
      {!choice.isAlone && (
        <SideList
          name={noun}
          items={items}
          entryOf={entryOf}
          chosen={chosen ?? null}
          hrefOf={(item) => choice.hrefOf(entryOf(item).code)}
          onChoose={(item) => choice.choose(entryOf(item).code)}
        />
      )}
      {chosen
        ? children(chosen)
        : code !== null && (
            <Empty
              title={`没有编码为“${code}”的${noun}`}
              action={<Button onClick={() => choice.choose(null)}>查看其他{noun}</Button>}
            />
          )}
    </div>
  )
}
