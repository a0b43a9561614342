import type { Sent } from '@heliodesk/contract/call.ts'
import {
  qualificationStates,
  qualificationTitles as titles,
  type Qualification,
  type qualificationCalls,
} from '@heliodesk/contract/qualifications.ts'
import { roleTitle, ticketRoles, type TicketRole } from '@heliodesk/contract/ticket-roles.ts'
import { CircleCheck, CircleDashed, CircleX, ClockAlert, TimerOff } from 'lucide-react'
import { byDepartment } from '../../domain/record-filters.tsx'
import type { DetailHead } from '../../kit/glimpse.tsx'
import { lookTag } from '../../kit/LookTag.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { minuteColumn, personColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'

const roles = Object.keys(ticketRoles) as TicketRole[]

export const roleChoices = roles.map((value) => ({ value, label: roleTitle(value) }))

export const qualificationFilters = (
  nameOf: (code: string) => string,
): readonly Filter<Sent<typeof qualificationCalls.page>>[] => [
  { kind: 'input', name: 'keyword', label: '关键词', placeholder: '姓名、工号、证书、文号' },
  { kind: 'select', name: 'role', label: titles.roleNames, choices: roleChoices, single: true },
  { ...byDepartment(nameOf), name: 'depCode', label: titles.depName },
  { kind: 'select', name: 'state', label: titles.stateLabel, choices: qualificationStates, single: true },
]

export const StateTag = lookTag(qualificationStates, {
  valid: ['ok', CircleCheck],
  expiring: ['undo', ClockAlert],
  future: ['proc', CircleDashed],
  expired: ['err', TimerOff],
  revoked: ['stop', CircleX],
})

export const qualificationColumns: readonly Column<Qualification>[] = [
  personColumn('personName', titles.personName, 96, { lock: true }),
  textColumn('workNo', titles.workNo, 90, { fold: 2 }),
  textColumn('personDepName', titles.personDepName, 140, { fold: 3 }),
  textColumn('roleNames', titles.roleNames, 220, { grow: true }),
  {
    key: 'voltage',
    title: titles.voltage,
    width: 96,
    align: 'right',
    fold: 4,
    cell: ({ voltage }) => `${voltage} kV`,
  },
  textColumn('depName', titles.depName, 150),
  textColumn('publication', titles.publication, 140, { fold: 1 }),
  textColumn('certificate', titles.certificate, 110, { hidden: true }),
  textColumn('validFrom', titles.validFrom, 110, { hidden: true }),
  textColumn('validUntil', titles.validUntil, 112),
  {
    key: 'stateLabel',
    title: titles.stateLabel,
    width: 116,
    cell: ({ state }) => <StateTag state={state} />,
  },
  textColumn('createdBy', titles.createdBy, 96, { hidden: true }),
  minuteColumn('createTime', titles.createTime, 148, { hidden: true }),
]

export const qualificationHead = ({ personName, state }: Qualification): DetailHead => ({
  top: <span>三种人名单</span>,
  title: (
    <>
      {personName}
      <StateTag state={state} />
    </>
  ),
})

/** Why an entry can be neither renewed nor revoked. */
export const closedRefusal = ({ state }: Qualification): string | null =>
  state === 'revoked' ? '已撤销，不能再办理' : null
