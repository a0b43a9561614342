import { Drawer } from 'antd'
import { MessageSquareOff, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from '../../../kit/Button.tsx'
import { Empty } from '../../../kit/States.tsx'
import { useBack } from '../../../kit/use-back.ts'
import { useFrameRefused } from '../../../kit/use-frame-refused.ts'
import { usePhone } from '../../../kit/use-phone.ts'
import { clientConfig } from '../../../lib/client-config.ts'
import { useSession } from '../../../lib/session.ts'
import { asksToClose, assistantAddress } from './assistant-address.ts'
import './assistant.css'

/** spec 1 §9 */
const WIDTH = 576

type AssistantDrawerProps = { url: string; onClose: () => void }

/** Questions and answers, in the assistant's own frame (spec 1 §2.5). */
export function AssistantDrawer({ url, onClose }: AssistantDrawerProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const phone = usePhone()
  const address = useAddress(url)
  const refused = useFrameRefused(address)
  useBack(true, onClose)
  const onMessage = useEffectEvent((event: MessageEvent) => {
    if (asksToClose(event, url, frame.current?.contentWindow ?? null)) onClose()
  })
  useEffect(() => {
    const listen = (event: MessageEvent) => onMessage(event)
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  return (
    <Drawer
      open
      size={phone ? '100%' : WIDTH}
      closable={false}
      onClose={onClose}
      aria-label="智能助手"
      rootClassName="panel"
      styles={{ body: { padding: 0 }, wrapper: { maxWidth: '100vw' } }}
    >
      <div className="assistant">
        <div className="title">
          <h1>智能助手</h1>
          <IconButton icon={X} label="关闭" onClick={onClose} />
        </div>
        {refused ? (
          <Empty
            icon={MessageSquareOff}
            title="智能助手没有打开"
            text="服务器不允许嵌入该地址，请管理员将其来源加入 FRAME_SOURCES"
          />
        ) : (
          <iframe
            ref={frame}
            title="智能助手"
            src={address}
            // Of another origin, so that its own scripts cannot take the sandbox away.
            // oxlint-disable-next-line react/iframe-missing-sandbox
            sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads allow-modals"
            allow="clipboard-write; microphone"
            referrerPolicy="no-referrer"
          />
        )}
      </div>
    </Drawer>
  )
}

/** As it is when the drawer opens: a token that is replaced meanwhile must not start the talk anew. */
function useAddress(url: string): string {
  const [address] = useState(() => {
    const { token, user } = useSession.getState()
    const apiPrefix = new URL(clientConfig().apiBase, location.href).href
    return assistantAddress(url, { tenantId: user?.tenantId ?? '', token: token ?? '', apiPrefix })
  })
  return address
}
