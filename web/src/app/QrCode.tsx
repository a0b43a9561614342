import { useEffect, useState } from 'react'
import './qr-code.css'

/** Light modules around the code, as its standard asks. */
const MARGIN = 4

async function draw(text: string): Promise<boolean[][]> {
  const { encode } = await import('uqr')
  return encode(text, { ecc: 'M', border: MARGIN }).data
}

/** Drawn here, so that nobody else learns what it says; always dark on light, because scanners want it so. */
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
