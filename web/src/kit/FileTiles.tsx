import { Modal } from 'antd'
import { ChevronLeft, ChevronRight, Download, FileText, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './Button.tsx'
import { useBack } from './use-back.ts'
import './dialog.css'
import './files.css'

export type ShownFile = { uid: string; name: string; url: string; fileType: string }

const isPicture = ({ fileType }: ShownFile) => fileType.startsWith('image/')

/** A picture in small, or a document by its name. */
export function FileTile({ file, onOpen }: { file: ShownFile; onOpen: () => void }) {
  if (isPicture(file))
    return (
      <button type="button" className="file-tile" title={file.name} onClick={onOpen}>
        <img src={file.url} alt="" loading="lazy" />
        <span className="sr">查看 {file.name}</span>
      </button>
    )
  return (
    <a className="file-tile doc" href={file.url} target="_blank" rel="noreferrer" title={file.name}>
      <FileText className="i" aria-hidden />
      <span className="name">{file.name}</span>
    </a>
  )
}

/** What somebody attached: pictures open over the page, documents in a tab of the browser. */
export function FileTiles({ files, label }: { files: readonly ShownFile[]; label: string }) {
  const [shown, setShown] = useState<ShownFile | null>(null)
  if (files.length === 0) return null
  return (
    <>
      <ul className="file-tiles" aria-label={label}>
        {files.map((file) => (
          <li key={file.uid}>
            <FileTile file={file} onOpen={() => setShown(file)} />
          </li>
        ))}
      </ul>
      <FilePreview files={files} shown={shown} onShow={setShown} />
    </>
  )
}

type FilePreviewProps = {
  files: readonly ShownFile[]
  shown: ShownFile | null
  onShow: (file: ShownFile | null) => void
}

/** A picture over the page; the arrow keys go to the ones beside it. */
export function FilePreview({ files, shown, onShow }: FilePreviewProps) {
  const close = () => onShow(null)
  useBack(shown !== null, close)
  const pictures = files.filter((file) => isPicture(file))
  const at = pictures.findIndex(({ uid }) => uid === shown?.uid)
  const go = (step: number) => {
    const next = pictures[at + step]
    if (next) onShow(next)
  }
  return (
    <Modal
      open={shown !== null}
      width="min(1040px, calc(100vw - 32px))"
      centered
      closable={false}
      footer={null}
      destroyOnHidden
      onCancel={close}
      className="dialog file-preview"
      title={shown?.name}
    >
      {shown && (
        <div
          className="stage"
          role="group"
          aria-label="图片"
          tabIndex={-1}
          onKeyDown={({ key }) => {
            if (key === 'ArrowLeft') go(-1)
            if (key === 'ArrowRight') go(1)
          }}
        >
          <div className="tools">
            {pictures.length > 1 && (
              <>
                <span className="t3">
                  {at + 1} / {pictures.length}
                </span>
                <IconButton
                  icon={ChevronLeft}
                  label="上一张"
                  refusal={at > 0 ? null : '已是第一张'}
                  onClick={() => go(-1)}
                />
                <IconButton
                  icon={ChevronRight}
                  label="下一张"
                  refusal={at < pictures.length - 1 ? null : '已是最后一张'}
                  onClick={() => go(1)}
                />
              </>
            )}
            <a className="ib" href={shown.url} download={shown.name} aria-label="下载原图" title="下载原图">
              <Download className="i" aria-hidden />
            </a>
            <IconButton icon={X} label="关闭" onClick={close} />
          </div>
          <img src={shown.url} alt={shown.name} />
        </div>
      )}
    </Modal>
  )
}
