import { useEffect, useState } from 'react'
import './qr-code.css'

/** The quiet zone in modules, as the standard requires. */
const MARGIN = 4

async function draw(text: string): Promise<boolean[][]> {
  const { encode } = await import('uqr')
  return encode(text, { ecc: 'M', border: MARGIN }).data
}

/**
 * A QR code rendered locally, so that its content is sent to no other service. It is always dark on light, as scanners
 * require.
 */
export function QrCode({ text, label = `下载地址：${text}` }: { text: string; label?: string }) {
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
      aria-label={label}
      viewBox={`0 0 ${modules.length || 1} ${modules.length || 1}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
