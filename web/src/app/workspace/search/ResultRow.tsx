import { ArrowRight, ChevronRight, CornerDownLeft } from 'lucide-react'
import { useEffect, useRef, type MouseEvent } from 'react'
import { Marked } from '../../../kit/Marked.tsx'
import { StatusGlyph } from '../../../kit/Status.tsx'
import { MenuIcon } from '../MenuIcon.tsx'
import type { Hit } from '../../../lib/search-source.ts'
import searchPaletteCss from './search-palette.module.css'

/** A row that the arrow keys reach: a result, or the link to the list with more results. */
export type Row = { id: string; href: string; hit: Hit | null }

type ResultRowProps = {
  id: string
  row: Row
  words: string
  current: boolean
  onPoint: () => void
  onOpen: (row: Row, anew: boolean) => void
}

/** One result row; Ctrl+click opens it in a new tab. */
export function ResultRow({ id, row, words, current, onPoint, onOpen }: ResultRowProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (current) link.current!.scrollIntoView({ block: 'nearest' })
  }, [current])
  const press = (event: MouseEvent) => {
    event.preventDefault()
    onOpen(row, event.ctrlKey || event.metaKey)
  }
  return (
    <a
      ref={link}
      id={id}
      role="option"
      aria-selected={current}
      tabIndex={-1}
      href={row.href}
      onPointerMove={onPoint}
      onClick={press}
    >
      {row.hit ? (
        <HitLine hit={row.hit} words={words} />
      ) : (
        <>
          <ChevronRight className="i t3" aria-hidden />
          <span className="grow t2">查看全部结果</span>
        </>
      )}
      {current && row.hit?.actions && row.hit.actions.length > 0 && (
        <kbd aria-hidden>
          <ArrowRight className="i s" aria-hidden />
        </kbd>
      )}
      {current && (
        <kbd aria-hidden>
          <CornerDownLeft className="i s" aria-hidden />
        </kbd>
      )}
    </a>
  )
}

function HitLine({ hit: { title, facts, end, status, icon }, words }: { hit: Hit; words: string }) {
  return (
    <>
      {status !== undefined ? <StatusGlyph status={status} bare /> : <MenuIcon name={icon ?? null} />}
      <span className="grow ell" title={title}>
        <Marked text={title} word={words} />
        {facts && (
          <span className={searchPaletteCss.facts}>
            <Marked text={facts} word={words} />
          </span>
        )}
      </span>
      {end && (
        <span className={end.late ? `${searchPaletteCss.end} err b` : `${searchPaletteCss.end} t3`}>
          {end.text}
        </span>
      )}
    </>
  )
}
