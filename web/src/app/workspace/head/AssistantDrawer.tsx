import { MessageSquareOff } from 'lucide-react'
import { useRef } from 'react'
import { PanelDrawer } from '../../../kit/PanelDrawer.tsx'
import { Empty, ErrorCard } from '../../../kit/States.tsx'
import { useFrameRefused } from '../../../kit/use-frame-refused.ts'
import { usePhone } from '../../../kit/use-phone.ts'
import { useWindowEvent } from '../../../kit/use-window-event.ts'
import { clientConfig } from '../../../lib/client-config.ts'
import { asksToClose, assistantAddress } from './assistant-address.ts'
import { useWayIn } from './way-in.ts'
import css from './assistant.module.css'

/** spec 1 §9 */
const WIDTH = 576

/** The assistant's chat in its own frame (spec 1 §2.5). */
export function AssistantDrawer({ onClose }: { onClose: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const phone = usePhone()
  const { way, error, retry } = useWayIn('/AIGC')
  const address = way && assistantAddress(way, new URL(clientConfig().apiBase, location.href).href)
  const refused = useFrameRefused(address)
  useWindowEvent('message', (event) => {
    if (way && asksToClose(event, way.url, frame.current?.contentWindow ?? null)) onClose()
  })
  return (
    <PanelDrawer
      title="智能助手"
      size={phone ? '100%' : WIDTH}
      maxWidth="100vw"
      className={css.assistant}
      onClose={onClose}
    >
      {error ? (
        <ErrorCard title="智能助手没有打开" error={error} onRetry={retry} />
      ) : address === null ? null : refused ? (
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
          // Another origin, so that its scripts cannot remove the sandbox.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads allow-modals"
          allow="clipboard-write; microphone"
          referrerPolicy="no-referrer"
        />
      )}
    </PanelDrawer>
  )
}
