import { FileSpreadsheet, Upload, X } from 'lucide-react'
import { useRef } from 'react'
import { Button, IconButton } from '../../kit/Button.tsx'
import type { FieldControl } from '../../kit/Field.tsx'
import { FileControl } from '../../kit/FileControl.tsx'
import { formatSize } from '../../kit/format.ts'
import { useFileDrop } from '../../kit/use-file-drop.ts'
import { usePhone } from '../../kit/use-phone.ts'
import { FILE_LIMIT_MB } from './import-job.ts'
import { cancelUpload, useUpload } from './upload.ts'
import css from './data-import.module.css'

type FileDropProps = {
  control: FieldControl
  file: File | null
  onFile: (file: File | null) => void
}

/** A drop zone for one file, which can also be chosen; while one is sent, how far it is. */
export function FileDrop({ control, file, onFile }: FileDropProps) {
  const sent = useUpload()
  const input = useRef<HTMLInputElement>(null)
  const { over, area, onChange } = useFileDrop(([first]) => {
    if (first) onFile(first)
  })
  const phone = usePhone()
  if (sent.state === 'sending') return <Sending fileName={sent.fileName} part={sent.part} />
  return (
    <div
      className={['touch', css.drop, over && css.over, control.status && 'bad'].filter(Boolean).join(' ')}
      {...area}
    >
      <FileControl control={control} ref={input} accept=".csv,.xlsx" onChange={onChange} />
      {file ? (
        <>
          <FileSpreadsheet className="i l" aria-hidden />
          <span className={`grow ${css.grow}`}>
            <b className="ell" title={file.name}>
              {file.name}
            </b>
            <small>{formatSize(file.size)}</small>
          </span>
          <Button size="sm" onClick={() => input.current?.click()}>
            换一个
          </Button>
          <IconButton icon={X} label="移除文件" small onClick={() => onFile(null)} />
        </>
      ) : (
        <>
          <Upload className="i l" aria-hidden />
          <span className={`grow ${css.grow}`}>
            <b>{phone ? '要导入的文件' : '把文件拖到这里'}</b>
            <small>CSV 或 XLSX，最大 {FILE_LIMIT_MB} MB，最多 20 万行</small>
          </span>
          <Button onClick={() => input.current?.click()}>选择文件</Button>
        </>
      )}
    </div>
  )
}

function Sending({ fileName, part }: { fileName: string; part: number }) {
  const percent = Math.floor(part * 100)
  const arrived = part >= 1
  return (
    <div className={css.drop}>
      <FileSpreadsheet className="i l" aria-hidden />
      <span className={`grow ${css.grow}`}>
        <b className="ell" title={fileName}>
          {fileName}
        </b>
        <small role="status">{arrived ? '已上传，正在逐行检查' : `正在上传 ${percent} %`}</small>
        <span
          className={arrived ? `bar ${css.bar} ${css.busy}` : `bar ${css.bar}`}
          role="progressbar"
          aria-label="上传进度"
          aria-valuenow={arrived ? undefined : percent}
        >
          <i style={{ width: `${percent}%` }} />
        </span>
      </span>
      <Button size="sm" onClick={cancelUpload}>
        取消
      </Button>
    </div>
  )
}
