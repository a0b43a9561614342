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
  {
    name: 'receiveDays',
    label: '第一种工作票提前接票',
    suffix: '天',
    precision: 0,
    hint: '计划开始前几天须已接票，0 为当天即可，0 ~ 7 天',
  },
  {
    name: 'firstExtensions',
    label: '第一种工作票延期次数',
    suffix: '次',
    precision: 0,
    hint: '0 为不延期、重新办票，0 ~ 3 次',
  },
  {
    name: 'secondExtensions',
    label: '第二种、低压工作票延期次数',
    suffix: '次',
    precision: 0,
    hint: '0 为不延期、重新办票，0 ~ 3 次',
  },
  {
    name: 'extensionHours',
    label: '延期须提前申请',
    suffix: '小时',
    precision: 0,
    hint: '距有效期结束至少多少小时提出，0 ~ 24 小时',
  },
  {
    name: 'emergencyHours',
    label: '事故抢修单有效时间',
    suffix: '小时',
    precision: 0,
    hint: '超过此时间须改办工作票，1 ~ 24 小时',
  },
  {
    name: 'hotFirstHours',
    label: '一级动火票有效时间',
    suffix: '小时',
    precision: 0,
    hint: '一次动火最长时间，1 ~ 72 小时',
  },
  {
    name: 'hotSecondHours',
    label: '二级动火票有效时间',
    suffix: '小时',
    precision: 0,
    hint: '一次动火最长时间，1 ~ 240 小时',
  },
  {
    name: 'gasMinutes',
    label: '气体测定间隔',
    suffix: '分钟',
    precision: 0,
    hint: '动火期间隔多久须再次测定，1 ~ 1440 分钟',
  },
] as const

/** What applies to the two tickets: terms, extensions, the longest times, and from when lists warn of an end. */
export function TicketSettings({ draft }: { draft: Draft<BusinessSettings> }) {
  return <NumbersOfGroup draft={draft} group="tickets" fields={fields} />
}
