import { accessCalls } from '@heliodesk/contract/access.ts'
import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { processRuntimeCalls } from '@heliodesk/contract/process-runtime.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import type { ComponentProps } from 'react'
import { SearchSelect } from '../../kit/SearchSelect.tsx'
import { useSearchWord } from '../../kit/searching.tsx'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { choicesOf } from './permission-choices.ts'
import css from './ask-order.module.css'

const MOST_CHOICES = 20

const noted = (value: string, label: string, note: string) => ({ value, label, note })

type ChoiceProps = { value: string; name: string | undefined; onChange: (id: string | null) => void }

/** The chosen one keeps its name while others are searched, and after a reload once the answer has it. */
export function PersonChoice({ label = '人员', ...props }: ChoiceProps & { label?: string }) {
  const [keyword, setWord] = useSearchWord()
  const wanted = { keyword, pageSize: MOST_CHOICES }
  // Frozen people are listed only for those who manage people.
  const manages = useCan('user:manage')
  const all = useCall(userCalls.list, wanted, { enabled: manages })
  const active = useCall(accessCalls.holders, wanted, { enabled: !manages })
  const people: typeof all | typeof active = manages ? all : active
  const choices = (people.data?.records ?? []).map(({ id, realname, username, depName }) =>
    noted(id, realname, `${username} · ${depName}`),
  )
  return (
    <Choice
      {...props}
      label={label}
      hint="姓名、拼音或账号"
      found={{ read: people, choices, onWord: setWord }}
    />
  )
}

export function OrderChoice(props: ChoiceProps) {
  const [keyword, setWord] = useSearchWord()
  const input = { ...(keyword && { keyword }), curPage: 1, size: MOST_CHOICES, needCount: false }
  const orders = useCall(workOrderCalls.page, input)
  const choices = (orders.data?.pageList ?? []).map(({ id, workCode, psName, taskDescription }) =>
    noted(id, workCode, `${psName} · ${taskDescription}`),
  )
  return (
    <Choice
      {...props}
      label="工单"
      hint="编号、电站或任务描述"
      found={{ read: orders, choices, onWord: setWord }}
    />
  )
}

export function StationChoice(props: ChoiceProps) {
  const [keyword, setWord] = useSearchWord()
  const stations = useCall(stationCalls.options, { psName: keyword, curPage: 1, size: MOST_CHOICES })
  const choices = (stations.data?.list ?? []).map(({ psId, psName }) => noted(psId, psName, ''))
  return (
    <Choice
      {...props}
      label="电站"
      hint="电站名称或拼音"
      found={{ read: stations, choices, onWord: setWord }}
    />
  )
}

export function TicketChoice(props: ChoiceProps) {
  const [keyword, setWord] = useSearchWord()
  const input = { ...(keyword && { keyword }), curPage: 1, size: MOST_CHOICES }
  const tickets = useCall(ticketCalls.page, input, { enabled: useCan('ticket:list') })
  const choices = (tickets.data?.pageList ?? []).map(({ id, ticketNo, psName, workContent }) =>
    noted(id, ticketNo || '草稿票', `${psName} · ${workContent}`),
  )
  return (
    <Choice
      {...props}
      label="两票"
      hint="票号、电站或任务"
      found={{ read: tickets, choices, onWord: setWord }}
    />
  )
}

/** Running processes of the company for who keeps them; otherwise those that the asking person has a part in. */
export function ApprovalChoice(props: ChoiceProps) {
  const [keyword, setWord] = useSearchWord()
  const input = { ...(keyword && { keyword }), curPage: 1, size: MOST_CHOICES }
  const keeps = useCan('workflow:manage')
  const all = useCall(processRuntimeCalls.page, input, { enabled: keeps })
  const own = useCall(approvalCalls.page, { ...input, box: 'started' }, { enabled: !keeps })
  const choices = keeps
    ? (all.data?.pageList ?? []).map(({ id, title, step }) => noted(id, title, step))
    : (own.data?.pageList ?? []).map(({ processInstanceId, title }) => noted(processInstanceId, title, ''))
  return (
    <Choice
      {...props}
      label="审批"
      hint="标题或编号"
      found={{ read: keeps ? all : own, choices, onWord: setWord }}
    />
  )
}

export function PermissionChoice(props: ChoiceProps) {
  const [keyword, setWord] = useSearchWord()
  const tree = useCall(roleCalls.permissionTree, {})
  const choices = choicesOf(tree.data?.treeList ?? [])
    .filter(({ label }) => label.includes(keyword))
    .map(({ value, label }) => noted(value, label, ''))
  return <Choice {...props} label="权限" hint="菜单或按钮" found={{ read: tree, choices, onWord: setWord }} />
}

type Found = Pick<ComponentProps<typeof SearchSelect>, 'read' | 'choices' | 'onWord'>

const Choice = ({
  label,
  hint,
  value,
  name,
  onChange,
  found,
}: ChoiceProps & { label: string; hint: string; found: Found }) => (
  <SearchSelect
    {...found}
    className={css.choice}
    noun={label}
    label={label}
    placeholder={hint}
    known={{ value, label: name ?? '…' }}
    value={value === '' ? undefined : value}
    onChange={(id) => onChange(id ?? null)}
  />
)
