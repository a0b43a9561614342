import { Check } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { DoneMark } from '../../../kit/Status.tsx'
import type { ExecutionDraft, Step } from './execution.ts'
import { tickStep } from './execution.ts'
import { PlainField } from './PlainField.tsx'
import css from './order-forms.module.css'

type PrerequisiteListProps = {
  list: ExecutionDraft['prerequisiteList']
  onChange: (list: ExecutionDraft['prerequisiteList']) => void
}

export function PrerequisiteList({ list, onChange }: PrerequisiteListProps) {
  const tick = (index: number, met: boolean) =>
    onChange(list.map((each, at) => (at === index ? { ...each, met } : each)))
  return (
    <ul className={css.ticks}>
      {list.map((each, index) => (
        <li key={each.name}>
          <label>
            <input
              type="checkbox"
              checked={each.met}
              onChange={(event) => tick(index, event.target.checked)}
            />
            <span className="grow">{each.name}</span>
            {each.required && <span className="tag">必需</span>}
          </label>
        </li>
      ))}
    </ul>
  )
}

/** Photos that the order has, and those that a submission waits for. */
type PhotoCount = { count: number; awaited: number }

export type StepListProps = {
  steps: readonly Step[]
  countPhotos: (stepNo: number) => PhotoCount
  /** The photos of a step, with what adds one. */
  renderPhotos: (stepNo: number, step: Step) => ReactNode
  /** Beside a step's name. */
  mark?: (stepNo: number) => ReactNode
  onChange: (steps: Step[]) => void
  /** Finishing a step is the main action of the view until all required entries are made. */
  main: boolean
}

/** One step is expanded at a time, by default the first open one. */
export function StepList({ steps, countPhotos, renderPhotos, mark, onChange, main }: StepListProps) {
  const current = steps.findIndex(({ done }) => !done)
  const [chosen, setChosen] = useState<number | null>(null)
  const openAt = chosen ?? current
  const change = (index: number, step: Step) =>
    onChange(steps.map((each, at) => (at === index ? step : each)))
  const tick = (index: number, done: boolean) => {
    change(index, tickStep(steps[index]!, done))
    setChosen(null)
  }
  return (
    <ol className={css.steps}>
      {steps.map((step, index) => (
        <li key={step.name} className={index === openAt ? `${css.step} ${css.open}` : css.step}>
          <button
            type="button"
            className={css.stepHead}
            aria-expanded={index === openAt}
            onClick={() => setChosen(index === openAt ? -1 : index)}
          >
            <DoneMark done={step.done} current={index === openAt} />
            <span className="grow">
              {index + 1}. {step.name}
            </span>
            {!step.done && step.required && <span className="tag">必做</span>}
            {step.needValue && !step.value && <span className="tag">须填数值</span>}
            {mark?.(index + 1)}
            <PhotoTag step={step} {...countPhotos(index + 1)} />
            {step.done && step.value && <span className="t2">{step.value}</span>}
            {step.doneAt && <time className="t3">{step.doneAt.slice(11, 16)}</time>}
          </button>
          {/* Folded away, not taken away: uploads of a step go on beside the next step. */}
          <div hidden={index !== openAt}>{renderPhotos(index + 1, step)}</div>
          {index === openAt && (
            <StepFields
              step={step}
              main={main}
              onChange={(next) => change(index, next)}
              onTick={(done) => tick(index, done)}
            />
          )}
        </li>
      ))}
    </ol>
  )
}

function PhotoTag({ step, count, awaited }: { step: Step; count: number; awaited: number }) {
  if (awaited > 0) return <span className="tag">{awaited} 张待上传</span>
  if (count > 0) return <span className="t3">{count} 张照片</span>
  return step.needPhoto && <span className="tag">须拍照</span>
}

type StepFieldsProps = {
  step: Step
  main: boolean
  onChange: (step: Step) => void
  onTick: (done: boolean) => void
}

function StepFields({ step, main, onChange, onTick }: StepFieldsProps) {
  const valueMissing = step.needValue && !step.value.trim()
  return (
    <div className={css.stepFields}>
      <div className={css.pair}>
        {step.needValue && (
          <PlainField
            label="数值"
            className={css.value}
            required
            maxLength={50}
            placeholder="测得的数值和单位"
            value={step.value}
            onChange={(value) => onChange({ ...step, value })}
          />
        )}
        <PlainField
          label="备注"
          className="grow"
          maxLength={200}
          placeholder="可不填"
          value={step.note}
          onChange={(note) => onChange({ ...step, note })}
        />
      </div>
      {step.done ? (
        <Button repeatMs={0} onClick={() => onTick(false)}>
          撤销完成
        </Button>
      ) : (
        <Button
          kind={main ? 'pri' : undefined}
          icon={Check}
          repeatMs={0}
          refusal={valueMissing ? '请先填写数值' : null}
          onClick={() => onTick(true)}
        >
          完成本步
        </Button>
      )}
    </div>
  )
}
