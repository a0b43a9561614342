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

const noted = (value: string, label: string, note: string) => ({ value, label, note })

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
  const choices = (people.data?.records ?? []).map(({ id, realname, username, depName }) =>
    noted(id, realname, `${username} · ${depName}`),
  )
  return (
    <Choice
      {...props}
      label="人员"
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
