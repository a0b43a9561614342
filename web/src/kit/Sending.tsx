import { FileText, RotateCw } from 'lucide-react'
import { formatSize } from './format.ts'
import type { Upload } from './use-uploads.ts'
import './files.css'

type SendingProps = { upload: Upload; onRetry: () => void }

const percentOf = ({ part }: Upload) => Math.floor(part * 100)

const Progress = ({ upload, className }: { upload: Upload; className: string }) => (
  <span
    className={className}
    role="progressbar"
    aria-label={`正在上传 ${upload.file.name}`}
    aria-valuenow={percentOf(upload)}
  >
    {upload.state === 'waiting' ? '等待' : `${percentOf(upload)}%`}
  </span>
)

const Again = ({ upload, onRetry }: SendingProps) => (
  <button type="button" className="again" onClick={onRetry}>
    <RotateCw className="i s" aria-hidden />
    重试
    <span className="sr">
      {upload.file.name}：{upload.error}
    </span>
  </button>
)

/** An upload in progress, as a tile. */
export function SendingTile({ upload, onRetry }: SendingProps) {
  const { file, picture, state, error } = upload
  const failed = state === 'failed'
  return (
    <div className={failed ? 'file-tile sending failed' : 'file-tile sending'} title={error ?? file.name}>
      {picture && <img src={picture} alt="" />}
      {failed ? <Again upload={upload} onRetry={onRetry} /> : <Progress upload={upload} className="part" />}
    </div>
  )
}

/** An upload in progress, as a line with name, progress and error. */
export function SendingLine({ upload, onRetry }: SendingProps) {
  const { file, picture, state, error, lost } = upload
  const failed = state === 'failed'
  return (
    <div className={failed ? 'sending-line failed' : 'sending-line'}>
      <span className="mark">
        {picture ? <img src={picture} alt="" /> : <FileText className="i" aria-hidden />}
      </span>
      <span className="grow sent">
        <span className="name ell" title={file.name}>
          {file.name}
        </span>
        {failed ? (
          <small className="why">{lost ? `${error}；联网后自动重传` : error}</small>
        ) : (
          <span className="bar" aria-hidden>
            <i style={{ width: `${percentOf(upload)}%` }} />
          </span>
        )}
      </span>
      {failed ? (
        <Again upload={upload} onRetry={onRetry} />
      ) : (
        <>
          <span className="t3">{formatSize(file.size)}</span>
          <Progress upload={upload} className="part t2" />
        </>
      )}
    </div>
  )
}
