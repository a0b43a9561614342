import { watermarkLines } from '@heliodesk/contract/watermark.ts'
import { useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { companyNow } from '../../lib/company-time.ts'
import { useSession } from '../../lib/session.ts'
import { useShell } from '../../lib/shell.ts'
import { useUncoveredPlaces } from '../../lib/uncovered.ts'

/** Every 250 by 150 pixels; every other row is shifted right by half a step, so a tile holds two. */
const WIDTH = 250
const HEIGHT = 150
const KEYS = ['name', 'phone', 'day', 'time']

/**
 * A watermark over everything: the user's real name and the last 4 digits of the phone (spec 1 §2.4). Only the marks of
 * libraries whose licence forbids to cover them are left out. On paper it also says when, where the company marks exports.
 */
export function Watermark() {
  const id = useId()
  const user = useSession((state) => state.user)
  const places = useUncoveredPlaces((state) => state.places)
  const marks = useShell()?.exportMark ?? true
  const printed = usePrintTime()
  if (!user) return null
  const lines = [...watermarkLines(user), ...(printed?.split(' ') ?? [])]
  const mark = (x: number, y: number) => (
    <text transform={`translate(${x} ${y}) rotate(-18)`}>
      {lines.map((line, i) => (
        <tspan key={KEYS[i]} x="0" y={i * 18}>
          {line}
        </tspan>
      ))}
    </text>
  )
  return (
    <svg className="watermark" data-watermark data-unprinted={!marks || undefined} aria-hidden>
      <pattern id={id} width={WIDTH} height={2 * HEIGHT} patternUnits="userSpaceOnUse">
        {mark(20, HEIGHT / 2)}
        {mark(20 + WIDTH / 2, (3 * HEIGHT) / 2)}
      </pattern>
      {places.size > 0 && (
        <mask id={`${id}-mask`}>
          <rect width="100%" height="100%" fill="white" />
          {[...places.values()].map(({ x, y, width, height }) => (
            <rect key={`${x} ${y}`} x={x - 4} y={y - 4} width={width + 8} height={height + 8} fill="black" />
          ))}
        </mask>
      )}
      <rect
        width="100%"
        height="100%"
        fill={`url(#${id})`}
        mask={places.size > 0 ? `url(#${id}-mask)` : undefined}
      />
    </svg>
  )
}

/** When the page is printed, while it is; the browser takes its picture right after the event. */
function usePrintTime(): string | null {
  const [time, setTime] = useState<string | null>(null)
  useEffect(() => {
    const onBefore = () => flushSync(() => setTime(companyNow().format('YYYY-MM-DD HH:mm')))
    const onAfter = () => setTime(null)
    window.addEventListener('beforeprint', onBefore)
    window.addEventListener('afterprint', onAfter)
    return () => {
      window.removeEventListener('beforeprint', onBefore)
      window.removeEventListener('afterprint', onAfter)
    }
  }, [])
  return time
}
