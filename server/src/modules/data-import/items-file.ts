import { formulas } from '@heliodesk/contract/inspection-formulas.ts'
import {
  inspectionItemCalls,
  itemCategories,
  photoRules,
  recordKinds,
} from '@heliodesk/contract/inspection-items.ts'
import type { Bound } from '@heliodesk/contract/inspection-limits.ts'
import { own } from '@heliodesk/contract/own.ts'
import type { NewItem } from '../inspection-items/index.ts'
import type { ItemColumn } from './columns.ts'
import { addFinding, clip, type Findings } from './findings.ts'
import { readRows, type RowReader } from './row-reader.ts'
import type { Table } from './table.ts'

export type ItemRow = NewItem & { row: number }

const MOST_ROWS = 1000

/** What a cell may hold, by its spelling without blanks. */
const bySpelling = (entries: readonly (readonly [string, string])[]) =>
  new Map(entries.map(([title, key]) => [title.replaceAll(/\s/g, ''), key]))
const titled = (all: Readonly<Record<string, { title: string } | string>>) =>
  bySpelling(Object.entries(all).map(([key, each]) => [typeof each === 'string' ? each : each.title, key]))

const categories = bySpelling(
  Object.entries(itemCategories).flatMap(([key, { name, above }]) => [
    [name, key] as const,
    ...(above === null ? [] : [[`${itemCategories[above].name}/${name}`, key] as const]),
  ]),
)
const kinds = titled(recordKinds)
const photos = titled(photoRules)
const formulaKeys = titled(formulas)
const grades = bySpelling(
  ['III', 'II', 'I'].flatMap((grade) => [[grade, grade] as const, [`${grade}级`, grade] as const]),
)

type Reader = RowReader<ItemColumn>

/** One of several words; an unknown one is a finding that names those that there are. */
function wordOf(
  reader: Reader,
  column: ItemColumn,
  known: ReadonlyMap<string, string>,
  names: string,
): string | null {
  const text = reader.text(column, 50)
  if (text === null) return null
  const key = known.get(text.normalize('NFKC').replaceAll(/\s/g, ''))
  return key ?? reader.error(column, `没有“${clip(text)}”，应为${names}`)
}

type Bounds = { low: Bound | null; high: Bound | null }

const SIDE = /^(>=|<=|>|<)(-?\d+(?:\.\d+)?)$/
const BETWEEN = /^(-?\d+(?:\.\d+)?)[~-](-?\d+(?:\.\d+)?)$/

/** `≥ 2.23、≤ 2.28` or `2.23~2.28`. `inside`: what is allowed; else what lies beyond, so that ≥ is of the upper side. */
function boundsOf(reader: Reader, column: ItemColumn, inside: boolean): Bounds {
  const bounds: Bounds = { low: null, high: null }
  const text = reader.text(column, 60)
  if (text === null) return bounds
  const plain = text
    .normalize('NFKC')
    .replaceAll('≥', '>=')
    .replaceAll('≤', '<=')
    .replaceAll(/[\s℃K%]/g, '')
  const between = inside ? BETWEEN.exec(plain) : null
  if (between) {
    const [, low, high] = between
    return { low: { at: Number(low), open: false }, high: { at: Number(high), open: false } }
  }
  for (const part of plain.split(/[、,;]/)) {
    const found = SIDE.exec(part)
    const [, sign = '', at] = found ?? []
    const side = sign.startsWith('>') === inside ? 'low' : 'high'
    if (!found || bounds[side] !== null) {
      reader.error(column, `“${clip(text)}”看不懂，应如 ≤ 85，或 ≥ 2.23、≤ 2.28`)
      return bounds
    }
    bounds[side] = { at: Number(at), open: !sign.endsWith('=') }
  }
  return bounds
}

/** The columns of an item's fields. */
const columnOf: Readonly<Record<string, ItemColumn>> = { limits: 'range', trendRise: 'trend' }

/** The valid rows of a list of items; everything else is reported in the findings. */
export function checkItems(table: Table, findings: Findings): ItemRow[] {
  const seen = new Map<string, number>()
  const rows = readRows('items', table, findings, (reader: Reader) => {
    const category = wordOf(reader, 'category', categories, '巡检项目的分类，如 逆变器、箱变/主变')
    if (!reader.has('category')) reader.error('category', '此项为必填项')
    const given = {
      category,
      name: reader.requiredText('name', 50),
      method: reader.requiredText('method', 20),
      standard: reader.text('standard', 200) ?? '',
      kind: wordOf(reader, 'kind', kinds, '判断、数值或计算') ?? 'judge',
      formula: wordOf(reader, 'formula', formulaKeys, [...formulaKeys.keys()].join('、')),
      unit: reader.text('unit', 10) ?? '',
      limits: {
        ...boundsOf(reader, 'range', true),
        watch: boundsOf(reader, 'watch', false),
        gradeII: boundsOf(reader, 'gradeII', false),
        gradeI: boundsOf(reader, 'gradeI', false),
        grade: wordOf(reader, 'grade', grades, 'III、II 或 I') ?? 'III',
      },
      normalText: reader.text('normalText', 50) ?? '',
      photo: wordOf(reader, 'photo', photos, [...photos.keys()].join('、')) ?? 'never',
      trendRise: reader.number('trend', { min: -1_000_000, max: 1_000_000 }),
      jump: reader.number('jump', { min: -1_000_000, max: 1_000_000 }),
    }
    if (!reader.ok) return null
    // The rules of the form, in its words.
    const { data, error } = inspectionItemCalls.add.input.safeParse(given)
    for (const { path, message } of error?.issues ?? []) {
      const field = String(path[0] ?? 'name')
      reader.error(own(columnOf, field) ?? (field as ItemColumn), message)
    }
    if (!data) return null
    const place = `${data.category}\n${data.name}`
    const earlier = seen.get(place)
    if (earlier) return reader.error('name', `与第 ${earlier} 行是同一分类的同名项目`)
    seen.set(place, reader.row)
    return { row: reader.row, item: data }
  })
  const [beyond] = rows.slice(MOST_ROWS)
  if (beyond)
    addFinding(findings, {
      row: beyond.row,
      level: 'error',
      field: '整个文件',
      message: `一次最多导入 ${MOST_ROWS} 个项目，请拆分文件`,
    })
  return rows.slice(0, MOST_ROWS)
}
