import { messageChannelCalls as calls } from '@heliodesk/contract/message-channels.ts'
import { useEffect, useState } from 'react'
import { notify } from '../../../lib/notices.ts'
import { useCommand } from '../../../lib/queries.ts'

type Push = { isOn: boolean; turn: () => void }

/** Notifications in this browser; null where its build is not installed, as without a service worker. */
export function usePush(key: string): Push | null {
  const [found, setFound] = useState<{ manager: PushManager; own: PushSubscription | null } | null>(null)
  const add = useCommand(calls.addPush)
  const remove = useCommand(calls.removePush)
  useEffect(() => {
    let isWanted = true
    const look = async () => {
      const registration = await navigator.serviceWorker?.getRegistration()
      const manager = registration?.pushManager
      const own = (await manager?.getSubscription()) ?? null
      if (manager && isWanted) setFound({ manager, own })
    }
    void look()
    return () => {
      isWanted = false
    }
  }, [])
  if (!found) return null
  const { manager, own } = found
  const turn = async () => {
    if (own) {
      await own.unsubscribe()
      setFound({ manager, own: null })
      return remove.mutate({ endpoint: own.endpoint })
    }
    try {
      const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
      const { endpoint, keys } = subscription.toJSON()
      setFound({ manager, own: subscription })
      return add.mutate({ endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' })
    } catch {
      return notify({ kind: 'warning', title: '浏览器没有开启', text: '请在浏览器设置中允许本站通知' })
    }
  }
  return { isOn: own !== null, turn: () => void turn() }
}
