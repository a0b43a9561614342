import type { BusinessSettings } from '@heliodesk/contract/settings.ts'
import { NumbersOfGroup } from './NumbersOfGroup.tsx'
import type { Draft } from './use-draft.ts'

const fields = [
  {
    name: 'earthTestMonths',
    label: '接地线试验周期',
    suffix: '个月',
    precision: 0,
    hint: '送检收回时不填日期，即从当天起按此计算，1 ~ 60 个月',
  },
  {
    name: 'qualificationMonths',
    label: '人员资格最长有效期',
    suffix: '个月',
    precision: 0,
    hint: '三种人名单逐年公布，一次最长有效，1 ~ 60 个月',
  },
  {
    name: 'expiryDays',
    label: '到期前提醒',
    suffix: '天',
    precision: 0,
    hint: '试验、资格到期前多少天起提示，1 ~ 180 天',
  },
] as const

/** How long tests of earth wires and qualifications are valid, and from when lists warn of their end. */
export function TicketSettings({ draft }: { draft: Draft<BusinessSettings> }) {
  return <NumbersOfGroup draft={draft} group="tickets" fields={fields} />
}
