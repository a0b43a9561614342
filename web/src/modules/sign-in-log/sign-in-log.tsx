import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { signInOutcomes, type signInLogCalls } from '@heliodesk/contract/sign-in-log.ts'
import { signInMethods } from '@heliodesk/contract/sign-in-methods.ts'
import { CircleCheck, CircleMinus, CircleX, KeyRound, Lock, LogOut, ShieldCheck } from 'lucide-react'
import { lookTag } from '../../kit/LookTag.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { codeColumn, personColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'

export type Entry = Received<typeof signInLogCalls.list>['records'][number]

type Query = Sent<typeof signInLogCalls.list>

export const logFilters: readonly Filter<Query>[] = [
  { name: 'keyword', label: '关键词', kind: 'input', placeholder: '账号、姓名、地址' },
  { name: 'outcome', label: '结果', kind: 'select', choices: signInOutcomes, single: true },
  { name: 'method', label: '方式', kind: 'select', choices: signInMethods, single: true },
  { name: 'days', label: '日期', kind: 'dates', from: 'from', until: 'to' },
]

export const OutcomeTag = lookTag(signInOutcomes, {
  success: ['ok', CircleCheck],
  wrong_password: ['err', CircleX],
  wrong_code: ['err', CircleX],
  refused: ['err', CircleX],
  locked: ['undo', Lock],
  frozen: ['undo', CircleMinus],
  logout: ['', LogOut],
  ended: ['', LogOut],
  password_changed: ['proc', KeyRound],
  second_factor_changed: ['proc', ShieldCheck],
})

export const logColumns: readonly Column<Entry>[] = [
  textColumn('time', '时间', 178, { lock: true }),
  codeColumn('login', '登录账号', 150),
  personColumn('realname', '姓名', 100),
  { key: 'outcome', title: '结果', width: 116, cell: ({ outcome }) => <OutcomeTag state={outcome} /> },
  textColumn('reason', '说明', 150, { grow: true }),
  textColumn('method', '方式', 110, { fold: 2, titles: signInMethods }),
  codeColumn('clientAddress', '地址', 150, { fold: 3 }),
  textColumn('device', '设备', 220, { fold: 1, grow: true }),
  codeColumn('deviceId', '设备编号', 180, { hidden: true }),
  codeColumn('sessionId', '会话编号', 180, { hidden: true }),
]
