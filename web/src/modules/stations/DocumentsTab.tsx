import type { Received } from '@heliodesk/contract/call.ts'
import {
  documentKinds,
  DOCUMENTS_AT_ONCE,
  stationDocumentCalls as calls,
  type DocumentKind,
} from '@heliodesk/contract/station-documents.ts'
import { Select } from 'antd'
import { Download, Eye, FilePlus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { removing } from '../../kit/RemoveDialog.tsx'
import { Field } from '../../kit/Field.tsx'
import { FilesField } from '../../kit/fields/FilesField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FileMark, FilePreview } from '../../kit/FileTiles.tsx'
import { formatMinute, formatSize } from '../../kit/format.ts'
import { Empty, ErrorCard, ErrorStrip } from '../../kit/States.tsx'
import { useLate } from '../../kit/use-late.ts'
import { useOverlays, type OverlayProps } from '../../kit/use-overlays.tsx'
import { useRecordForm } from '../../kit/use-record-form.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { uploadHint, type UploadedFile } from '../../kit/use-uploads.ts'
import { saveFile } from '../../lib/download.ts'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import type { KnownStation } from './station.ts'
import css from './stations.module.css'

type Document = Received<typeof calls.list>[number]

const kindChoices = Object.entries(documentKinds).map(([value, label]) => ({ value, label }))

/** A station's documents by kind: add, preview, download, rename and remove. */
export function DocumentsTab({ station: { psId } }: { station: KnownStation }) {
  const read = useCall(calls.list, { psId })
  const mayEdit = useCan('station:edit')
  const [looked, setLooked] = useState<string | null>(null)
  const { show, shown } = useOverlays({
    add: (overlay) => <AddDocuments {...overlay} psId={psId} />,
    edit: (overlay, document: Document) => <EditDocument {...overlay} document={document} />,
    remove: removing(({ id, name }: Document) => ({
      call: calls.remove,
      input: { id },
      title: `删除“${name}”？`,
      text: '删除后不能恢复。',
    })),
  })
  const late = useLate(read.isPending)
  const documents = read.isPlaceholderData ? undefined : read.data
  const retry = () => void read.refetch()
  const add = (
    <Button icon={FilePlus} code="station:edit" onClick={() => show('add')}>
      添加文档
    </Button>
  )
  return (
    <section className={`touch sec ${css.documents}`} aria-label="文档">
      {documents && documents.length > 0 && <div className={`row ${css.tools}`}>{add}</div>}
      {documents && read.error && <ErrorStrip title="文档没有更新" error={read.error} onRetry={retry} />}
      {documents?.length === 0 && (
        <Empty title="还没有文档" text="竣工图、并网协议、验收报告等可以放在这里" action={add} />
      )}
      {!documents && read.error && <ErrorCard title="文档没有取到" error={read.error} onRetry={retry} />}
      {late && <i className="sk" style={{ height: 120 }} role="status" aria-label="正在加载" />}
      {kindChoices.map(({ value, label }) => {
        const some = (documents ?? []).filter(({ kind }) => kind === value)
        if (some.length === 0) return null
        return (
          <div key={value} className="kind">
            <h3>
              {label} <em>{some.length}</em>
            </h3>
            <ul>
              {some.map((document) => (
                <li key={document.id} className="row">
                  <FileMark file={document.file} />
                  <span className={`grow ${css.name}`}>
                    <b className="ell" title={document.name}>
                      {document.name}
                    </b>
                    <small className="t3">
                      {formatSize(document.file.size)} · {document.createdBy}{' '}
                      {formatMinute(document.createTime)}
                    </small>
                  </span>
                  {isPicture(document) ? (
                    <IconButton
                      icon={Eye}
                      label={`查看 ${document.name}`}
                      onClick={() => setLooked(document.file.uid)}
                    />
                  ) : (
                    <a
                      className="ib"
                      href={document.file.url}
                      target="_blank"
                      rel="noreferrer"
                      aria-label={`查看 ${document.name}`}
                    >
                      <Eye className="i" aria-hidden />
                    </a>
                  )}
                  <IconButton
                    icon={Download}
                    label={`下载 ${document.name}`}
                    onClick={() => void saveFile({ path: document.file.path, name: fileNameOf(document) })}
                  />
                  {mayEdit && (
                    <>
                      <IconButton
                        icon={Pencil}
                        label={`改名 ${document.name}`}
                        onClick={() => show('edit', document)}
                      />
                      <IconButton
                        icon={Trash2}
                        label={`删除 ${document.name}`}
                        onClick={() => show('remove', document)}
                      />
                    </>
                  )}
                </li>
              ))}
            </ul>
          </div>
        )
      })}
      <FilePreview
        files={(documents ?? []).filter(isPicture).map(({ file }) => file)}
        shown={looked}
        onClose={() => setLooked(null)}
      />
      {shown}
    </section>
  )
}

/** The document's name with the extension of its file. */
function fileNameOf({ name, file }: Document): string {
  const ending = /\.[^.]+$/.exec(file.name)?.[0] ?? ''
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : `${name}${ending}`
}

const isPicture = ({ file }: Document) => file.fileType.startsWith('image/')

type KindFieldProps = { value: DocumentKind; onChange: (kind: DocumentKind) => void }

const KindField = ({ value, onChange }: KindFieldProps) => (
  <Field label="文档类型" required>
    {(control) => <Select {...control} options={kindChoices} value={value} onChange={onChange} />}
  </Field>
)

function AddDocuments({ psId, open, onClose }: OverlayProps & { psId: string }) {
  const [kind, setKind] = useState<DocumentKind>('completion')
  const [files, setFiles] = useState<UploadedFile[]>([])
  const [busy, setBusy] = useState(false)
  const saving = useSaving(calls.add, { onClose })
  const refusal = busy ? '文件上传中，请稍候' : files.length === 0 ? '请选择文件' : null
  return (
    <CommandDialog
      open={open}
      title="添加文档"
      verb="添加"
      saving={saving}
      refusal={refusal}
      onConfirm={() => saving.send({ psId, kind, paths: files.map(({ path }) => path) })}
      onClose={onClose}
    >
      <KindField value={kind} onChange={setKind} />
      <FilesField
        label="文件"
        required
        error={null}
        hint={`可以多选、拖入或粘贴；${uploadHint('station', DOCUMENTS_AT_ONCE)}`}
        purpose="station"
        look="list"
        max={DOCUMENTS_AT_ONCE}
        value={files}
        onChange={setFiles}
        onBusy={setBusy}
      />
    </CommandDialog>
  )
}

const fields = calls.edit.input.pick({ name: true, kind: true })

function EditDocument({ document, ...overlay }: OverlayProps & { document: Document }) {
  const { form, dialog } = useRecordForm(
    { edit: calls.edit, detail: calls.detail },
    { ...overlay, asked: { id: document.id } },
    { noun: '文档', fields, nameOf: ({ name }) => name },
  )
  return (
    <CommandDialog {...dialog} title="修改文档" verb="保存">
      <KindField value={form.values.kind ?? document.kind} onChange={(chosen) => form.set('kind', chosen)} />
      <TextField {...form.field('name')} label="文档名称" required autoFocus />
    </CommandDialog>
  )
}
