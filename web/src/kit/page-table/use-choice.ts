import { useState, type ReactNode } from 'react'
import { notify } from '../../lib/notices.ts'

/** The rows that are chosen for common actions, including those on other pages of the list. */
export type Choice<Row> = {
  count: number
  nameOf: (row: Row) => string
  isChosen: (row: Row) => boolean
  /** Chooses these rows, or releases them. */
  onChoose: (rows: readonly Row[], chosen: boolean) => void
  onClear: () => void
  /** What can be done with the chosen rows, a `BatchBar`; it shows while there are any. */
  bar: ReactNode
}

type Options<Row> = {
  /** The rows of this page as read last: what is done with a chosen one then starts from its current version. */
  rows?: readonly Row[]
  nameOf: (row: Row) => string
  /** The measure word of the rows: 台. */
  unit: string
  /** More than these cannot be chosen. */
  most?: number
}

/** The chosen rows of a list. `choice` is for the table and, with its actions, for the `BatchBar`. */
export function useChoice<Row extends { id: string }>({
  rows = [],
  nameOf,
  unit,
  most = Infinity,
}: Options<Row>) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(() => new Map())
  const onChoose = (some: readonly Row[], wanted: boolean) => {
    const next = new Map(chosen)
    for (const row of some) {
      if (wanted) next.set(row.id, row)
      else next.delete(row.id)
    }
    if (next.size > most) notify({ kind: 'warning', title: '系统提示', text: `一次最多选择 ${most} ${unit}` })
    setChosen(new Map([...next].slice(0, most)))
  }
  const current = new Map(rows.map((row) => [row.id, row]))
  const onClear = () => setChosen(new Map())
  return {
    chosen: [...chosen.values()].map((row) => current.get(row.id) ?? row),
    choice: { count: chosen.size, nameOf, isChosen: ({ id }: Row) => chosen.has(id), onChoose, onClear },
    bar: { count: chosen.size, unit, onClear },
  }
}
