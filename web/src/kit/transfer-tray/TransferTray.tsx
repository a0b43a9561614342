import { ArrowRight, ChevronDown, ChevronUp, CircleAlert, CircleCheck, Download, X } from 'lucide-react'
import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useDownloads, type Downloading } from '../../lib/download.ts'
import { go } from '../../lib/location.ts'
import { notify } from '../../lib/notices.ts'
import { cancelUpload, retryUpload, useUploadStore, type Upload } from '../../lib/uploads.ts'
import { IconButton } from '../Button.tsx'
import { formatSize } from '../format.ts'
import { SendingLine } from '../Sending.tsx'
import css from './transfer-tray.module.css'

/** File transfers that no visible page shows: uploads of hidden pages, and large downloads. */
export function TransferTray() {
  const uploads = useUploadStore(
    useShallow((state) => state.uploads.filter(({ box }) => !state.shown.has(box))),
  )
  const downloads = useDownloads((state) => state.downloads)
  const [open, setOpen] = useState(false)
  const count = uploads.length + downloads.length
  if (count === 0) return null
  const failed = uploads.filter(({ state }) => state === 'failed').length
  const Fold = open ? ChevronDown : ChevronUp
  const words = inWords(uploads, downloads)
  return (
    <section className={`touch ${css.transferTray}`} aria-label="文件传输">
      {open && (
        <ul>
          {uploads.map((upload) => (
            <li key={upload.key} className="row">
              <UploadLine upload={upload} />
            </li>
          ))}
          {downloads.map((each) => (
            <li key={each.key} className="row">
              <DownloadLine download={each} />
            </li>
          ))}
        </ul>
      )}
      {/* A status role inside a button is not part of the button's name. */}
      <button
        type="button"
        className={`row ${css.head}`}
        aria-label={words}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Mark failed={failed > 0} runs={downloads.length > 0 || uploads.some(isRunning)} />
        <span className="grow" role="status">
          {words}
        </span>
        <Fold className="i" aria-hidden />
      </button>
    </section>
  )
}

const isRunning = ({ state }: Upload) => state === 'waiting' || state === 'sending'

function Mark({ failed, runs }: { failed: boolean; runs: boolean }) {
  if (failed) return <CircleAlert className="i err" aria-hidden />
  return runs ? <span className="spin" /> : <CircleCheck className="i ok" aria-hidden />
}

/** The summary: 正在上传 2 个文件 43% · 1 个失败 */
function inWords(uploads: readonly Upload[], downloads: readonly Downloading[]): string {
  const running = uploads.filter(isRunning)
  const arrived = uploads.filter(({ state }) => state === 'arrived').length
  const failed = uploads.length - running.length - arrived
  return [
    running.length > 0 && `正在上传 ${running.length} 个文件 ${percentOf(running)}%`,
    running.length === 0 && arrived > 0 && `${arrived} 个文件已上传，请返回表单提交`,
    failed > 0 && `${failed} 个上传失败`,
    downloads.length > 0 && `正在下载 ${downloads.length} 个文件`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Counted in bytes, so that a small file out of many does not look like half of the progress. */
function percentOf(uploads: readonly Upload[]): number {
  const all = uploads.reduce((sum, { file }) => sum + file.size, 0)
  const sent = uploads.reduce((sum, { file, part }) => sum + file.size * part, 0)
  return all === 0 ? 0 : Math.floor((sent / all) * 100)
}

function UploadLine({ upload }: { upload: Upload }) {
  const { key, page, file, state } = upload
  const retry = () => {
    const refusal = retryUpload(key)
    if (refusal) notify({ kind: 'warning', title: `${file.name}上传失败`, text: refusal, seconds: 3 })
  }
  return (
    <>
      <SendingLine upload={upload} onRetry={retry} />
      <IconButton icon={ArrowRight} label={`返回 ${file.name} 所在页面`} small onClick={() => go(page)} />
      {state !== 'arrived' && (
        <IconButton icon={X} label={`取消 ${file.name}`} small onClick={() => cancelUpload(key)} />
      )}
    </>
  )
}

function DownloadLine({ download: { name, got, total, cancel } }: { download: Downloading }) {
  const percent = Math.floor((got / total) * 100)
  return (
    <>
      <div className="sending-line">
        <span className="mark">
          <Download className="i" aria-hidden />
        </span>
        <span className="grow">
          <span className="name ell" title={name}>
            {name}
          </span>
          <span className="bar" role="progressbar" aria-label={`正在下载 ${name}`} aria-valuenow={percent}>
            <i style={{ width: `${percent}%` }} />
          </span>
        </span>
        <span className="t3">
          {formatSize(got)} / {formatSize(total)}
        </span>
      </div>
      <IconButton icon={X} label={`取消下载 ${name}`} small onClick={cancel} />
    </>
  )
}
