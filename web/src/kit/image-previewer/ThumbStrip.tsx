import { FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isCentred, type Shown } from './view.ts'
import css from './image-previewer.module.css'

type ThumbStripProps = { items: readonly Shown[]; at: number; onChoose: (at: number) => void }

/** The thumbnails of all pictures. Those more than 300 px outside the visible area are not loaded (spec 2 §2). */
export function ThumbStrip({ items, at, onChoose }: ThumbStripProps) {
  const strip = useRef<HTMLUListElement>(null)
  const near = useNear(strip, items.length)
  useEffect(() => {
    strip.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [at])
  return (
    <ul
      ref={strip}
      className={isCentred(items.length, useWindowWidth()) ? `${css.thumbs} ${css.centred}` : css.thumbs}
      aria-label="缩略图"
    >
      {items.map(({ name, thumbnail }, index) => (
        <li key={index}>
          <button
            type="button"
            aria-label={`第 ${index + 1} 张 ${name}`}
            aria-current={index === at ? 'true' : undefined}
            onClick={() => onChoose(index)}
          >
            {thumbnail ? (
              near.has(index) && <Thumbnail address={thumbnail} />
            ) : (
              <FileText className="i" aria-hidden />
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

function Thumbnail({ address }: { address: string }) {
  const [failed, setFailed] = useState(false)
  if (failed) return <FileText className="i" aria-hidden />
  return <img src={address} alt="" draggable={false} onError={() => setFailed(true)} />
}

/** The thumbnails that have come near the visible area so far. */
function useNear(strip: { current: HTMLElement | null }, count: number): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set())
  useEffect(() => {
    const children = [...(strip.current?.children ?? [])].slice(0, count)
    const observer = new IntersectionObserver(
      (entries) => {
        const come = entries.filter(({ isIntersecting }) => isIntersecting)
        if (come.length === 0) return
        for (const { target } of come) observer.unobserve(target)
        setNear((known) => new Set([...known, ...come.map(({ target }) => children.indexOf(target))]))
      },
      { root: strip.current, rootMargin: '300px' },
    )
    for (const child of children) observer.observe(child)
    return () => observer.disconnect()
  }, [strip, count])
  return near
}

function useWindowWidth(): number {
  const [width, setWidth] = useState(() => innerWidth)
  useEffect(() => {
    const measure = () => setWidth(innerWidth)
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  return width
}
