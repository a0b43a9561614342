import { MOST_OPINION } from '@heliodesk/contract/approvals.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { processRuntimeCalls } from '@heliodesk/contract/process-runtime.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { CommandAlert } from '../../../kit/CommandAlert.tsx'
import { DialogButtons } from '../../../kit/DialogButtons.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { formatNumber } from '../../../kit/format.ts'
import { Reading } from '../../../kit/Reading.tsx'
import { Empty } from '../../../kit/States.tsx'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { saveBlob } from '../../../lib/download.ts'
import { useCall } from '../../../lib/queries.ts'
import { versionName, type VersionCount } from './instance-list.tsx'
import css from './instances.module.css'

type Preview = Received<typeof processRuntimeCalls.previewMigration>

/** The node of the new version by that of the old one. */
type Mapping = ReadonlyMap<string, string>

type MigrateDialogProps = OverlayProps & {
  from: VersionCount
  /** All running instances of the version, by default. */
  ids: readonly string[] | null
}

/** Carries instances over to another version: to which, what takes the place of what, who cannot, and how it went. */
export function MigrateDialog({ from, ids, ...overlay }: MigrateDialogProps) {
  const definitions = useCall(workflowCalls.definitions, {})
  const [started, setStarted] = useState<string | null>(null)
  if (started !== null) return <Result {...overlay} from={from} migrationId={started} />
  return (
    <Reading read={definitions} name="流程版本">
      {(all) => (
        <Choosing
          {...overlay}
          from={from}
          ids={ids}
          targets={(all.find(({ key }) => key === from.key)?.versions ?? [])
            .filter(({ id }) => id !== from.definitionId)
            .map(({ id, version, active }) => ({
              value: id,
              label: `第 ${version} 版${active ? '' : '（已停用）'}`,
            }))}
          onStarted={setStarted}
        />
      )}
    </Reading>
  )
}

type ChoosingProps = MigrateDialogProps & {
  targets: readonly { value: string; label: string }[]
  onStarted: (migrationId: string) => void
}

function Choosing({ open, onClose, from, ids, targets, onStarted }: ChoosingProps) {
  const [toId, setToId] = useState(targets[0]?.value)
  const [mapping, setMapping] = useState<Mapping>(new Map())
  const [reason, setReason] = useState('')
  const wanted = {
    fromId: from.definitionId,
    toId: toId ?? '',
    mapping: [...mapping].map(([old, next]) => ({ from: old, to: next })),
    ...(ids && { processInstanceIds: [...ids] }),
  }
  const preview = useCall(processRuntimeCalls.previewMigration, wanted, {
    enabled: toId !== undefined,
    refetchOnMount: 'always',
  })
  const saving = useSaving(processRuntimeCalls.migrate, {
    onSaved: ({ migrationId }) => onStarted(migrationId),
  })
  const { data } = preview
  const refusal =
    toId === undefined
      ? '该流程没有其他版本'
      : !data || preview.isPlaceholderData
        ? '正在检查'
        : data.able === 0
          ? '没有能换版的流程'
          : reason.trim() === ''
            ? '请填写原因'
            : null
  return (
    <Dialog
      open={open}
      title={`换版：${versionName(from)}`}
      width={680}
      typed
      onClose={onClose}
      buttons={
        <DialogButtons
          onCancel={onClose}
          verb={data && data.able > 0 ? `换版 ${formatNumber(data.able)} 个` : '换版'}
          busy={saving.busy}
          refusal={refusal}
          onConfirm={() => saving.send({ ...wanted, auditOpinion: reason.trim() })}
        />
      }
    >
      {targets.length === 0 ? (
        <Empty title="该流程没有其他版本" text="先在“流程定义”中部署新版本，再把进行中的流程换过去" />
      ) : (
        <div className={css.migrate}>
          <SelectField
            label="换到"
            required
            choices={targets}
            value={toId}
            onChange={(next) => {
              setToId(next)
              setMapping(new Map())
            }}
          />
          <Reading read={preview} name="检查结果" height={80} keepsOld>
            {(found) => (
              <>
                <Matching found={found} mapping={mapping} onChange={setMapping} />
                <p role="status">
                  共 {formatNumber(found.total)} 个进行中的流程，<b>{formatNumber(found.able)} 个能换版</b>
                  {found.able < found.total && `，${formatNumber(found.total - found.able)} 个不能`}
                </p>
                <Refused
                  name={`${from.name}不能换版.csv`}
                  rows={found.refused.map(({ processInstanceId, title, reasons }) => ({
                    id: processInstanceId,
                    title,
                    reason: reasons.join('；'),
                  }))}
                />
              </>
            )}
          </Reading>
          <LongTextField
            label="原因"
            required
            value={reason}
            onChange={setReason}
            max={MOST_OPINION}
            rows={2}
            mostRows={4}
            placeholder="记入每个流程的办理记录"
          />
        </div>
      )}
      <CommandAlert error={saving.error} />
    </Dialog>
  )
}

type MatchingProps = {
  found: Preview
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

/** What takes the place of the steps that the new version has not. */
function Matching({ found: { unmatched, targets }, mapping, onChange }: MatchingProps) {
  if (unmatched.length === 0) return null
  return (
    <fieldset className={css.matching}>
      <legend>新版本中没有的环节，由哪个环节接替</legend>
      {unmatched.map(({ node, name, kind }) => (
        <SelectField
          key={node}
          label={`${name}（${kind}）`}
          allowClear
          placeholder="不接替：停在此处的流程不换版"
          choices={targets
            .filter((each) => each.kind === kind)
            .map((each) => ({ value: each.node, label: each.name }))}
          value={mapping.get(node)}
          onChange={(next) => {
            const others = [...mapping].filter(([old]) => old !== node)
            onChange(new Map(next === undefined ? others : [...others, [node, next]]))
          }}
        />
      ))}
    </fieldset>
  )
}

type RefusedRow = { id: string; title: string; reason: string }

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

function Refused({ name, rows }: { name: string; rows: readonly RefusedRow[] }) {
  if (rows.length === 0) return null
  const save = () => {
    const lines = rows.map(({ id, title, reason }) => [id, quoted(title), quoted(reason)].join(','))
    saveBlob(
      new Blob([`\ufeff流程编号,标题,原因\r\n${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' }),
      name,
    )
  }
  return (
    <div className={css.refused}>
      <div className="row">
        <b className="grow">不能换版的流程</b>
        <Button size="sm" icon={Download} onClick={save}>
          导出
        </Button>
      </div>
      <ul>
        {rows.map(({ id, title, reason }) => (
          <li key={id}>
            {title}
            <span className={css.why}>{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const POLL_MS = 1500

/** How the migration goes, row by row in the background. */
function Result({
  open,
  onClose,
  from,
  migrationId,
}: OverlayProps & { from: VersionCount; migrationId: string }) {
  const [isDone, setDone] = useState(false)
  const result = useCall(
    processRuntimeCalls.migration,
    { migrationId },
    isDone ? {} : { refetchInterval: POLL_MS },
  )
  if (result.data && result.data.waiting === 0 && !isDone) setDone(true)
  return (
    <Dialog
      open={open}
      title={`换版：${versionName(from)}`}
      width={680}
      onClose={onClose}
      buttons={<Button onClick={onClose}>{isDone ? '关闭' : '关闭，在后台继续'}</Button>}
    >
      <Reading read={result} name="换版结果" height={80} keepsOld>
        {({ total, waiting, done, refused, rows }) => (
          <div className={css.migrate}>
            <p role="status">
              {waiting > 0 ? `正在换版，还有 ${formatNumber(waiting)} 个` : '换版已完成'}：共{' '}
              {formatNumber(total)} 个，成功 {formatNumber(done)} 个
              {refused > 0 && <b className="err">，{formatNumber(refused)} 个没有换版</b>}
            </p>
            <Refused
              name={`${from.name}没有换版.csv`}
              rows={rows.map(({ processInstanceId, title, reason }) => ({
                id: processInstanceId,
                title,
                reason: reason ?? '',
              }))}
            />
          </div>
        )}
      </Reading>
    </Dialog>
  )
}
