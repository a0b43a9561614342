import { templateCalls } from '@heliodesk/contract/templates.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { CountedTextarea } from '../../kit/CountedTextarea.tsx'
import { Field } from '../../kit/Field.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { FilesInput } from '../../kit/FilesInput.tsx'
import { formatSize } from '../../kit/format.ts'
import { useForm } from '../../kit/use-form.ts'
import { uploadHint, type UploadedFile } from '../../kit/use-uploads.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import { templateViews, type Template } from './template.ts'

type FormProps = {
  /** Null for a new one. */
  template: Template | null
  open: boolean
  onClose: () => void
  /** The template as it is by now; null when it is gone. */
  onReadAgain: (id: string) => Promise<Template | null>
}

const NAME_TAKEN = 'template.name_taken'

const fieldsOf = ({ name, remark }: Template) => ({ name, remark })

/** A new template, or the name and perhaps the next version of one that is there. */
export function TemplateForm({ template, open, onClose, onReadAgain }: FormProps) {
  const [seen, setSeen] = useState(template)
  const [files, setFiles] = useState<UploadedFile[]>([])
  const [uploading, setUploading] = useState(false)
  const form = useForm(templateCalls.save.input, template ? fieldsOf(template) : {})
  const command = useCommand(templateCalls.save, {
    refresh: templateViews,
    errors: 'own',
    onSuccess: ({ name, fileVersion }) => {
      notify({ kind: 'success', title: seen ? '模板已保存' : '模板已上传', text: `${name} V${fileVersion}` })
      onClose()
    },
  })
  const look = async () => {
    const fresh = seen && (await onReadAgain(seen.id))
    command.reset()
    if (fresh) {
      setSeen(fresh)
      form.rebase(fieldsOf(fresh))
    } else {
      notify({ kind: 'warning', title: '模板已被他人删除', text: seen?.name })
      onClose()
    }
  }
  const take = (chosen: UploadedFile[]) => {
    setFiles(chosen)
    form.set('path', chosen[0]?.path)
    const stem = chosen[0]?.name.replace(/\.[^.]+$/, '')
    if (stem && !form.values.name) form.set('name', stem.slice(0, 100))
  }
  const taken = command.error?.code === NAME_TAKEN ? command.error.message : null
  const submit = () =>
    form.submit((input) =>
      command.mutate({ ...input, ...(seen ? { id: seen.id, version: seen.version } : {}) }),
    )
  const fileMissing = !seen && files.length === 0
  return (
    <FieldsDrawer
      open={open}
      title={seen ? '编辑模板' : '上传模板'}
      label={seen && <span className="tag ln">V{seen.fileVersion}</span>}
      verb={seen && files.length > 0 ? `保存为 V${seen.fileVersion + 1}` : '保存'}
      form={{ form: form.form, dirty: form.dirty && !command.isSuccess }}
      error={taken ? null : command.error}
      busy={command.isPending}
      refusal={uploading ? '文件上传中，请稍候' : fileMissing ? '请选择文件' : null}
      uploading={uploading}
      onClose={onClose}
      onRefresh={() => void look()}
      onSubmit={submit}
    >
      <Field
        label={seen ? '新版本文件' : '模板文件'}
        required={!seen}
        className="wide"
        error={form.errorOf('path')}
        hint={
          seen
            ? `现为 ${seen.fileName}（${formatSize(seen.size)}）；选择文件则替换，旧版本仍可下载。${uploadHint('template', 1)}`
            : uploadHint('template', 1)
        }
      >
        {(control) => (
          <FilesInput
            control={control}
            look="list"
            purpose="template"
            max={1}
            value={files}
            onChange={take}
            onBusy={setUploading}
          />
        )}
      </Field>
      <Field label="模板名称" required className="wide" error={form.errorOf('name') ?? taken}>
        {(control) => (
          <Input
            {...control}
            maxLength={100}
            placeholder="如 两票模板"
            value={form.values.name ?? ''}
            onChange={(event) => {
              form.set('name', event.target.value)
              if (taken) command.reset()
            }}
            onBlur={() => form.leave('name')}
          />
        )}
      </Field>
      <Field label="说明" className="wide" error={form.errorOf('remark')}>
        {(control) => (
          <CountedTextarea
            {...control}
            rows={{ min: 2, max: 5 }}
            placeholder="用在哪里，怎样填写"
            value={form.values.remark ?? ''}
            onChange={(text) => form.set('remark', text)}
            onBlur={() => form.leave('remark')}
          />
        )}
      </Field>
    </FieldsDrawer>
  )
}
