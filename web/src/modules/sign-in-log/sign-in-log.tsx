import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { signInOutcomes, type signInLogCalls, type SignInOutcome } from '@heliodesk/contract/sign-in-log.ts'
import { signInMethods } from '@heliodesk/contract/sign-in-methods.ts'
import {
  CircleCheck,
  CircleMinus,
  CircleX,
  KeyRound,
  Lock,
  LogOut,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react'
import { CopyCell } from '../../kit/CopyText.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import type { Filter } from '../../kit/search-bar/filters.ts'

export type Entry = Received<typeof signInLogCalls.list>['records'][number]

type Query = Sent<typeof signInLogCalls.list>

export const logFilters: readonly Filter<Query>[] = [
  { name: 'keyword', label: '关键词', kind: 'input', placeholder: '账号、姓名、地址' },
  { name: 'outcome', label: '结果', kind: 'select', choices: signInOutcomes, single: true },
  { name: 'method', label: '方式', kind: 'select', choices: signInMethods, single: true },
  { name: 'days', label: '日期', kind: 'dates', from: 'from', until: 'to' },
]

const looks: Record<SignInOutcome, { group: string; icon: LucideIcon }> = {
  success: { group: 'ok', icon: CircleCheck },
  wrong_password: { group: 'err', icon: CircleX },
  wrong_code: { group: 'err', icon: CircleX },
  refused: { group: 'err', icon: CircleX },
  locked: { group: 'undo', icon: Lock },
  frozen: { group: 'undo', icon: CircleMinus },
  logout: { group: '', icon: LogOut },
  ended: { group: '', icon: LogOut },
  password_changed: { group: 'proc', icon: KeyRound },
  second_factor_changed: { group: 'proc', icon: ShieldCheck },
}

export function OutcomeTag({ outcome }: Pick<Entry, 'outcome'>) {
  const { group, icon: Icon } = looks[outcome]
  return (
    <span className={`tag ${group}`}>
      <Icon className="i s" aria-hidden />
      {signInOutcomes[outcome]}
    </span>
  )
}

const copyable = (title: string, text: string | null) =>
  text && <CopyCell text={text} label={`复制${title} ${text}`} />

export const logColumns: readonly Column<Entry>[] = [
  { key: 'time', title: '时间', width: 178, lock: true, cell: ({ time }) => time },
  { key: 'login', title: '登录账号', width: 150, cell: ({ login }) => copyable('登录账号', login) },
  { key: 'realname', title: '姓名', width: 100, cell: ({ realname }) => <b>{realname}</b> },
  { key: 'outcome', title: '结果', width: 116, cell: ({ outcome }) => <OutcomeTag outcome={outcome} /> },
  {
    key: 'reason',
    title: '说明',
    width: 150,
    grow: true,
    cell: ({ reason }) => reason && <span title={reason}>{reason}</span>,
  },
  { key: 'method', title: '方式', width: 110, cell: ({ method }) => signInMethods[method] },
  {
    key: 'clientAddress',
    title: '地址',
    width: 150,
    cell: ({ clientAddress }) => copyable('地址', clientAddress),
  },
  {
    key: 'device',
    title: '设备',
    width: 220,
    grow: true,
    cell: ({ device }) => <span title={device}>{device}</span>,
  },
  {
    key: 'deviceId',
    title: '设备编号',
    width: 180,
    hidden: true,
    cell: ({ deviceId }) => copyable('设备编号', deviceId),
  },
  {
    key: 'sessionId',
    title: '会话编号',
    width: 180,
    hidden: true,
    cell: ({ sessionId }) => copyable('会话编号', sessionId),
  },
]
