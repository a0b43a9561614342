import { QrCode as QrIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { clientConfig } from '../../lib/client-config.ts'
import { PopDialog } from './PopDialog.tsx'

/** The menu of the app's download, where the operator has said where that is (spec 1 §1). */
export function AppDownload() {
  const { appDownloadUrl } = clientConfig()
  const [open, setOpen] = useState(false)
  if (appDownloadUrl === '') return null
  return (
    <>
      <button
        type="button"
        className="btn txt download"
        aria-haspopup="dialog"
        aria-label="下载移动端APP"
        onClick={() => setOpen(true)}
      >
        <QrIcon className="i" aria-hidden />
        <span className="long">下载移动端APP</span>
      </button>
      {open && (
        <PopDialog title="下载移动端APP" onClose={() => setOpen(false)}>
          <QrCode text={appDownloadUrl} />
          <p className="scan">请使用手机扫描二维码下载</p>
          <p className="scan">
            <a href={appDownloadUrl} target="_blank" rel="noopener noreferrer">
              在本机打开下载页面
            </a>
          </p>
        </PopDialog>
      )}
    </>
  )
}

/** Light modules around the code, as its standard asks. */
const MARGIN = 4

async function draw(text: string): Promise<boolean[][]> {
  const { encode } = await import('uqr')
  return encode(text, { ecc: 'M', border: MARGIN }).data
}

/** Drawn here, so that nobody else learns who downloads; always dark on light, because scanners want it so. */
function QrCode({ text }: { text: string }) {
  const [modules, setModules] = useState<boolean[][]>([])
  useEffect(() => {
    let gone = false
    draw(text)
      .then((drawn) => gone || setModules(drawn))
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [text])
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className="qr"
      role="img"
      aria-label={`下载地址：${text}`}
      viewBox={`0 0 ${modules.length || 1} ${modules.length || 1}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
