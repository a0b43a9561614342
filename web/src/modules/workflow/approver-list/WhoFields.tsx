import type { Actor, Approval, Copy, Handling, Pass } from '@heliodesk/contract/approver-list/model.ts'
import { copyRefusal, staffingRefusal, withActor } from '@heliodesk/contract/approver-list/who.ts'
import { Select } from 'antd'
import { X } from 'lucide-react'
import { useState } from 'react'
import { DepartmentSelect } from '../../../domain/DepartmentSelect.tsx'
import { IconButton } from '../../../kit/Button.tsx'
import { Field } from '../../../kit/Field.tsx'
import { NumberField } from '../../../kit/fields/NumberField.tsx'
import { SegmentsField } from './SegmentsField.tsx'
import type { FormField } from './fields.ts'
import type { useNames } from './use-names.ts'
import { actorInWords, type Names } from './words.ts'
import css from './approver-list.module.css'

type Staffed = Approval | Handling

type WhoFieldsProps = {
  step: Staffed
  known: ReturnType<typeof useNames>
  onChange: (step: Staffed) => void
}

const never = () => undefined

/** Who acts on a step, how many of them have to, and in which order. */
export function WhoFields({ step, known, onChange }: WhoFieldsProps) {
  const { who, pass } = step
  return (
    <>
      <ActorsField
        label={step.kind === 'approval' ? '谁来批' : '谁来办'}
        fault={staffingRefusal(who, pass)}
        who={who}
        known={known}
        onChange={(next) => onChange({ ...step, who: next })}
      />
      <PassFields step={step} onChange={onChange} />
    </>
  )
}

type CopyFieldsProps = { step: Copy; known: WhoFieldsProps['known']; onChange: (step: Copy) => void }

/** Who gets a copy. */
export const CopyFields = ({ step, known, onChange }: CopyFieldsProps) => (
  <>
    <ActorsField
      label="抄送人"
      fault={copyRefusal(step.who)}
      who={step.who}
      known={known}
      onChange={(who) => onChange({ ...step, who })}
    />
    <p className="t2">
      流程走到这里时，名单中数据范围包含该流程的人会在“抄送我的”里看到它，不需办理；流程不等待，立即继续。
    </p>
  </>
)

type ActorsFieldProps = {
  label: string
  fault: string | null
  who: readonly Actor[]
  known: WhoFieldsProps['known']
  onChange: (who: readonly Actor[]) => void
}

const ActorsField = ({ label, fault, who, known, onChange }: ActorsFieldProps) => (
  <Field label={label} required error={fault}>
    {(control) => (
      <>
        {who.length > 0 && <Chosen who={who} names={known.names} onChange={onChange} />}
        <ActorPicker id={control.id} known={known} onAdd={(actor) => onChange(withActor(who, actor))} />
      </>
    )}
  </Field>
)

type ChosenProps = { who: readonly Actor[]; names: Names; onChange: (who: Actor[]) => void }

const Chosen = ({ who, names, onChange }: ChosenProps) => (
  <ul className={css.who}>
    {who.map((actor) => {
      const text = actorInWords(actor, names)
      return (
        <li key={JSON.stringify(actor)}>
          <span className="ell">{actor.kind === 'role' ? `角色 ${text}` : text}</span>
          <IconButton
            small
            icon={X}
            label={`移除 ${text}`}
            onClick={() => onChange(who.filter((each) => each !== actor))}
          />
        </li>
      )
    })}
  </ul>
)

const sources = {
  person: '人员',
  role: '角色',
  superior: '发起人的上级',
  headOf: '部门负责人',
  starter: '发起人本人',
  field: '表单字段',
} as const
type Source = keyof typeof sources

/** The actor that a field of the form stands for. */
const byField = ({ name, kind }: FormField): Actor =>
  kind === 'department'
    ? { kind: 'headOfField', name }
    : { kind: kind === 'people' ? 'people' : 'field', name }

type ActorPickerProps = { id: string; known: WhoFieldsProps['known']; onAdd: (actor: Actor) => void }

function ActorPicker({ id, known: { people, roles, names }, onAdd }: ActorPickerProps) {
  const [source, setSource] = useState<Source>('person')
  const { isRead: _isRead, ...search } = people
  const persons = names.fields.filter(({ kind }) => ['person', 'people', 'department'].includes(kind))
  const shown = (Object.keys(sources) as Source[]).filter((each) => each !== 'field' || persons.length > 0)
  const choose = (next: Source) => {
    if (next === 'superior' || next === 'starter') onAdd({ kind: next })
    else setSource(next)
  }
  return (
    <div className={css.pair}>
      <Select
        id={id}
        aria-label="添加的种类"
        value={source}
        options={shown.map((value) => ({ value, label: sources[value] }))}
        onChange={choose}
      />
      {source === 'person' && (
        <Select
          {...search}
          aria-label="添加人员"
          placeholder="姓名、拼音"
          value={null}
          onChange={(person: string) => onAdd({ kind: 'person', id: person })}
        />
      )}
      {source === 'role' && (
        <Select
          aria-label="添加角色"
          placeholder="选择角色"
          showSearch={{ optionFilterProp: 'label' }}
          value={null}
          options={roles.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(code: string) => onAdd({ kind: 'role', code })}
        />
      )}
      {source === 'headOf' && (
        <DepartmentSelect
          by="id"
          openOnly
          value={undefined}
          onChange={(departmentId) => departmentId && onAdd({ kind: 'headOf', departmentId })}
        />
      )}
      {source === 'field' && (
        <Select
          aria-label="添加表单字段"
          placeholder="选择字段"
          value={null}
          options={persons.map(({ name, title }) => ({ value: name, label: title }))}
          onChange={(name: string) => {
            const field = persons.find((each) => each.name === name)
            if (field) onAdd(byField(field))
          }}
        />
      )}
    </div>
  )
}

const rules = { all: '全部', any: '任一人', count: 'n 人', percent: '按比例' } as const
const fewRules = { all: rules.all, any: rules.any } as const
const orders = { together: '同时', inOrder: '依次' } as const

function passOfRule(of: Pass['of']): Pass {
  if (of === 'count') return { of, count: 2 }
  return of === 'percent' ? { of, percent: 50 } : { of }
}

function PassFields({ step, onChange }: Omit<WhoFieldsProps, 'known'>) {
  const { pass } = step
  const choose = (of: Pass['of']) => {
    if (step.kind === 'approval')
      onChange({ ...step, pass: passOfRule(of), inOrder: of !== 'any' && step.inOrder })
    else
      onChange({ ...step, pass: { of: of === 'all' ? 'all' : 'any' }, inOrder: of === 'all' && step.inOrder })
  }
  return (
    <>
      {step.kind === 'approval' ? (
        <SegmentsField label="怎么算通过" choices={rules} value={pass.of} onChange={choose} />
      ) : (
        <SegmentsField label="怎么算办完" choices={fewRules} value={step.pass.of} onChange={choose} />
      )}
      {step.kind === 'approval' && step.pass.of === 'count' && (
        <Needed
          label="同意人数"
          suffix="人同意即通过，其余自动取消"
          value={step.pass.count}
          onChange={(count = 1) => onChange({ ...step, pass: { of: 'count', count } })}
        />
      )}
      {step.kind === 'approval' && step.pass.of === 'percent' && (
        <Needed
          label="同意比例"
          suffix="% 同意即通过，其余自动取消"
          value={step.pass.percent}
          onChange={(percent = 50) => onChange({ ...step, pass: { of: 'percent', percent } })}
        />
      )}
      {pass.of !== 'any' && (
        <SegmentsField
          label="顺序"
          choices={orders}
          value={step.inOrder ? 'inOrder' : 'together'}
          onChange={(order) => onChange({ ...step, inOrder: order === 'inOrder' })}
        />
      )}
    </>
  )
}

type NeededProps = {
  label: string
  suffix: string
  value: number
  onChange: (value: number | undefined) => void
}

/** How many, or which part, have to agree. */
const Needed = (field: NeededProps) => (
  <NumberField {...field} error={null} min={1} max={100} precision={0} onBlur={never} />
)
