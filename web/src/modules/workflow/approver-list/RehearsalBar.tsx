import type { Received } from '@heliodesk/contract/call.ts'
import { allSteps, type ApproverList, type Condition } from '@heliodesk/contract/approver-list/model.ts'
import { own } from '@heliodesk/contract/own.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { Input, InputNumber, Select } from 'antd'
import { CircleAlert, CircleCheck, Play } from 'lucide-react'
import { useState } from 'react'
import { ErrorStrip } from '../../../kit/States.tsx'
import { useCall } from '../../../lib/queries.ts'
import type { FormField } from './fields.ts'
import type { useNames } from './use-names.ts'
import css from './approver-list.module.css'

type Values = Readonly<Record<string, string | number>>
export type Rehearsal = Received<typeof workflowCalls.rehearse>

/** What the draft would do for a starter and the values of a form (试算). */
export function useRehearsal(xml: string) {
  const [starterId, setStarter] = useState<string>()
  const [values, setValues] = useState<Values>({})
  const answer = useCall(
    workflowCalls.rehearse,
    { xml, starterId: starterId ?? '', values: { ...values } },
    { enabled: starterId !== undefined },
  )
  return { starterId, setStarter, values, setValues, answer }
}

const namesIn = (condition: Condition | null): string[] =>
  condition && 'rows' in condition ? condition.rows.map(({ field }) => field) : []

/** The fields on which the way of the process depends. */
function askedFields({ steps }: ApproverList, fields: readonly FormField[]): FormField[] {
  const all = allSteps(steps)
  const conditions = all.flatMap((step) => (step.kind === 'choice' ? step.branches : []))
  const isFree = conditions.some(({ condition }) => condition && 'feel' in condition)
  const used = new Set([
    ...conditions.flatMap(({ condition }) => namesIn(condition)),
    ...all.flatMap((step) =>
      'who' in step ? step.who.flatMap((actor) => ('name' in actor ? actor.name : [])) : [],
    ),
  ])
  const known = fields.filter(({ name, kind }) => used.has(name) || (isFree && kind === 'number'))
  const others = [...used].filter((name) => fields.every((field) => field.name !== name))
  return [...known, ...others.map((name): FormField => ({ name, title: name, kind: 'text' }))]
}

type RehearsalBarProps = {
  list: ApproverList
  known: ReturnType<typeof useNames>
  rehearsal: ReturnType<typeof useRehearsal>
}

export function RehearsalBar({ list, known, rehearsal }: RehearsalBarProps) {
  const { starterId, setStarter, values, setValues, answer } = rehearsal
  const { isRead, ...people } = known.people
  return (
    <section className={css.bar} aria-label="试算">
      <b>
        <Play className="i" aria-hidden />
        试算
      </b>
      <Select
        {...people}
        aria-label="试算的发起人"
        placeholder="选择发起人"
        style={{ width: 132 }}
        value={isRead ? starterId : undefined}
        onChange={setStarter}
      />
      <div className={css.values}>
        {askedFields(list, known.names.fields).map((field) => (
          <ValueField
            key={field.name}
            field={field}
            people={people.options}
            value={own(values, field.name)}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
      </div>
      {starterId === undefined ? (
        <span className="t3">选择发起人，看看会由谁审批</span>
      ) : answer.error ? (
        <ErrorStrip title="试算没有完成" error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        answer.data && <Result answer={answer.data} />
      )}
    </section>
  )
}

type ValueFieldProps = {
  field: FormField
  people: readonly { value: string; label: string }[]
  value: string | number | undefined
  onChange: (value: string | number) => void
}

function ValueField({ field: { title, kind, choices }, people, value, onChange }: ValueFieldProps) {
  const shared = { 'aria-label': `试算的${title}`, placeholder: title }
  if (kind === 'number')
    return (
      <InputNumber<number>
        {...shared}
        controls={false}
        style={{ width: 120 }}
        value={typeof value === 'number' ? value : null}
        onChange={(typed) => onChange(typed ?? 0)}
      />
    )
  const options =
    kind === 'choice'
      ? Object.entries(choices ?? {}).map(([key, label]) => ({ value: key, label }))
      : kind === 'person' || kind === 'people'
        ? [...people]
        : null
  if (options)
    return (
      <Select
        {...shared}
        style={{ width: 120 }}
        value={value === undefined ? undefined : String(value)}
        options={options}
        onChange={onChange}
      />
    )
  return (
    <Input
      {...shared}
      maxLength={500}
      style={{ width: 120 }}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function Result({ answer: { path, problem } }: { answer: Rehearsal }) {
  return (
    <>
      <ol className={css.path}>
        {path.map((step, at) => (
          <li key={`${step.node} ${at}`} className={step.problem === null ? undefined : css.bad}>
            {step.kind === 'branch' ? <b>{step.name}</b> : stepInWords(step)}
          </li>
        ))}
      </ol>
      {problem === null ? (
        <span className={css.good} role="status">
          <CircleCheck className="i" aria-hidden />
          都有人可办理
        </span>
      ) : (
        <span className={css.problem} role="status">
          <CircleAlert className="i" aria-hidden />
          {problem}
        </span>
      )}
    </>
  )
}

const MOST_NAMED = 3

function stepInWords({ kind, name, people, total, others, problem }: Rehearsal['path'][number]): string {
  if (kind !== 'step' && kind !== 'copy') return name
  if (problem !== null) return `${name}：${problem}`
  const named = people.slice(0, MOST_NAMED).map(({ realname }) => realname)
  const more = total > named.length ? `等 ${total} 人` : ''
  const beyond = others ? (total === 0 ? '您管理范围外的人' : '及您管理范围外的人') : ''
  if (kind === 'copy' && total === 0 && !others) return `${name}：没有可抄送的人`
  return `${name} ${named.join('、')}${more}${beyond}`
}
