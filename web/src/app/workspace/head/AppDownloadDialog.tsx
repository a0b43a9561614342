import { Smartphone } from 'lucide-react'
import { Dialog } from '../../../kit/Dialog.tsx'
import { Empty } from '../../../kit/States.tsx'
import { clientConfig } from '../../../lib/client-config.ts'
import { QrCode } from '../../../kit/QrCode.tsx'

/** The app's address as a QR code (spec 1 §2.7). */
export function AppDownloadDialog({ onClose }: { onClose: () => void }) {
  const { appDownloadUrl } = clientConfig()
  return (
    <Dialog title="下载移动端APP" width={352} cross onClose={onClose}>
      {appDownloadUrl === '' ? (
        <Empty icon={Smartphone} title="尚未提供下载地址" text="请联系管理员配置移动端APP的下载地址" />
      ) : (
        <>
          <QrCode text={appDownloadUrl} />
          <p className="t2">请使用手机扫描二维码下载</p>
          <p>
            <a href={appDownloadUrl} target="_blank" rel="noopener noreferrer">
              在本机打开下载页面
            </a>
          </p>
        </>
      )}
    </Dialog>
  )
}
