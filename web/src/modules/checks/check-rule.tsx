import type { Received, Sent } from '@heliodesk/contract/call.ts'
import type { checkCalls } from '@heliodesk/contract/checks.ts'
import type { Column } from '../../kit/page-table/columns.ts'
import { codeColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'
import css from './check-rules.module.css'

export type Rule = Received<typeof checkCalls.add>
export type Segment = Rule['segments'][number]

export const ruleFilters: readonly Filter<Sent<typeof checkCalls.list>>[] = [
  { name: 'keyword', label: '关键词', kind: 'input', live: true, placeholder: '规则名称、编码' },
]

/** A rule in one line: how many characters of which kind, from left to right. */
export const inWords = (segments: readonly Segment[]): string =>
  segments
    .map(({ digits, pattern }) => `${digits === '*' ? '其余' : `${digits} 位`} ${pattern}`)
    .join('  ·  ')

export const removalRefusal = ({ builtIn }: Rule): string | null =>
  builtIn ? '内置规则由表单引用，不能删除' : null

export const ruleColumns: readonly Column<Rule>[] = [
  {
    key: 'ruleName',
    title: '规则名称',
    width: 200,
    lock: true,
    cell: ({ ruleName, builtIn }) => (
      <>
        {ruleName} {builtIn && <span className="tag ln">内置</span>}
      </>
    ),
  },
  codeColumn('ruleCode', '规则编码', 180),
  {
    key: 'segments',
    title: '校验规则',
    width: 260,
    grow: true,
    cell: ({ segments }) => (
      <code className={css.pattern} title={inWords(segments)}>
        {inWords(segments)}
      </code>
    ),
  },
  textColumn('description', '描述', 220, { fold: 1 }),
]
