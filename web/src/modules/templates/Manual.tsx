import { templateCalls } from '@heliodesk/contract/templates.ts'
import { BookOpen, Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { FilesField } from '../../kit/fields/FilesField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { formatMinute, formatSize } from '../../kit/format.ts'
import { ErrorStrip } from '../../kit/States.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useOverlays, type OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useReadAgain, useSeen } from '../../kit/use-seen.ts'
import type { UploadedFile } from '../../kit/use-uploads.ts'
import { saveAnswer } from '../../lib/download.ts'
import { useCall } from '../../lib/queries.ts'
import type { Template } from './template.ts'
import css from './templates.module.css'

/** The operation manual: one document, whose newest version all users get. */
export function Manual() {
  const read = useCall(templateCalls.manual, {})
  const manual = read.data
  const { show, shown } = useOverlays({
    upload: (overlay) => <ManualForm {...overlay} manual={manual ?? null} />,
  })
  if (read.error)
    return <ErrorStrip title="操作手册没有取到" error={read.error} onRetry={() => void read.refetch()} />
  return (
    <section className={`touch-row row ${css.manual}`} aria-label="操作手册">
      <BookOpen className="i l" aria-hidden />
      <span className={`grow ${css.grow}`}>
        <b>操作手册</b>
        {manual !== undefined && (
          <small className="t2">
            {manual
              ? `${manual.fileName} · V${manual.fileVersion} · ${formatSize(manual.size)} · ${manual.updatedBy} · ${formatMinute(manual.updateTime)}`
              : '还没有上传；下载时得到业务配置中的使用手册'}
          </small>
        )}
      </span>
      {manual && (
        <Button
          icon={Download}
          onClick={() => void saveAnswer(templateCalls.downloadManual, {}, manual.fileName)}
        >
          下载手册
        </Button>
      )}
      <Button code="template:manage" icon={Upload} onClick={() => show('upload')}>
        {manual ? '更新手册' : '上传手册'}
      </Button>
      {shown}
    </section>
  )
}

function ManualForm({ open, manual, onClose }: OverlayProps & { manual: Template | null }) {
  const form = useForm(templateCalls.saveManual.input, {})
  const [files, setFiles] = useState<UploadedFile[]>([])
  const [uploading, setUploading] = useState(false)
  const saving = useSaving(templateCalls.saveManual, {
    said: ({ fileName, fileVersion }) => ['操作手册已更新', `${fileName} V${fileVersion}`],
    onClose,
  })
  const readAgain = useReadAgain(templateCalls.manual)
  const { seen, look } = useSeen(manual, { saving, readAgain: () => readAgain({}) })
  return (
    <FieldsDrawer
      open={open}
      title={manual ? '更新操作手册' : '上传操作手册'}
      verb="保存"
      form={form}
      saving={saving}
      refusal={uploading ? '文件上传中，请稍候' : files.length === 0 ? '请选择文件' : null}
      uploading={uploading}
      onClose={onClose}
      onRefresh={look}
      onSend={({ path }) => saving.send({ path, version: seen?.version })}
    >
      <FilesField
        label="手册文件"
        required
        error={form.errorOf('path')}
        look="list"
        purpose="annex"
        max={1}
        value={files}
        onChange={(chosen) => {
          setFiles(chosen)
          form.set('path', chosen[0]?.path)
        }}
        onBusy={setUploading}
      />
    </FieldsDrawer>
  )
}
