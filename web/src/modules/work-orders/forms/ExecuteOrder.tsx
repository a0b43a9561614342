import { APPEARANCE, missingInSheet } from '@heliodesk/contract/appearance-score.ts'
import { appearanceSheetCalls } from '@heliodesk/contract/appearance-sheet.ts'
import { inShort, orderActions, refusalOf, type Missing } from '@heliodesk/contract/work-order-rules.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import dayjs from 'dayjs'
import { Lock } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useField } from '../../../domain/field/field-store.ts'
import { Button } from '../../../kit/Button.tsx'
import { FormDrawer } from '../../../kit/Drawers.tsx'
import { ErrorCard } from '../../../kit/States.tsx'
import { useLate } from '../../../kit/use-late.ts'
import { usePhone } from '../../../kit/use-phone.ts'
import { keepsAnswers } from '../../../lib/kept/read.ts'
import { useCan } from '../../../lib/permission.tsx'
import { useCall } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import { CommandAlert } from '../../../kit/CommandAlert.tsx'
import { awaitedInShort } from '../AwaitedPhotos.tsx'
import { useExecute, useSeenOrder } from '../commands.ts'
import { FieldExecution } from '../field/FieldExecution.tsx'
import type { OrderDetail } from '../order.ts'
import {
  asksForExecution,
  asksForHours,
  draftOf,
  missingFrom,
  sentFrom,
  wrongForSave,
  type ExecutionDraft,
} from './execution.ts'
import { ExecutionNotices } from './ExecutionNotices.tsx'
import { ExecutionNote, Hours, Prerequisites, Steps } from './ExecutionSections.tsx'
import { HoursEditor } from './HoursEditor.tsx'
import { dropDraft, keepDraft, readDraft } from './kept-draft.ts'
import { StepPhotos } from './StepPhotos.tsx'
import css from './order-forms.module.css'

type ExecuteOrderProps = { id: string; open: boolean; onClose: () => void; onSubmitted: () => void }

/** The executor's form: loads the order, then shows the fields. */
export function ExecuteOrder({ id, open, onClose, onSubmitted }: ExecuteOrderProps) {
  const detail = useCall(workOrderCalls.detail, { id })
  const order = detail.data?.id === id ? detail.data : null
  const isInField = useInField(id)
  // The form keeps the order as it was opened; it reloads newer versions only on request.
  const [opened, setOpened] = useState<OrderDetail | null>(null)
  if (order && opened?.id !== id && !detail.isFetching) setOpened(order)
  const late = useLate(opened === null)
  if (order && isInField)
    return <FieldExecution key={id} order={order} open={open} onClose={onClose} onSubmitted={onSubmitted} />
  if (opened?.id === id && isInField === false) {
    return (
      <ExecutionForm
        key={id}
        order={opened}
        photos={(order ?? opened).photoList}
        awaited={(order ?? opened).awaitedPhotoList}
        open={open}
        onClose={onClose}
        onSubmitted={onSubmitted}
      />
    )
  }
  return (
    <FormDrawer open={open} title="填写执行" onClose={onClose} actions={null}>
      {detail.error ? (
        <ErrorCard title="工单没有取到" error={detail.error} onRetry={() => void detail.refetch()} />
      ) : (
        late && <div className="sk" style={{ height: 160 }} role="status" aria-label="正在加载" />
      )}
    </FormDrawer>
  )
}

/**
 * Whether the work is kept on this phone act by act; null until that is known. An open form stays what it is when the
 * window becomes wider or narrower: its entries are another's.
 */
function useInField(id: string): boolean | null {
  const isPhone = usePhone()
  const mayWork = useCan('order:execute')
  const { isReady, outbox } = useField()
  const [known, setKnown] = useState<{ id: string; isInField: boolean } | null>(null)
  const isKnown = !isPhone || !mayWork || !keepsAnswers() || isReady
  if (known?.id !== id && isKnown) setKnown({ id, isInField: isPhone && outbox !== null })
  return known?.id === id ? known.isInField : null
}

type ExecutionFormProps = Omit<ExecuteOrderProps, 'id'> & {
  order: OrderDetail
  /** As they are now: photos are stored apart from the other entries. */
  photos: OrderDetail['photoList']
  awaited: OrderDetail['awaitedPhotoList']
}

function ExecutionForm({ order: opened, photos, awaited, open, onClose, onSubmitted }: ExecutionFormProps) {
  const userId = useSession(({ user }) => user?.id ?? '')
  const saving = useExecute({
    taskType: opened.taskType,
    said: ({ workCode }, { submit }) => [submit ? '工单已提交验收' : '已保存', workCode],
    onSaved: (row, { submit }) => {
      work.saved()
      saw(row)
      if (submit) onSubmitted()
    },
  })
  const { seen: order, look, saw, error } = useSeenOrder(opened, saving)
  const work = useExecutionDraft(opened, order.version)
  const { draft, change } = work
  const refusal = refusalOf('save', order, userId)
  const wrong = wrongForSave(draft)
  const missing = [...useMissingInSheet(opened), ...missingFrom(opened, draft, photos)]
  const uploading = useBusySteps()
  const send = (submit: boolean) => {
    work.sending()
    saving.send({ id: order.id, version: order.version, submit, ...sentFrom(draft) })
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
      dirty={work.dirty || uploading.steps.size > 0}
      keptNote={
        work.keptAt === null || uploading.steps.size > 0 ? undefined : '填写已存在本机，下次打开会恢复。'
      }
      onClose={onClose}
      notice={
        <>
          <CommandAlert error={error} refusal={refusal} onRefresh={look} />
          <MissingEntries list={missing} keptAt={work.keptAt} />
        </>
      }
      actions={
        <>
          <Button busy={saving.busy} refusal={refusal ?? wrong[0]} onClick={() => send(false)}>
            {orderActions.save.title}
          </Button>
          <Button
            kind={missing.length === 0 ? 'pri' : undefined}
            busy={saving.busy}
            refusal={refusal ?? whyNotYet(missing, uploading.steps, awaited)}
            onClick={() => send(true)}
          >
            {orderActions.submit.title}
          </Button>
        </>
      }
    >
      <ExecutionNotices
        order={opened}
        kept={work.restored}
        storageFull={work.storageFull}
        onDiscard={work.discard}
      />
      <div className={css.execution}>
        <Prerequisites
          list={draft.prerequisiteList}
          onChange={(prerequisiteList) => change({ prerequisiteList })}
        />
        <Steps
          steps={draft.stepList}
          countPhotos={(stepNo) => ({
            count: ofStep(photos, stepNo).length,
            awaited: ofStep(awaited, stepNo).filter(({ holdsUp }) => holdsUp).length,
          })}
          renderPhotos={(stepNo, step) => (
            <StepPhotos
              order={opened}
              stepNo={stepNo}
              required={step.needPhoto}
              photos={ofStep(photos, stepNo)}
              awaited={ofStep(awaited, stepNo)}
              onBusy={uploading.onBusy}
            />
          )}
          main={missing.length > 0}
          onChange={(stepList) => change({ stepList })}
        />
        {asksForHours(opened) && (
          <Hours rows={draft.workHoursList}>
            <HoursEditor
              order={opened}
              rows={draft.workHoursList}
              onChange={(workHoursList) => change({ workHoursList })}
            />
          </Hours>
        )}
        {asksForExecution(opened) && (
          <ExecutionNote
            value={draft.executionNote}
            onChange={(executionNote) => change({ executionNote })}
          />
        )}
      </div>
    </FormDrawer>
  )
}

/** Of these photos, those of a step. */
const ofStep = <P extends { stepNo: number; part?: string }>(photos: readonly P[], stepNo: number): P[] =>
  photos.filter((photo) => photo.stepNo === stepNo && (photo.part ?? 'step') === 'step')

/** What the sheet of an appearance order lacks; the server says so if it cannot be read here. */
function useMissingInSheet({ id, taskType }: OrderDetail): Missing[] {
  const sheet = useCall(appearanceSheetCalls.sheet, { orderId: id }, { enabled: taskType === APPEARANCE })
  const rows = sheet.data?.rowList ?? []
  return missingInSheet(rows.map((row) => ({ ...row, photos: row.uploadFileList.length })))
}

/** The steps whose photos are on their way. */
function useBusySteps() {
  const [steps, setSteps] = useState<ReadonlySet<number>>(new Set())
  const onBusy = useCallback(
    (stepNo: number, busy: boolean) =>
      setSteps((before) => {
        if (before.has(stepNo) === busy) return before
        const after = new Set(before)
        if (busy) after.add(stepNo)
        else after.delete(stepNo)
        return after
      }),
    [],
  )
  return { steps, onBusy }
}

function whyNotYet(
  missing: readonly Missing[],
  uploading: ReadonlySet<number>,
  awaited: OrderDetail['awaitedPhotoList'],
): string | null {
  if (uploading.size > 0) return '有照片还没有传完，请稍候；失败的请重试或移除'
  if (missing.length > 0) return `还不能提交，${inShort(missing)}`
  const onPhones = awaitedInShort(awaited)
  return onPhones && `还不能提交，${onPhones}`
}

/** The missing entries for a submission: counted, and the full list when expanded. */
function MissingEntries({ list, keptAt }: { list: readonly Missing[]; keptAt: number | null }) {
  return (
    <div className={css.missing}>
      {list.length > 0 && <Lock className="i s" aria-hidden />}
      {list.length === 0 && <span className="grow">已填写完整，可以提交验收</span>}
      {list.length > 0 && (
        <details className="grow">
          <summary>{inShort(list)}</summary>
          <ul>
            {list.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      )}
      {keptAt !== null && <span className={`t3 ${css.t3}`}>本机已存 {dayjs(keptAt).format('HH:mm')}</span>}
    </div>
  )
}

/**
 * The form's entries: every change is stored on this device at once, so that a lost connection or a closed browser
 * loses nothing; the stored entries are restored when the form opens.
 */
function useExecutionDraft(opened: OrderDetail, version: number) {
  const [fromServer, setFromServer] = useState(() => draftOf(opened))
  const [restored, setRestored] = useState(() => newer(readDraft(opened.id), fromServer))
  const [draft, setDraft] = useState<ExecutionDraft>(restored?.draft ?? fromServer)
  const [keptAt, setKeptAt] = useState<number | null>(restored?.savedAt ?? null)
  const [storageFull, setStorageFull] = useState(false)
  const sent = useRef(draft)
  const keep = async (next: ExecutionDraft) => {
    const savedAt = Date.now()
    const keeping = await keepDraft(opened.id, { version, savedAt, draft: next })
    // Meanwhile it may have been saved, or given up.
    if (readDraft(opened.id)?.savedAt !== savedAt) return
    setKeptAt(keeping === 'kept' ? savedAt : null)
    setStorageFull(keeping === 'full')
  }
  const settle = (next: ExecutionDraft) => {
    dropDraft(opened.id)
    setFromServer(next)
    setRestored(null)
    setKeptAt(null)
  }
  return {
    draft,
    dirty: !same(draft, fromServer),
    restored,
    keptAt,
    storageFull,
    change: (part: Partial<ExecutionDraft>) => {
      const next = { ...draft, ...part }
      setDraft(next)
      void keep(next)
    },
    sending: () => {
      sent.current = draft
    },
    /** The sent entries are on the server; later changes remain unsaved. */
    saved: () => {
      settle(sent.current)
      if (!same(draft, sent.current)) void keep(draft)
    },
    discard: () => {
      settle(fromServer)
      setDraft(fromServer)
    },
  }
}

const same = (one: ExecutionDraft, other: ExecutionDraft) => JSON.stringify(one) === JSON.stringify(other)

const newer = (kept: ReturnType<typeof readDraft>, fromServer: ExecutionDraft) =>
  kept && !same(kept.draft, fromServer) ? kept : null
