import type {
  Approval,
  ApproverList,
  Branch,
  Handling,
  Step,
  Time,
} from '@heliodesk/contract/approver-list/model.ts'
import { Select } from 'antd'
import { ArrowDown, ArrowUp, Trash2, X } from 'lucide-react'
import { IconButton } from '../../../kit/Button.tsx'
import { Field } from '../../../kit/Field.tsx'
import { NumberField } from '../../../kit/fields/NumberField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { OperationsField } from '../OperationsField.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { choiceOf, placeOf, removalRefusal, replaceBranch, replaceStep, stepOf } from './edit.ts'
import type { useNames } from './use-names.ts'
import { SegmentsField } from './SegmentsField.tsx'
import { CopyFields, WhoFields } from './WhoFields.tsx'
import { timeInWords, timeOfUnit, timeUnits, unitOf, type TimeUnit } from './words.ts'
import css from './approver-list.module.css'

export type PanelProps = {
  list: ApproverList
  id: string
  known: ReturnType<typeof useNames>
  readOnly: boolean
  /** `about`: changes about the same thing are undone together. */
  onChange: (list: ApproverList, about: string) => void
  onMove: (id: string, to: number) => void
  onRemove: (id: string) => void
  /** Null where the panel is in a drawer, which closes it. */
  onClose: (() => void) | null
}

const kindTitles: Readonly<Record<Step['kind'], string>> = {
  approval: '审批',
  handling: '办理',
  copy: '抄送',
  wait: '等待',
  choice: '条件',
  locked: '图中维护',
}

const never = () => undefined

/** What a step or branch is, at the side of the list. */
export function StepPanel({ list, id, known, readOnly, onChange, onMove, onRemove, onClose }: PanelProps) {
  const step = stepOf(list, id)
  const branch = choiceOf(list, id)?.branches.find((each) => each.id === id)
  const place = placeOf(list, id)
  const title = (step ?? branch)?.name || (step ? kindTitles[step.kind] : '分支')
  return (
    <section className={css.panel} aria-label={`${title}的设置`}>
      <header className={css.panelHead}>
        <h2 className="ell">{title}</h2>
        {place && !readOnly && (
          <>
            <IconButton
              icon={ArrowUp}
              label="上移"
              refusal={place.at === 0 ? '已在最前面' : null}
              onClick={() => onMove(id, place.at - 1)}
            />
            <IconButton
              icon={ArrowDown}
              label="下移"
              refusal={place.at === place.count - 1 ? '已在最后面' : null}
              onClick={() => onMove(id, place.at + 1)}
            />
          </>
        )}
        {!readOnly && (
          <IconButton
            icon={Trash2}
            label="删除"
            refusal={removalRefusal(list, id)}
            onClick={() => onRemove(id)}
          />
        )}
        {onClose && <IconButton icon={X} label="关闭设置" onClick={onClose} />}
      </header>
      <fieldset className={css.panelBody} disabled={readOnly}>
        {step && (
          <StepFields step={step} known={known} onChange={(next) => onChange(replaceStep(list, next), id)} />
        )}
        {branch && (
          <BranchFields
            branch={branch}
            known={known}
            onChange={(next) => onChange(replaceBranch(list, next), id)}
          />
        )}
      </fieldset>
    </section>
  )
}

type StepFieldsProps = { step: Step; known: PanelProps['known']; onChange: (step: Step) => void }

function StepFields({ step, known, onChange }: StepFieldsProps) {
  if (step.kind === 'locked')
    return (
      <p className="t2">这一部分用到了列表表达不了的元素，请切换到 BPMN 图修改。它会原样保留，不会丢失。</p>
    )
  return (
    <>
      <NameField name={step.name} onChange={(name) => onChange({ ...step, name })} />
      {(step.kind === 'approval' || step.kind === 'handling') && (
        <>
          <WhoFields step={step} known={known} onChange={onChange} />
          <DueField step={step} onChange={onChange} />
          <OperationsField denied={step.denied ?? []} onChange={(denied) => onChange({ ...step, denied })} />
        </>
      )}
      {step.kind === 'copy' && <CopyFields step={step} known={known} onChange={onChange} />}
      {step.kind === 'approval' && (
        <SegmentsField
          label="不同意时"
          choices={refusals}
          value={step.refusal}
          onChange={(refusal) => onChange({ ...step, refusal })}
        />
      )}
      {step.kind === 'wait' && (
        <TimeFields time={step.time} onChange={(time) => onChange({ ...step, time })} />
      )}
      {step.kind === 'choice' && (
        <p className="t2">按顺序判断各分支的条件，走第一个满足的分支；都不满足时走最后一个。</p>
      )}
    </>
  )
}

const refusals = { amend: '退给申请人修改', end: '流程结束' } as const

const NameField = ({ name, onChange }: { name: string; onChange: (name: string) => void }) => (
  <TextField label="名称" error={null} maxLength={30} value={name} onChange={onChange} onBlur={never} />
)

type BranchFieldsProps = { branch: Branch; known: PanelProps['known']; onChange: (branch: Branch) => void }

const BranchFields = ({ branch, known, onChange }: BranchFieldsProps) => (
  <>
    <NameField name={branch.name} onChange={(name) => onChange({ ...branch, name })} />
    {branch.condition === null ? (
      <p className="t2">前面的条件都不满足时走这里，所以没有条件。</p>
    ) : (
      <ConditionFields
        condition={branch.condition}
        fields={known.names.fields}
        onChange={(condition) => onChange({ ...branch, condition })}
      />
    )}
  </>
)

type DueFieldProps = { step: Approval | Handling; onChange: (step: Approval | Handling) => void }

const limits = { none: '不限', limited: '限时' } as const

const DueField = ({ step, onChange }: DueFieldProps) => (
  <>
    <SegmentsField
      label="时限"
      choices={limits}
      value={step.due ? 'limited' : 'none'}
      onChange={(limit) => onChange({ ...step, due: limit === 'none' ? null : { workingDays: 1 } })}
    />
    {step.due && <TimeFields time={step.due} onChange={(due) => onChange({ ...step, due })} />}
  </>
)

function TimeFields({ time, onChange }: { time: Time; onChange: (time: Time) => void }) {
  const known = unitOf(time)
  if (!known) return <p className="t2">时长 {timeInWords(time)}，请在 BPMN 图中修改。</p>
  return (
    <div className={css.pair}>
      <NumberField
        label="时长"
        error={null}
        min={1}
        max={365}
        precision={0}
        value={known.count}
        onChange={(count = 1) => onChange(timeOfUnit(count, known.unit))}
        onBlur={never}
      />
      <Field label="单位">
        {(control) => (
          <Select<TimeUnit>
            {...control}
            value={known.unit}
            options={(Object.entries(timeUnits) as [TimeUnit, string][]).map(([value, label]) => ({
              value,
              label,
            }))}
            onChange={(unit) => onChange(timeOfUnit(known.count, unit))}
          />
        )}
      </Field>
    </div>
  )
}
