import { importKinds, type ImportKind } from '@heliodesk/contract/data-import.ts'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { DepartmentSelect } from '../../domain/DepartmentSelect.tsx'
import { Field, REQUIRED } from '../../kit/Field.tsx'
import { Form } from '../../kit/Form.tsx'
import { ColumnGuide } from './ColumnGuide.tsx'
import { FileDrop } from './FileDrop.tsx'
import { fileRefusal } from './import-job.ts'
import { forgetUpload, upload, useUpload } from './upload.ts'
import css from './data-import.module.css'

const about: Record<ImportKind, string> = {
  stations: '一行一座电站',
  events: '一行一次事件，成为已完成的工单',
  generation: '一行一座电站的一天',
  telemetry: '一行一座电站或一台设备的一个时刻',
  devices: '一行一台设备',
  users: '一行一名用户，导入后发放初始密码',
  items: '一行一个巡检项目',
}

const hints: Partial<Record<ImportKind, string>> = {
  generation: '只写入这个部门的电站',
  telemetry: '只写入这个部门的电站',
  devices: '设备所在的电站须属于这个部门或其下级',
  users: '没有填写部门的用户归入这个部门',
  items: '巡检项目全公司通用；部门只记在导入记录中',
}

/** Kinds of import that may update existing records. */
const updatable: ReadonlySet<ImportKind> = new Set(['stations', 'devices'])

export type Choice = { kind: ImportKind; depCode: string | undefined }
export type ChoiceProps = {
  choice: Choice
  /** The kinds that the user may import. */
  kinds: readonly ImportKind[]
  onChoice: (choice: Choice) => void
}

/** The first step: kind, department and file. It imports nothing. */
export function NewImport({ choice, kinds, onChoice }: ChoiceProps) {
  const { kind, depCode } = choice
  const [file, setFile] = useState<File | null>(null)
  const [tried, setTried] = useState(false)
  const [updates, setUpdates] = useState(false)
  const sent = useUpload()
  const sending = sent.state === 'sending' ? sent : null
  const fileError = file ? fileRefusal(file) : tried ? '请选择文件' : null
  const check = () => {
    setTried(true)
    if (file && depCode && !fileRefusal(file))
      void upload(file, { kind, depCode, updates: updatable.has(kind) && updates ? '1' : '0' })
  }
  const chooseFile = (chosen: File | null) => {
    setFile(chosen)
    if (sent.state === 'idle' && sent.error) forgetUpload()
  }
  return (
    <div className={css.newImport}>
      <Form onSend={check}>
        <fieldset className={css.kinds} disabled={sending !== null}>
          <legend>导入类型</legend>
          {kinds.map((each) => (
            <label key={each} className={each === kind ? 'on' : undefined}>
              <input
                type="radio"
                name="kind"
                checked={each === kind}
                onChange={() => onChoice({ ...choice, kind: each })}
              />
              <span>
                <b>{importKinds[each]}</b>
                <small>{about[each]}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <Field
          label="归属部门"
          required
          ask="选择"
          error={tried && !depCode ? REQUIRED : null}
          hint={hints[kind] ?? '新增的电站归入这个部门'}
        >
          {(control) => (
            <DepartmentSelect
              {...control}
              by="orgCode"
              openOnly
              disabled={sending !== null}
              value={depCode}
              onChange={(code) => onChoice({ ...choice, depCode: code })}
            />
          )}
        </Field>
        {updatable.has(kind) && (
          <label className={css.updates}>
            <input
              type="checkbox"
              disabled={sending !== null}
              checked={updates}
              onChange={(event) => setUpdates(event.target.checked)}
            />
            {kind === 'devices' ? '更新设备编码已存在的设备' : '更新外部编号已存在的电站'}
          </label>
        )}
        <Field label="文件" required error={fileError}>
          {(control) => <FileDrop control={control} file={file} onFile={chooseFile} />}
        </Field>
        {sent.state === 'idle' && <CommandAlert error={sent.error} />}
        <div className={`row ${css.go}`}>
          <Button kind="pri" submit busy={sending !== null} repeatMs={0}>
            试运行
          </Button>
          <span className="t3">只检查，不写入；结果确认后才导入</span>
        </div>
      </Form>
      <ColumnGuide kind={kind} />
    </div>
  )
}
