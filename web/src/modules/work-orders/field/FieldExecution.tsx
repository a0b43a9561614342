import { inShort, refusalOf } from '@heliodesk/contract/work-order-rules.ts'
import { Switch } from 'antd'
import { Lock } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState, type FocusEvent } from 'react'
import type { Act } from '../../../domain/field/acts.ts'
import { doInField } from '../../../domain/field/do-in-field.ts'
import { useField } from '../../../domain/field/field-store.ts'
import { fieldState } from '../../../domain/field/field-state.ts'
import { Button } from '../../../kit/Button.tsx'
import { CommandAlert } from '../../../kit/CommandAlert.tsx'
import { FormDrawer } from '../../../kit/Drawers.tsx'
import { useOnline } from '../../../kit/use-online.ts'
import { hasLine } from '../../../lib/line.ts'
import { notify } from '../../../lib/notices.ts'
import { useSession } from '../../../lib/session.ts'
import { ExecutionNotices } from '../forms/ExecutionNotices.tsx'
import { ExecutionNote, Hours, Prerequisites, Steps } from '../forms/ExecutionSections.tsx'
import { asksForExecution, asksForHours, draftOf, missingFrom, type Step } from '../forms/execution.ts'
import type { OrderDetail } from '../order.ts'
import { FieldHours } from './FieldHours.tsx'
import { FieldSignatures } from './FieldSignatures.tsx'
import { useSigning } from './use-signing.tsx'
import { chooseShrinks, useShrinks } from '../../../domain/field/shrink.ts'
import { FieldPhotos } from './FieldPhotos.tsx'
import { asLeft } from '../../../domain/field/left.ts'
import formCss from '../forms/order-forms.module.css'
import css from './field-execution.module.css'

type FieldExecutionProps = {
  /** As the server said it last. */
  order: OrderDetail
  open: boolean
  onClose: () => void
  onSubmitted: () => void
}

/**
 * The work of an order on a phone: what is done is kept on this device at once and sent from there, with a signal or
 * later. Nothing waits to be saved.
 */
export function FieldExecution({ order: known, open, onClose, onSubmitted }: FieldExecutionProps) {
  const book = useField((state) => state.book)
  const left = asLeft(known, book)
  const { order, waiting, photos: here, elsewhere, isSubmitted } = left
  const work = useWork(order)
  const photos = [...order.photoList, ...order.filmList]
  // A film is no photo that a step asks for.
  const allPhotos = [...order.photoList, ...here.filter(({ film }) => film === null)]
  const signing = useSigning(order)
  const userId = useSession(({ user }) => user?.id ?? '')
  const refusal = isSubmitted ? '已提交，等待送达' : refusalOf('save', order, userId)
  const missing = missingFrom(order, { ...draftOf(order), stepList: work.steps }, allPhotos)
  const submit = async () => {
    if (signing.mustSign) return signing.ask({ role: 'executor', next: () => void send() })
    await send()
  }
  const send = async () => {
    if (!(await work.act({ act: 'submit', given: {} }))) return
    notify(
      hasLine()
        ? { kind: 'success', title: '已提交验收' }
        : { kind: 'success', title: '提交已存本机', text: '联网后按顺序发送' },
    )
    onSubmitted()
  }
  return (
    <FormDrawer
      inAddress
      open={open}
      title="填写执行"
      label={
        <span className="t3 ell">
          {order.psName} · {order.taskDescription}
        </span>
      }
      onClose={() => {
        void work.keepTyped()
        onClose()
      }}
      notice={
        <>
          <CommandAlert error={null} refusal={refusal} />
          <Missing order={order} missing={missing} />
        </>
      }
      actions={
        <Button
          kind="pri"
          refusal={refusal ?? (missing.length > 0 ? `还不能提交，${inShort(missing)}` : null)}
          onClick={() => void submit()}
        >
          {isSubmitted ? '已提交，等待送达' : '提交验收'}
        </Button>
      }
    >
      <ExecutionNotices
        order={order}
        kept={null}
        storageFull={false}
        whenOnline="联网后按顺序自动上传，不用再保存。"
        onDiscard={() => {}}
      />
      {signing.sheet}
      <div className={formCss.execution}>
        <Prerequisites list={order.prerequisiteList} onChange={work.changePrerequisites} />
        {order.stepList.length > 0 && <ShrinkChoice />}
        <Steps
          steps={work.steps}
          countPhotos={(stepNo) => ({
            count: allPhotos.filter((photo) => photo.stepNo === stepNo).length,
            awaited: elsewhere.filter((photo) => photo.stepNo === stepNo && photo.holdsUp).length,
          })}
          mark={(stepNo) => waiting.has(stepNo) && <span className="tag">在本机</span>}
          renderPhotos={(stepNo, step) => (
            <FieldPhotos
              orderId={order.id}
              stepNo={stepNo}
              required={step.needPhoto}
              photos={photos.filter((photo) => photo.stepNo === stepNo)}
              here={here.filter((photo) => photo.stepNo === stepNo)}
              elsewhere={elsewhere.filter((photo) => photo.stepNo === stepNo)}
            />
          )}
          main={missing.length > 0}
          onChange={work.changeSteps}
          onBlur={work.leaveSteps}
        />
        {asksForHours(order) && (
          <Hours rows={order.workHoursList}>
            <FieldHours order={order} onAdd={(given) => work.act({ act: 'hours', given })} />
          </Hours>
        )}
        {asksForExecution(order) && (
          <ExecutionNote value={work.note} onChange={work.setNote} onBlur={() => void work.keepTyped()} />
        )}
        <FieldSignatures
          list={order.signatureList}
          refusal={isSubmitted ? refusal : null}
          onSign={(role) => signing.ask({ role })}
        />
      </div>
    </FormDrawer>
  )
}

/** Whether photos are made smaller before they go; the person's choice on this device. */
function ShrinkChoice() {
  const id = useId()
  const on = useShrinks()
  return (
    <div className={css.shrink}>
      <Switch id={id} checked={on} onChange={chooseShrinks} />
      <label htmlFor={id}>
        压缩后上传
        <small className="t3">1 MB 以上的照片缩小后上传，同时登记原图的校验值</small>
      </label>
    </div>
  )
}

/** What is missing, and where what was done stands. */
function Missing({ order, missing }: { order: OrderDetail; missing: ReturnType<typeof missingFrom> }) {
  const { book, progress } = useField()
  const isOnline = useOnline()
  const rows = new Map([...book.rows].filter(([, { lane }]) => lane === order.id))
  const photos = new Map([...book.photos].filter(([, { lane }]) => lane === order.id))
  const { text } = fieldState({ ...book, rows, photos }, progress, isOnline)
  return (
    <div className={formCss.missing}>
      {missing.length > 0 && <Lock className="i s" aria-hidden />}
      <span className="grow">{missing.length > 0 ? inShort(missing) : '已填写完整，可以提交验收'}</span>
      <span className={`t3 ${css.stands}`} role="status">
        {text}
      </span>
    </div>
  )
}

/** Values that are typed are kept when the field is left, the rest at once. */
function useWork(order: OrderDetail) {
  const [typed, setTyped] = useState<ReadonlyMap<number, Pick<Step, 'value' | 'note'>>>(new Map())
  const [typedNote, setTypedNote] = useState<string | null>(null)
  const note = typedNote ?? order.executionNote ?? ''
  const steps = order.stepList.map((step, at) => ({ ...step, ...typed.get(at + 1) }))
  const act = (done: Act) => doInField(order.id, done)
  const keepStep = async (stepNo: number, next: Step) => {
    const base = order.stepList[stepNo - 1]!
    const isKept = await act({
      act: 'step',
      given: {
        stepNo,
        name: base.name,
        done: next.done,
        value: next.value.trim(),
        note: next.note.trim(),
        base: { done: base.done, value: base.value, note: base.note },
      },
    })
    if (!isKept) return
    setTyped((before) => {
      const after = new Map(before)
      after.delete(stepNo)
      return after
    })
  }
  const keepTyped = async () => {
    for (const [stepNo, values] of typed) {
      const base = order.stepList[stepNo - 1]!
      if (base.value !== values.value.trim() || base.note !== values.note.trim())
        await keepStep(stepNo, { ...base, ...values })
    }
    if (typedNote === null) return
    const executionNote = typedNote.trim()
    const base = order.executionNote ?? ''
    if (executionNote !== base && !(await act({ act: 'note', given: { executionNote, base } }))) return
    setTypedNote(null)
  }
  const keepWhenHidden = useEffectEvent(() => {
    if (document.hidden) void keepTyped()
  })
  useEffect(() => {
    const onHidden = () => keepWhenHidden()
    document.addEventListener('visibilitychange', onHidden)
    return () => document.removeEventListener('visibilitychange', onHidden)
  }, [])
  return {
    act,
    steps,
    note,
    keepTyped,
    setNote: setTypedNote,
    changePrerequisites: (next: OrderDetail['prerequisiteList']) => {
      next.forEach(({ name, met }, at) => {
        if (met !== order.prerequisiteList[at]!.met)
          void act({ act: 'prerequisite', given: { no: at + 1, name, met } })
      })
    },
    changeSteps: (next: readonly Step[]) => {
      next.forEach((step, at) => {
        const before = steps[at]!
        if (step.done !== before.done) void keepStep(at + 1, step)
        else if (step !== before)
          setTyped((all) => new Map(all).set(at + 1, { value: step.value, note: step.note }))
      })
    },
    /** Within the list, the button that completes the step keeps what was typed with it. */
    leaveSteps: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget)) void keepTyped()
    },
  }
}
