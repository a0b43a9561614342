import { approvalCalls, MOST_OPINION } from '@heliodesk/contract/approvals.ts'
import { stepOperations } from '@heliodesk/contract/process-file.ts'
import { Check, Paperclip } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../../kit/Button.tsx'
import { ButtonGroup, type GroupAction } from '../../kit/ButtonGroup.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { CountedTextarea } from '../../kit/CountedTextarea.tsx'
import { Field, focusFirstError } from '../../kit/Field.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { useUnsaved } from '../../kit/use-unsaved.ts'
import type { UploadedFile } from '../../kit/use-uploads.ts'
import type { Instance, OpenStep } from './approval.ts'
import { PhrasesMenu } from './PhrasesMenu.tsx'
import { AddSignerDialog, GiveBackDialog, TransferDialog } from './StepDialogs.tsx'
import { ProcessFilesField } from './ProcessFields.tsx'
import css from './approvals.module.css'

type DecideBarProps = { instance: Instance; step: OpenStep; onDone: (() => void) | null }

/** The user decides their open step, or leaves it to others. */
export function DecideBar({ instance, step, onDone }: DecideBarProps) {
  const phone = usePhone()
  const [opinion, setOpinion] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [files, setFiles] = useState<readonly UploadedFile[]>([])
  const [attaching, setAttaching] = useState(false)
  const [uploading, setUploading] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const { processInstanceId, title } = instance
  const { taskId } = step
  const complete = useSaving(approvalCalls.complete, {
    said: (_answer, { outcome }) => [outcome === 'approve' ? '已同意' : '已提交不同意', title],
    onSaved: () => onDone?.(),
  })
  const claim = useSaving(approvalCalls.claim, { said: () => ['已签收', title] })
  useUnsaved((opinion !== '' || files.length > 0) && !complete.done)
  const overlayed = { instance, step, onDone }
  const { show, shown } = useOverlays({
    giveBack: (overlay) => <GiveBackDialog {...overlay} {...overlayed} />,
    transfer: (overlay) => <TransferDialog {...overlay} {...overlayed} />,
    addSigner: (overlay) => <AddSignerDialog {...overlay} {...overlayed} />,
  })
  const decide = (outcome: 'approve' | 'reject') => {
    const said = opinion.trim()
    const wrong = uploading
      ? '附件还在上传'
      : said.length > MOST_OPINION
        ? `最多允许输入${MOST_OPINION}个字符`
        : outcome === 'reject' && said === ''
          ? '不同意时请填写意见'
          : null
    setFault(wrong)
    if (wrong) requestAnimationFrame(() => focusFirstError(bar.current))
    else
      complete.send({
        processInstanceId,
        taskId,
        outcome,
        opinion: said,
        files: files.map(({ path }) => path),
      })
  }
  const actions: GroupAction[] = [
    {
      key: 'approve',
      title: '同意',
      icon: Check,
      primary: true,
      busy: complete.busy,
      run: () => decide('approve'),
    },
    { key: 'reject', title: '不同意', busy: complete.busy, run: () => decide('reject') },
    ...(instance.returnTargets.length > 0
      ? [{ key: 'giveBack', title: '退回', run: () => show('giveBack') }]
      : []),
    ...(step.isOffered
      ? [
          {
            key: 'claim',
            title: '签收',
            busy: claim.busy,
            run: () => claim.send({ processInstanceId, taskId }),
          },
        ]
      : []),
    ...(['transfer', 'addSigner'] as const).flatMap((key) =>
      step.denied.includes(key) ? [] : [{ key, title: stepOperations[key], run: () => show(key) }],
    ),
  ]
  const write = (text: string) => {
    setOpinion(text)
    setFault(null)
  }
  const approveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || complete.busy) return
    event.preventDefault()
    decide('approve')
  }
  return (
    <div
      className={`touch-send ${css.decide}`}
      ref={bar}
      role="group"
      aria-label={`办理${step.name}`}
      onKeyDown={approveByKey}
    >
      <Field label="意见" bare error={fault}>
        {(control) => (
          <CountedTextarea
            {...control}
            value={opinion}
            max={MOST_OPINION}
            rows={2}
            placeholder="意见（不同意时必填）"
            onChange={write}
          />
        )}
      </Field>
      {attaching && <ProcessFilesField value={files} onChange={setFiles} onBusy={setUploading} />}
      <div className={`touch-row ${css.help}`}>
        <PhrasesMenu
          onPick={(phrase) => write(opinion.trim() === '' ? phrase : `${opinion.trim()}，${phrase}`)}
        />
        {!attaching && (
          <Button size="sm" kind="txt" icon={Paperclip} onClick={() => setAttaching(true)}>
            附件
          </Button>
        )}
        <span className={`t3 s12 ${css.keys}`}>Ctrl + Enter 同意{onDone && '，办完自动到下一项'}</span>
      </div>
      <CommandAlert error={complete.error ?? claim.error} />
      <ButtonGroup limit={phone ? 2 : actions.length} actions={actions} label="更多办理方式" />
      {shown}
    </div>
  )
}
