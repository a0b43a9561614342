import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { ExternalLink, MonitorOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { Empty } from '../../kit/States.tsx'
import { useFrameRefused } from '../../kit/use-frame-refused.ts'
import { deviceId, useSession } from '../../lib/session.ts'
import { useShell, type Shell } from '../../lib/shell.ts'
import { sisterAddress } from './head/systems.ts'
import { PageSkeleton } from './PageSkeleton.tsx'
import './framed-page.css'

/** Another system in a tab of ours; where that may not be, the way to a window of its own (spec 1 §2.2). */
export function FramedPage({ entry }: { entry: MenuEntry }) {
  const shell = useShell()
  const { title, url } = entry.meta
  if (url !== null) return <Framed title={title} address={url} />
  if (shell === null) return <PageSkeleton />
  const address = addressOfSister(entry, shell)
  if (address !== null) return <Framed title={title} address={address} />
  return (
    <div className="framed-page">
      <PageHead title={title} />
      <Empty icon={MonitorOff} title={`${title}没有地址`} text="请管理员在“系统配置”中填写它的地址" />
    </div>
  )
}

/** A sister system is entered with the session of here (spec 1 §2.6). */
function addressOfSister({ path }: MenuEntry, { sisters }: Shell): string | null {
  const sister = sisters.find((each) => each.path === path)
  const { token, user } = useSession.getState()
  if (!sister || token === null || user === null) return null
  return sisterAddress(sister.url, { tenantId: user.tenantId, token, deviceId: deviceId() })
}

function Framed({ title, address: latest }: { title: string; address: string }) {
  // A token that is replaced meanwhile must not start the other system anew.
  const [address] = useState(latest)
  const [loaded, setLoaded] = useState(false)
  const refused = useFrameRefused(address)
  const openOutside = () => window.open(latest, '_blank', 'noopener,noreferrer')
  return (
    <div className="framed-page">
      <PageHead
        title={title}
        actions={
          <Button icon={ExternalLink} onClick={openOutside}>
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
          className={loaded ? undefined : 'coming'}
          // Of another origin, so that its own scripts cannot take the sandbox away.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads allow-modals"
          referrerPolicy="no-referrer"
          onLoad={() => setLoaded(true)}
        />
      )}
    </div>
  )
}
