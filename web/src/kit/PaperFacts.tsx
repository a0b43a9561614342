import { own } from '@heliodesk/contract/own.ts'
import type { DetailField } from './DetailLayout.tsx'
import { EMPTY } from './format.ts'
import css from './paper.module.css'
import type { ReactNode } from 'react'

type PaperFactsProps = { title: string; facts: readonly DetailField[] }

/** Labelled fields on paper, two in a row; long ones take the whole row. */
export const PaperFacts = ({ title, facts }: PaperFactsProps) => (
  <>
    <h2>{title}</h2>
    <table className={css.fields} aria-label={title}>
      <tbody>
        {rowsOf(facts).map((row) => (
          <tr key={row[0]!.label}>
            {row.map((fact) => [
              <th key={`${fact.label} name`} scope="row">
                {fact.label}
              </th>,
              <td key={fact.label} colSpan={row.length === 1 ? 3 : 1} className={css.text}>
                {valueOf(fact)}
              </td>,
            ])}
          </tr>
        ))}
      </tbody>
    </table>
  </>
)

/** Pairs of short fields; a field without a partner takes its row alone. */
function rowsOf(facts: readonly DetailField[]): DetailField[][] {
  const rows: DetailField[][] = []
  for (const fact of facts) {
    const last = rows.at(-1)
    const isShort = fact.span === undefined
    if (isShort && last?.length === 1 && last[0]!.span === undefined) last.push(fact)
    else rows.push([fact])
  }
  return rows
}

function valueOf(fact: DetailField): ReactNode {
  if (!('value' in fact)) return null
  const { value, dictionary } = fact
  if (Array.isArray(value)) return value.length > 0 ? value.join('、') : EMPTY
  if (value === null || value === undefined || value === '') return EMPTY
  if (typeof dictionary === 'object' && typeof value === 'string') return own(dictionary, value) ?? value
  return value as ReactNode
}
