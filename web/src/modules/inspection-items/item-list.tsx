import type { Received, Sent } from '@heliodesk/contract/call.ts'
import {
  itemCategories,
  photoRules,
  recordKinds,
  type inspectionItemCalls,
} from '@heliodesk/contract/inspection-items.ts'
import { gradesOf, rangeText, watchText } from '@heliodesk/contract/inspection-limits.ts'
import { OnOff } from '../../kit/OnOff.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { minuteColumn, numberColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'

export type Item = Received<typeof inspectionItemCalls.page>['pageList'][number]
export type ItemDetail = Received<typeof inspectionItemCalls.itemInfo>
export type Category = Item['category']

/** The tree, in its order. */
export const categories = (Object.keys(itemCategories) as Category[]).map((code) => ({
  code,
  ...itemCategories[code],
}))

/** 光伏阵列 / 组件. */
export const categoryName = (category: Category): string => {
  const { name, above } = itemCategories[category]
  return above === null ? name : `${itemCategories[above].name} / ${name}`
}

export const categoryChoices = categories
  .filter(({ code }) => code !== 'array')
  .map(({ code }) => ({ value: code, label: categoryName(code) }))

export const itemFilters: readonly Filter<Sent<typeof inspectionItemCalls.page>>[] = [
  { name: 'keyword', label: '关键词', kind: 'input', live: true, placeholder: '项目名称、方法' },
  {
    name: 'category',
    label: '分类',
    kind: 'select',
    single: true,
    choices: categories.map(({ code }) => ({ value: code, label: categoryName(code) })),
  },
  { name: 'kind', label: '记录', kind: 'select', single: true, choices: recordKinds },
  { name: 'active', label: '状态', kind: 'select', single: true, choices: { 1: '启用', 0: '停用' } },
]

/** ≤ 85 ℃，≥ 75 关注; of what is judged by eye, what is right. */
export const rangeOf = ({ kind, limits, unit, normalText }: Item): string => {
  if (kind === 'judge') return normalText
  const range = rangeText(limits)
  return [range && `${range} ${unit}`, watchText(limits)].filter((each) => each !== '').join('，')
}

export const gradeText = ({ kind, limits }: Item): string =>
  kind !== 'judge' && rangeText(limits) === '' ? '' : gradesOf(limits).join(' / ')

export const itemColumns: readonly Column<Item>[] = [
  {
    key: 'name',
    title: '项目',
    width: 180,
    lock: true,
    grow: true,
    cell: ({ name }) => <b className="ell">{name}</b>,
  },
  { key: 'category', title: '分类', width: 140, fold: 1, cell: ({ category }) => categoryName(category) },
  textColumn('method', '方法', 108, { fold: 2 }),
  {
    key: 'kind',
    title: '记录',
    width: 76,
    cell: ({ kind }) => <span className="tag ln">{recordKinds[kind]}</span>,
  },
  {
    key: 'range',
    title: '正常范围',
    width: 200,
    cell: (item) => <span title={rangeOf(item)}>{rangeOf(item)}</span>,
  },
  { key: 'grade', title: '超限等级', width: 96, fold: 3, cell: gradeText },
  { key: 'photo', title: '留证', width: 110, hidden: true, cell: ({ photo }) => photoRules[photo] },
  numberColumn('planCount', '计划', 72, { fold: 4 }),
  {
    key: 'active',
    title: '状态',
    width: 84,
    fold: 5,
    cell: ({ active }) => <OnOff on={active} text={active ? '启用' : '停用'} />,
  },
  numberColumn('itemVersion', '版本', 72, { hidden: true }),
  textColumn('updatedBy', '更新人', 110, { hidden: true }),
  minuteColumn('updateTime', '更新时间', 148, { hidden: true }),
]
