import { QrCode as QrIcon } from 'lucide-react'
import { useState } from 'react'
import { clientConfig } from '../../lib/client-config.ts'
import { QrCode } from '../../kit/QrCode.tsx'
import { PopDialog } from './PopDialog.tsx'
import popDialogCss from './pop-dialog.module.css'
import signInCss from './sign-in.module.css'

/** The menu for downloading the app, where the operator has configured its address (spec 1 §1). */
export function AppDownload() {
  const { appDownloadUrl } = clientConfig()
  const [open, setOpen] = useState(false)
  if (appDownloadUrl === '') return null
  return (
    <>
      <button
        type="button"
        className={`btn txt ${signInCss.download}`}
        aria-haspopup="dialog"
        aria-label="下载移动端APP"
        onClick={() => setOpen(true)}
      >
        <QrIcon className="i" aria-hidden />
        <span className={signInCss.long}>下载移动端APP</span>
      </button>
      {open && (
        <PopDialog title="下载移动端APP" onClose={() => setOpen(false)}>
          <QrCode text={appDownloadUrl} />
          <p className={popDialogCss.scan}>请使用手机扫描二维码下载</p>
          <p className={popDialogCss.scan}>
            <a href={appDownloadUrl} target="_blank" rel="noopener noreferrer">
              在本机打开下载页面
            </a>
          </p>
        </PopDialog>
      )}
    </>
  )
}
