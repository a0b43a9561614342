import { Camera, FilePlus, ImagePlus, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { acceptOf, takesPhotos } from '../lib/upload-checks.ts'
import { IconButton } from './Button.tsx'
import type { FieldControl } from './Field.tsx'
import { FileLine, FilePreview, FileTile } from './FileTiles.tsx'
import { SendingLine, SendingTile } from './Sending.tsx'
import { FileControl } from './FileControl.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { usePhone } from './use-phone.ts'
import { useUploads, type UploadedFile, type UploadsOptions } from './use-uploads.ts'
import './files.css'

type FilesInputProps = UploadsOptions & {
  control: FieldControl
  /** Thumbnails, or lines with name and size. */
  look?: 'pictures' | 'list'
  /** What stands below an uploaded file. */
  caption?: (file: UploadedFile) => ReactNode
  /** Files that cannot be removed here. */
  keeps?: (file: UploadedFile) => boolean
  /** The uploaded files are shown elsewhere; here are those on their way. */
  shownElsewhere?: boolean
}

/**
 * Uploads files at once: chosen, dropped here, pasted anywhere in the surrounding form, or taken by a phone's camera.
 * Rules and texts are in spec 2 §5 and §8. Uploads continue while the page is hidden.
 */
export function FilesInput({
  control,
  look = 'pictures',
  caption,
  keeps,
  shownElsewhere = false,
  ...options
}: FilesInputProps) {
  const { value, max } = options
  const input = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState<string | null>(null)
  const { rule, uploads, refusals, room, add, retry, cancel, remove } = useUploads(options)
  usePastedFiles(input, add)
  const { over, area, onChange: choose } = useFileDrop(add)
  const isList = look === 'list'
  const File = isList ? FileLine : FileTile
  const Sending = isList ? SendingLine : SendingTile
  const replaces = max === 1
  const adder = useRef<HTMLButtonElement>(null)
  /** The focused remove button is unmounted with its file, so the focus moves to the add button. */
  const without = (take: () => void) => {
    flushSync(take)
    adder.current?.focus()
  }
  const Plus = takesPhotos(rule) && !isList ? ImagePlus : FilePlus
  return (
    <div
      className={['files-input', over && 'over', control.status && 'bad'].filter(Boolean).join(' ')}
      {...area}
    >
      <FileControl
        control={control}
        ref={input}
        accept={acceptOf(rule)}
        multiple={!replaces}
        disabled={!room}
        onChange={choose}
      />
      <ul className={isList ? 'touch touch-row file-lines' : 'file-tiles'}>
        {(shownElsewhere || (replaces && uploads.length > 0) ? [] : value).map((file) => (
          <li key={file.uid}>
            <File file={file} onOpen={() => setShown(file.uid)} />
            {caption?.(file)}
            {!keeps?.(file) && (
              <Remove label={`移除 ${file.name}`} onClick={() => without(() => remove(file.uid))} />
            )}
          </li>
        ))}
        {uploads.map((upload) => (
          <li key={upload.key}>
            <Sending upload={upload} onRetry={() => retry(upload.key)} />
            <Remove label={`取消 ${upload.file.name}`} onClick={() => without(() => cancel(upload.key))} />
          </li>
        ))}
        {room && (
          <li className="add-file">
            <button
              ref={adder}
              type="button"
              className={isList ? 'btn' : 'file-tile add'}
              onClick={() => input.current?.click()}
            >
              <Plus className="i" aria-hidden />
              {replaces && value.length > 0 ? '换一个' : '选择文件'}
            </button>
            {takesPhotos(rule) && <CameraButton isList={isList} onFiles={add} />}
          </li>
        )}
      </ul>
      {refusals.length > 0 && (
        <div className="file-refusals" role="alert">
          <ul>
            {refusals.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      )}
      <FilePreview files={value} shown={shown} onClose={() => setShown(null)} />
    </div>
  )
}

const Remove = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <IconButton icon={X} label={label} small className="remove" onClick={onClick} />
)

type CameraButtonProps = { isList: boolean; onFiles: (files: File[]) => void }

/** On phones: opens the camera directly. */
function CameraButton({ isList, onFiles }: CameraButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const { onChange } = useFileDrop((files) => onFiles(files.map((file) => withTime(file, '照片'))))
  if (!usePhone()) return null
  return (
    <>
      <input
        ref={input}
        type="file"
        className="sr"
        tabIndex={-1}
        aria-hidden
        accept="image/*"
        capture="environment"
        onChange={onChange}
      />
      <button
        type="button"
        className={isList ? 'btn' : 'file-tile add'}
        onClick={() => input.current?.click()}
      >
        <Camera className="i" aria-hidden />
        拍照
      </button>
    </>
  )
}

/** Handles files pasted anywhere in the drawer or form that contains the input. */
function usePastedFiles(
  input: RefObject<HTMLInputElement | null>,
  onFiles: (files: readonly File[]) => void,
) {
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const area = input.current?.closest<HTMLElement>('[role="dialog"], form')
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // What is folded away while its uploads go on takes nothing new.
      if (files.length === 0 || input.current?.closest('[hidden]')) return
      event.preventDefault()
      take(files.map((file) => withTime(file, '截图')))
    }
    area?.addEventListener('paste', paste)
    return () => area?.removeEventListener('paste', paste)
  }, [input])
}

/** Pasted screenshots and photos are all named image.png or image.jpg; the time makes the names distinct. */
function withTime(file: File, title: string): File {
  const extension = /^image\.(png|jpe?g)$/i.exec(file.name)?.[1]
  if (!extension) return file
  const time = new Date().toTimeString().slice(0, 8).replaceAll(':', '')
  return new File([file], `${title}${time}.${extension}`, { type: file.type })
}
