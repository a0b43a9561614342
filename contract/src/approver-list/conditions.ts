import type { Condition, Operator, Row } from './model.ts'
import { isFieldName } from './who.ts'

const COMPARISONS = ['!=', '<=', '>=', '=', '<', '>'] as const

const quoted = (text: string) => JSON.stringify(text)

function valueOf(value: Row['value']): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? quoted(value) : `[${value.map(quoted).join(', ')}]`
}

function feelOfRow({ field, operator, value }: Row): string {
  if (operator === 'in') return `list contains(${valueOf(value)}, ${field})`
  if (operator === 'contains') return `contains(${field}, ${valueOf(value)})`
  return `${field} ${operator} ${valueOf(value)}`
}

/** A condition as FEEL. */
export const feelOf = (condition: Condition): string =>
  'feel' in condition ? condition.feel : condition.rows.map(feelOfRow).join(' and ')

const NAME = String.raw`([\p{L}_][\p{L}\p{N}_]*)`
const TEXT = String.raw`"(?:[^"\\]|\\.)*"`
const NUMBER = String.raw`-?\d+(?:\.\d+)?`
const ROW = new RegExp(
  String.raw`(?:list contains\(\[(${TEXT}(?:, ${TEXT})*)\], ${NAME}\)|contains\(${NAME}, (${TEXT})\)|${NAME} (${COMPARISONS.join('|')}) (${TEXT}|${NUMBER}))(?: and |$)`,
  'uy',
)

const textOf = (literal: string) => JSON.parse(literal) as string

function rowOf([, list, listField, containing, part, field, operator, value]: (string | undefined)[]): Row {
  if (list !== undefined && listField !== undefined)
    return { field: listField, operator: 'in', value: (list.match(new RegExp(TEXT, 'gu')) ?? []).map(textOf) }
  if (containing !== undefined && part !== undefined)
    return { field: containing, operator: 'contains', value: textOf(part) }
  const literal = value ?? '0'
  return {
    field: field ?? '',
    operator: operator as Operator,
    value: literal.startsWith('"') ? textOf(literal) : Number(literal),
  }
}

/** The condition that a FEEL expression is: rows, if it can be written with them and comes out as the same text. */
export function conditionOf(feel: string): Condition {
  if (feel === '') return { rows: [] }
  const rows: Row[] = []
  ROW.lastIndex = 0
  try {
    while (ROW.lastIndex < feel.length) {
      const found = ROW.exec(feel)
      if (!found) return { feel }
      rows.push(rowOf(found))
    }
  } catch {
    // A text with an escape that JSON does not have.
    return { feel }
  }
  return rows.length > 0 && rows.every(({ field }) => isFieldName(field)) && feelOf({ rows }) === feel
    ? { rows }
    : { feel }
}
