import type { MenuEntry } from '@heliodesk/contract/session.ts'
import type { SisterPath } from '@heliodesk/contract/shell.ts'
import { ExternalLink, MonitorOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { Empty, ErrorCard } from '../../kit/States.tsx'
import { useFrameRefused } from '../../kit/use-frame-refused.ts'
import { useShell } from '../../lib/shell.ts'
import { openSister, sisterAddress } from './head/systems.ts'
import { useWayIn } from './head/way-in.ts'
import { PageSkeleton } from './PageSkeleton.tsx'
import css from './framed-page.module.css'

/** Another system in one of our tabs; where framing is blocked, a link that opens a new window (spec 1 §2.2). */
export function FramedPage({ entry }: { entry: MenuEntry }) {
  const shell = useShell()
  const { title, url } = entry.meta
  if (url !== null)
    return (
      <Framed
        title={title}
        address={url}
        onOpenOutside={() => void window.open(url, '_blank', 'noopener,noreferrer')}
      />
    )
  if (shell === null) return <PageSkeleton />
  const sister = shell.sisters.find(({ path }) => path === entry.path)
  if (sister) return <FramedSister title={title} path={sister.path} />
  return (
    <div className={css.framedPage}>
      <PageHead title={title} />
      <Empty icon={MonitorOff} title={`${title}没有地址`} text="请管理员在“系统配置”中填写它的地址" />
    </div>
  )
}

/** A sister system is opened with the current session (spec 1 §2.6). */
function FramedSister({ title, path }: { title: string; path: SisterPath }) {
  const { way, error, retry } = useWayIn(path)
  if (way)
    return <Framed title={title} address={sisterAddress(way)} onOpenOutside={() => void openSister(path)} />
  if (!error) return <PageSkeleton />
  return (
    <div className={css.framedPage}>
      <PageHead title={title} />
      <ErrorCard title={`${title}没有打开`} error={error} onRetry={retry} />
    </div>
  )
}

type FramedProps = { title: string; address: string; onOpenOutside: () => void }

function Framed({ title, address, onOpenOutside }: FramedProps) {
  const [loaded, setLoaded] = useState(false)
  const refused = useFrameRefused(address)
  return (
    <div className={css.framedPage}>
      <PageHead
        title={title}
        actions={
          <Button icon={ExternalLink} onClick={onOpenOutside}>
            在新窗口打开
          </Button>
        }
      />
      {refused && (
        <Empty
          icon={MonitorOff}
          title={`${title}不能在这里打开`}
          text={`服务器不允许嵌入 ${new URL(address).origin}，请管理员将它加入 FRAME_SOURCES，或在新窗口打开`}
        />
      )}
      {!refused && !loaded && <PageSkeleton />}
      {!refused && (
        <iframe
          title={title}
          src={address}
          className={loaded ? undefined : css.coming}
          // Another origin, so that its scripts cannot remove the sandbox.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads allow-modals"
          referrerPolicy="no-referrer"
          onLoad={() => setLoaded(true)}
        />
      )}
    </div>
  )
}
