import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { after } from '../../lib/after.ts'
import { openReader } from './read-code.ts'

/** Between two looks: a hand needs longer to hold still. */
const LOOK_MS = 200

export type CameraState = 'opening' | 'looking' | 'refused' | 'missing'

/** Looks through the camera for a QR code while the page shows; without one, or without leave, says why. */
export function useCamera(onCode: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('opening')
  const found = useEffectEvent(onCode)
  useEffect(() => {
    const leaving = new AbortController()
    let stream: MediaStream | null = null
    const look = async () => {
      // Browsers give the camera to secure addresses only.
      if (!navigator.mediaDevices) return setState('missing')
      const [read, opened] = await Promise.all([
        openReader(),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
      ])
      stream = opened
      if (leaving.signal.aborted) return stop()
      const element = video.current!
      element.srcObject = opened
      await element.play()
      setState('looking')
      while (!leaving.signal.aborted) {
        const text = await read(element)
        if (text !== null && !leaving.signal.aborted) found(text)
        await after(LOOK_MS)
      }
    }
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    look().catch((error: unknown) => {
      if (leaving.signal.aborted) return
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
      setState(isRefused ? 'refused' : 'missing')
    })
    return () => {
      leaving.abort()
      stop()
    }
  }, [])
  return { video, state }
}
