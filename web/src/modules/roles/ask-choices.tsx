import { accessCalls } from '@heliodesk/contract/access.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import type { ComponentProps } from 'react'
import { SearchSelect } from '../../kit/SearchSelect.tsx'
import { useSearchWord } from '../../kit/searching.tsx'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import css from './ask-order.module.css'

const MOST_CHOICES = 20

type ChoiceProps = { value: string; name: string | undefined; onChange: (id: string | null) => void }

/** The chosen one keeps its name while others are searched, and after a reload once the answer has it. */
export function PersonChoice(props: ChoiceProps) {
  const [keyword, setWord] = useSearchWord()
  const wanted = { keyword, pageSize: MOST_CHOICES }
  // Frozen people are listed only for those who manage people.
  const manages = useCan('user:manage')
  const all = useCall(userCalls.list, wanted, { enabled: manages })
  const active = useCall(accessCalls.holders, wanted, { enabled: !manages })
  const people: typeof all | typeof active = manages ? all : active
  const choices = (people.data?.records ?? []).map(({ id, realname, username, depName }) => ({
    value: id,
    label: realname,
    note: `${username} · ${depName}`,
  }))
  return (
    <Choice
      {...props}
      label="人员"
      hint="姓名、拼音或账号"
      read={people}
      choices={choices}
      onWord={setWord}
    />
  )
}

export function OrderChoice(props: ChoiceProps) {
  const [keyword, setWord] = useSearchWord()
  const input = { ...(keyword && { keyword }), curPage: 1, size: MOST_CHOICES, needCount: false }
  const orders = useCall(workOrderCalls.page, input)
  const choices = (orders.data?.pageList ?? []).map(({ id, workCode, psName, taskDescription }) => ({
    value: id,
    label: workCode,
    note: `${psName} · ${taskDescription}`,
  }))
  return (
    <Choice
      {...props}
      label="工单"
      hint="编号、电站或任务描述"
      read={orders}
      choices={choices}
      onWord={setWord}
    />
  )
}

type SearchProps = Pick<ComponentProps<typeof SearchSelect>, 'read' | 'choices' | 'onWord'>

const Choice = ({
  label,
  hint,
  value,
  name,
  onChange,
  ...search
}: ChoiceProps & SearchProps & { label: string; hint: string }) => (
  <SearchSelect
    {...search}
    className={css.choice}
    noun={label}
    label={label}
    placeholder={hint}
    known={{ value, label: name ?? '…' }}
    value={value === '' ? undefined : value}
    onChange={(id) => onChange(id ?? null)}
  />
)
