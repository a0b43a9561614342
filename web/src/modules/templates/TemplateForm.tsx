import { templateCalls } from '@heliodesk/contract/templates.ts'
import { useState } from 'react'
import { FilesField } from '../../kit/fields/FilesField.tsx'
import { NoteField } from '../../kit/fields/NoteField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { formatSize } from '../../kit/format.ts'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import { uploadHint, type UploadedFile } from '../../kit/use-uploads.ts'
import type { Template } from './template.ts'

const calls = { add: templateCalls.save, edit: templateCalls.save, detail: templateCalls.detail }

/** A form for a new template, or for the name and optionally the next version of an existing one. */
export function TemplateForm(dialog: RecordFormProps<Template, { id: string }>) {
  const [files, setFiles] = useState<UploadedFile[]>([])
  const [uploading, setUploading] = useState(false)
  const { form, seen, drawer } = useRecordForm(calls, dialog, {
    noun: '模板',
    verb: '上传',
    valuesOf: ({ name, remark }) => ({ name, remark }),
    nameOf: ({ name }) => name,
    said: ({ name, fileVersion }) => [dialog.asked ? '模板已保存' : '模板已上传', `${name} V${fileVersion}`],
    faults: { 'template.name_taken': ['name'] },
  })
  const take = (chosen: UploadedFile[]) => {
    setFiles(chosen)
    form.set('path', chosen[0]?.path)
    const stem = chosen[0]?.name.replace(/\.[^.]+$/, '')
    if (stem && !form.values.name) form.set('name', stem.slice(0, 100))
  }
  const fileMissing = !seen && files.length === 0
  return (
    <FieldsDrawer
      {...drawer}
      label={seen && <span className="tag ln">V{seen.fileVersion}</span>}
      verb={seen && files.length > 0 ? `保存为 V${seen.fileVersion + 1}` : '保存'}
      refusal={uploading ? '文件上传中，请稍候' : fileMissing ? '请选择文件' : null}
      uploading={uploading}
    >
      <FilesField
        label={seen ? '新版本文件' : '模板文件'}
        required={!seen}
        error={form.errorOf('path')}
        hint={
          seen &&
          `现为 ${seen.fileName}（${formatSize(seen.size)}）；选择文件则替换，旧版本仍可下载。${uploadHint('template', 1)}`
        }
        look="list"
        purpose="template"
        max={1}
        value={files}
        onChange={take}
        onBusy={setUploading}
      />
      <TextField
        {...form.field('name')}
        label="模板名称"
        required
        className="wide"
        maxLength={100}
        placeholder="如 两票模板"
      />
      <NoteField {...form.field('remark')} label="说明" placeholder="用在哪里，怎样填写" />
    </FieldsDrawer>
  )
}
