import { newProcess, workflowCalls } from '@heliodesk/contract/workflow.ts'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { FileButton } from '../../../kit/FileButton.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import { FieldsDrawer } from '../../../kit/FieldsDrawer.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { useForm } from '../../../kit/use-form.ts'
import { useSaving } from '../../../kit/use-saving.ts'
import { notify } from '../../../lib/notices.ts'
import { useSearchBy } from '../../../lib/pinyin.ts'
import { readProcessFile, type ProcessDefinition } from '../process.ts'

const STARTS = { simple: '一个审批环节', copy: '复制已有流程', file: '流程文件' }

type NewProcessDialogProps = {
  open: boolean
  onClose: () => void
  processes: readonly ProcessDefinition[]
  onAdded: (key: string) => void
}

/** A new process: with one step, as a copy of another, or from a file. */
export function NewProcessDialog({ open, onClose, processes, onAdded }: NewProcessDialogProps) {
  const search = useSearchBy('label')
  const form = useForm(newProcess, {})
  const [start, setStart] = useState<keyof typeof STARTS>('simple')
  const [file, setFile] = useState<{ name: string } | { refusal: string } | null>(null)
  const take = async (chosen: File) => {
    const read = await readProcessFile(chosen)
    setFile(read)
    form.set('xml', 'xml' in read ? read.xml : undefined)
  }
  const missing =
    start === 'copy' && !form.values.copyOf
      ? '请选择要复制的流程'
      : start === 'file' && !form.values.xml
        ? '请选择流程文件'
        : null
  const saving = useSaving(workflowCalls.addProcess, {
    form,
    faults: { 'process_draft.key': ['key'], 'process_draft.exists': ['key'] },
    onClose,
    onSaved: ({ unread }, { key }) => {
      if (unread.length > 0)
        notify({
          kind: 'warning',
          title: `文件中有 ${unread.length} 处没有导入`,
          text: unread.join('；'),
          seconds: 12,
        })
      onAdded(key)
    },
  })
  return (
    <FieldsDrawer
      open={open}
      onClose={onClose}
      title="新建流程"
      verb="开始设计"
      form={form}
      saving={saving}
      refusal={missing}
      onSend={saving.send}
    >
      <TextField {...form.field('name')} label="流程名称" required autoFocus placeholder="如 用印申请" />
      <TextField
        {...form.field('key')}
        label="流程编码"
        required
        code
        placeholder="如 seal_use"
        hint="其他功能凭它发起流程，之后不能修改"
      />
      <div className="field wide">
        <span>从什么开始</span>
        <Segments
          label="从什么开始"
          choices={STARTS}
          value={start}
          onChange={(chosen) => {
            setStart(chosen)
            setFile(null)
            form.set('copyOf', undefined)
            form.set('xml', undefined)
          }}
        />
      </div>
      {start === 'copy' && (
        <SelectField
          {...form.field('copyOf')}
          label="复制自"
          showSearch={search}
          choices={processes.map(({ key, name }) => ({ value: key, label: name }))}
        />
      )}
      {start === 'file' && (
        <div className="field wide">
          <span className="row">
            <FileButton
              icon={FileUp}
              verb="选择文件"
              label="从流程文件开始"
              accept=".bpmn,.xml"
              onFile={(chosen) => void take(chosen)}
            />
            {file && 'name' in file && <span className="ell">{file.name}</span>}
          </span>
          {file && 'refusal' in file && (
            <div className="note bad" role="alert">
              {file.refusal}
            </div>
          )}
        </div>
      )}
    </FieldsDrawer>
  )
}
