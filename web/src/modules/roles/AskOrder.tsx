import { accessCalls, orderQuestions, type OrderQuestion } from '@heliodesk/contract/access.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { isOwn } from '@heliodesk/contract/own.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { Select } from 'antd'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { useUrlQuery } from '../../kit/url-query.ts'
import { Reading } from '../../kit/Reading.tsx'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../kit/use-settled.ts'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import css from './ask-order.module.css'

type Answer = Received<typeof accessCalls.askOrder>

const MOST_CHOICES = 20

/** 问一问: whether a person may see an order or act on it, and why; the question is in the address. */
export function AskOrder() {
  const { query, change } = useUrlQuery()
  const mayAsk = useCan('order:list')
  const [personId, orderId] = [query.get('askPerson') ?? '', query.get('askOrder') ?? '']
  const asked = query.get('askAction') ?? ''
  const action: OrderQuestion = isOwn(orderQuestions, asked) ? asked : 'see'
  const enabled = mayAsk && personId !== '' && orderId !== ''
  const answer = useCall(accessCalls.askOrder, { personId, orderId, action }, { enabled })
  const known = enabled && answer.data && !answer.isPlaceholderData ? answer.data : null
  const choose = (next: OrderQuestion) => change({ askAction: next === 'see' ? null : next })
  return (
    <section className={css.ask} aria-labelledby="ask-order">
      <h2 id="ask-order">
        问一问 <span className="t3 s12">为什么能，为什么不能</span>
      </h2>
      {mayAsk ? (
        <>
          <div className={css.question}>
            <PersonChoice
              value={personId}
              name={known?.person.realname}
              onChange={(id) => change({ askPerson: id })}
            />
            <div className="row">
              <span className="t2">能否</span>
              <Select
                className={css.action}
                aria-label="操作"
                options={Object.entries(orderQuestions).map(([value, { title }]) => ({
                  value,
                  label: title,
                }))}
                value={action}
                onChange={choose}
              />
            </div>
            <OrderChoice
              value={orderId}
              name={known?.order.workCode}
              onChange={(id) => change({ askOrder: id })}
            />
          </div>
          {enabled ? (
            <Reading read={answer} name="回答" height={160} keepsOld>
              {(data) => <Told answer={data} onChoose={choose} />}
            </Reading>
          ) : (
            <p className="t3 s13">请选择人员和工单，回答依据其角色、数据范围和工单状态。</p>
          )}
        </>
      ) : (
        <p className="t3 s13">您没有“查看工单”权限，不能查询工单。</p>
      )}
    </section>
  )
}

type ChoiceProps = { value: string; name: string | undefined; onChange: (id: string | null) => void }

/** The chosen one keeps its name while others are searched, and after a reload once the answer has it. */
function PersonChoice(props: ChoiceProps) {
  const [word, setWord] = useState('')
  const keyword = useSettled(word.trim(), ASKING_DEBOUNCE_MS)
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

function OrderChoice(props: ChoiceProps) {
  const [word, setWord] = useState('')
  const keyword = useSettled(word.trim(), ASKING_DEBOUNCE_MS)
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

type Choices = { value: string; label: string; note: string }[]

function Choice({
  label,
  hint,
  value,
  name,
  read,
  choices,
  onWord,
  onChange,
}: ChoiceProps & {
  label: string
  hint: string
  read: { isFetching: boolean; error: unknown }
  choices: Choices
  onWord: (word: string) => void
}) {
  const isListed = choices.some((each) => each.value === value)
  return (
    <Select
      className={css.choice}
      aria-label={label}
      prefix={label}
      placeholder={hint}
      allowClear
      showSearch={{ filterOption: false, onSearch: onWord }}
      loading={read.isFetching}
      notFoundContent={read.isFetching ? '正在查找…' : read.error ? `${label}没有取到` : `没有符合的${label}`}
      options={isListed || value === '' ? choices : [{ value, label: name ?? '…', note: '' }, ...choices]}
      optionRender={({ data }) => (
        <span className="row">
          {data.label}
          <span className="t3 s12 ell">{data.note}</span>
        </span>
      )}
      value={value === '' ? undefined : value}
      onChange={(id: string | undefined) => onChange(id ?? null)}
    />
  )
}

const Mark = ({ met }: { met: boolean }) =>
  met ? <CircleCheck className="i ok" aria-label="满足" /> : <CircleX className="i err" aria-label="不满足" />

function Told({ answer, onChoose }: { answer: Answer; onChoose: (action: OrderQuestion) => void }) {
  const { person, order, action, may, checks, others, all } = answer
  const { title } = orderQuestions[action]
  // In another state of the order nobody may.
  const isOpen = checks.every(({ about, met }) => about !== 'state' || met)
  const unmet = checks.flatMap(({ met, note }, at) => (met ? [] : [{ at: at + 1, note }]))
  return (
    <>
      <p className={`alert ${may ? 'ok' : 'err'}`} role="status">
        <Mark met={may} />
        <span>
          <b>
            {person.realname}
            {may ? '可以' : '不能'}
            {title}
          </b>
          <br />
          {may
            ? `工单 ${order.workCode}，${order.psName}，${order.flowStsName}。`
            : `第 ${unmet.map(({ at }) => at).join('、')} 条不满足：${unmet.map(({ note }) => note).join('；')}。`}
        </span>
      </p>
      <ol className={css.checks} aria-label="依据">
        {checks.map(({ met, title: rule, note }, at) => (
          <li key={rule} className={met ? undefined : css.unmet}>
            <span className="t3">{at + 1}</span>
            <Mark met={met} />
            <span>
              <b>{rule}</b>
              <span className="t3 s12">{note}</span>
            </span>
          </li>
        ))}
      </ol>
      {!may && isOpen && (
        <p className="t2 s13">
          {others.length > 0
            ? `可由其他人${action === 'see' ? '查看' : '办理'}：${others.map(({ realname, depName }) => `${realname}（${depName}）`).join('、')}`
            : `您的部门内没有其他人可以${title}`}
        </p>
      )}
      <h3>对这张工单，{person.realname}</h3>
      <ul className={css.all} aria-label="全部操作">
        {all.map((each) => (
          <li key={each.action}>
            <button
              type="button"
              className={each.action === action ? `btn sm ${css.chosen}` : 'btn sm'}
              aria-pressed={each.action === action}
              aria-label={`${each.may ? '可以' : '不能'}${orderQuestions[each.action].title}`}
              onClick={() => onChoose(each.action)}
            >
              {each.may ? (
                <CircleCheck className="i s ok" aria-hidden />
              ) : (
                <CircleX className="i s t3" aria-hidden />
              )}
              {orderQuestions[each.action].title}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
