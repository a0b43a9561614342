import { uploadRules, type UploadPurpose } from '@heliodesk/contract/files.ts'
import { ImagePlus, RotateCw, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { IconButton } from './Button.tsx'
import type { FieldControl } from './Field.tsx'
import { FilePreview, FileTile, type ShownFile } from './FileTiles.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useUploads, type Upload, type UploadedFile } from './use-uploads.ts'
import './files.css'

type FilesInputProps = {
  control: FieldControl
  purpose: UploadPurpose
  /** Files that arrived; a form sends their `path`. */
  value: readonly UploadedFile[]
  onChange: (files: UploadedFile[]) => void
  /** With 1 a new file takes the place of the old one. */
  max?: number
  /** Told while files are on their way, so that a form can wait; keep it the same from render to render. */
  onBusy?: (busy: boolean) => void
}

/** Files that are sent at once: chosen, dropped here, or pasted anywhere in the form around. */
export function FilesInput({ control, purpose, value, onChange, max = 1, onBusy }: FilesInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState<ShownFile | null>(null)
  const { uploads, refusals, add, retry, cancel, remove } = useUploads({
    purpose,
    value,
    onChange,
    max,
    onBusy,
  })
  usePastedFiles(input, add)
  const { status, 'aria-required': required, ...named } = control
  const { types } = uploadRules[purpose]
  const room = max === 1 || value.length + uploads.filter(({ error }) => !error).length < max
  const { over, area, onChange: choose } = useFileDrop(add)
  return (
    <div className={['files-input', over && 'over', status && 'bad'].filter(Boolean).join(' ')} {...area}>
      <input
        {...named}
        required={required}
        ref={input}
        type="file"
        className="sr"
        accept={types.join(',')}
        multiple={max > 1}
        onChange={choose}
      />
      <ul className="file-tiles">
        {(max === 1 && uploads.length > 0 ? [] : value).map((file) => (
          <li key={file.uid}>
            <FileTile file={file} onOpen={() => setShown(file)} />
            <IconButton
              icon={X}
              label={`移除 ${file.name}`}
              small
              className="remove"
              onClick={() => remove(file.uid)}
            />
          </li>
        ))}
        {uploads.map((upload) => (
          <li key={upload.key}>
            <Sending upload={upload} onRetry={() => retry(upload)} />
            <IconButton
              icon={X}
              label={`取消 ${upload.file.name}`}
              small
              className="remove"
              onClick={() => cancel(upload)}
            />
          </li>
        ))}
        {room && (
          <li>
            <button type="button" className="file-tile add" onClick={() => input.current?.click()}>
              <ImagePlus className="i" aria-hidden />
              {max === 1 && value.length > 0 ? '换一个' : '选择文件'}
            </button>
          </li>
        )}
      </ul>
      {refusals.length > 0 && (
        <ul className="file-refusals" role="alert">
          {refusals.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      <FilePreview files={value} shown={shown} onShow={setShown} />
    </div>
  )
}

function Sending({ upload, onRetry }: { upload: Upload; onRetry: () => void }) {
  const { file, picture, part, error } = upload
  const percent = Math.floor(part * 100)
  return (
    <div className={error ? 'file-tile sending failed' : 'file-tile sending'} title={error ?? file.name}>
      {picture && <img src={picture} alt="" />}
      {error ? (
        <button type="button" className="again" onClick={onRetry}>
          <RotateCw className="i s" aria-hidden />
          重试
          <span className="sr">
            {file.name}：{error}
          </span>
        </button>
      ) : (
        <span
          className="part"
          role="progressbar"
          aria-label={`正在上传 ${file.name}`}
          aria-valuenow={percent}
        >
          {percent}%
        </span>
      )}
    </div>
  )
}

/** Files pasted anywhere in the drawer or form that the input stands in. */
function usePastedFiles(
  input: RefObject<HTMLInputElement | null>,
  onFiles: (files: readonly File[]) => void,
) {
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const area = input.current?.closest<HTMLElement>('[role="dialog"], form')
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      take(files.map((file) => pastedFile(file)))
    }
    area?.addEventListener('paste', paste)
    return () => area?.removeEventListener('paste', paste)
  }, [input])
}

/** Screenshots all come from the clipboard as image.png; the time tells them apart. */
function pastedFile(file: File): File {
  if (file.name !== 'image.png') return file
  const time = new Date().toTimeString().slice(0, 8).replaceAll(':', '')
  return new File([file], `截图${time}.png`, { type: file.type })
}
