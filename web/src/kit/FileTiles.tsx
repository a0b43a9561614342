import { Download, FileText } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { saveFile } from '../lib/download.ts'
import { IconButton } from './Button.tsx'
import { formatSize } from './format.ts'
import { isFilm, isPreviewable } from './image-previewer/view.ts'
import './files.css'
import { lazily } from './lazily.tsx'

export type ShownFile = {
  uid: string
  name: string
  path: string
  url: string
  /** The media type. */
  fileType: string
  size: number
  fileUrlThumbnail: string | null
  fileUrlPreview: string | null
  /** Said of it in the previewer. */
  note?: ReactNode
}

const ImagePreviewer = lazily(
  async () => (await import('./image-previewer/ImagePreviewer.tsx')).ImagePreviewer,
)

const opensHere = (file: ShownFile) =>
  file.fileUrlPreview !== null || isPreviewable(file) || isFilm(file.fileType)

const pictureOf = ({ fileUrlThumbnail, fileType, url }: ShownFile) =>
  fileUrlThumbnail ?? (fileType.startsWith('image/') ? url : null)

/** The thumbnail of a picture, or a document with its name. A file without a preview is downloaded instead. */
export function FileTile({ file, onOpen }: { file: ShownFile; onOpen: () => void }) {
  const picture = pictureOf(file)
  const opens = opensHere(file)
  return (
    <button
      type="button"
      className={picture ? 'file-tile' : 'file-tile doc'}
      title={file.name}
      onClick={() => (opens ? onOpen() : void saveFile(file))}
    >
      {picture ? (
        <img src={picture} alt="" loading="lazy" />
      ) : (
        <>
          <FileText className="i" aria-hidden />
          <span className="name" aria-hidden>
            {file.name}
          </span>
        </>
      )}
      <span className="sr">
        {opens ? '查看' : '下载'} {file.name}
      </span>
    </button>
  )
}

/**
 * A small mark at the start of a line: the thumbnail of a picture, or of the first page or frame of a document or
 * video.
 */
export function FileMark({ file }: { file: ShownFile }) {
  const picture = pictureOf(file)
  return (
    <span className="file-mark">
      {picture ? <img src={picture} alt="" loading="lazy" /> : <FileText className="i" aria-hidden />}
    </span>
  )
}

/** A file as a list row: type, size and a download button. */
export function FileLine({ file, onOpen }: { file: ShownFile; onOpen: () => void }) {
  return (
    <>
      <FileMark file={file} />
      {opensHere(file) ? (
        <button type="button" className="name ell" title={file.name} onClick={onOpen}>
          <span className="sr">查看 </span>
          {file.name}
        </button>
      ) : (
        <span className="name ell" title={file.name}>
          {file.name}
        </span>
      )}
      <span className="t3">{formatSize(file.size)}</span>
      <IconButton icon={Download} label={`下载 ${file.name}`} small onClick={() => void saveFile(file)} />
    </>
  )
}

type FileTilesProps = { files: readonly ShownFile[]; label: string; look?: 'pictures' | 'list' }

/** Attached files. Pictures and documents open in the previewer, other files are downloaded. */
export function FileTiles({ files, label, look = 'pictures' }: FileTilesProps) {
  const [shown, setShown] = useState<string | null>(null)
  if (files.length === 0) return null
  const isList = look === 'list'
  return (
    <>
      <ul className={isList ? 'touch touch-row file-lines' : 'file-tiles'} aria-label={label}>
        {files.map((file) => (
          <li key={file.uid}>
            {isList ? (
              <FileLine file={file} onOpen={() => setShown(file.uid)} />
            ) : (
              <FileTile file={file} onOpen={() => setShown(file.uid)} />
            )}
          </li>
        ))}
      </ul>
      <FilePreview files={files} shown={shown} onClose={() => setShown(null)} />
    </>
  )
}

type FilePreviewProps = { files: readonly ShownFile[]; shown: string | null; onClose: () => void }

/** The previewer at the file with this uid; the other previewable files are beside it. */
export function FilePreview({ files, shown, onClose }: FilePreviewProps) {
  if (shown === null) return null
  const items = files.filter((file) => opensHere(file))
  const start = items.findIndex(({ uid }) => uid === shown)
  if (start === -1) return null
  return <ImagePreviewer items={items} start={start} onClose={onClose} />
}
