import type { BusinessSettings } from '@heliodesk/contract/settings.ts'
import { NumbersOfGroup } from './NumbersOfGroup.tsx'
import type { Draft } from './use-draft.ts'

const fields = [
  {
    name: 'days',
    label: '收益计算天数',
    suffix: '天',
    precision: 0,
    hint: '一次清洗的效果按多少天计，1 ~ 365 天',
  },
  { name: 'pr', label: '清洁组件 PR', suffix: '', precision: 3, hint: '0.1 ~ 1' },
  { name: 'irradiation', label: '默认日辐照', suffix: 'kWh/m²', precision: 2, hint: '没有实测辐照时使用' },
  { name: 'price', label: '默认电价', suffix: '元/kWh', precision: 4, hint: '电站没有登记电价时使用' },
  {
    name: 'soilingRate',
    label: '积灰速率',
    suffix: '%/天',
    precision: 3,
    hint: '用于最佳清洗间隔和积灰推算',
  },
  {
    name: 'rain',
    label: '降雨清零',
    suffix: 'mm/天',
    precision: 1,
    hint: '一天降雨达到此值，清洗收益到此为止',
  },
] as const

/** What counts for the benefit of a cleaning where nothing was measured. */
export function CleaningSettings({ draft }: { draft: Draft<BusinessSettings> }) {
  return <NumbersOfGroup draft={draft} group="cleaning" fields={fields} />
}
