import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { useIsNamed } from '../../lib/pinyin.ts'
import { Marked } from '../Marked.tsx'
import { SearchField } from '../SearchField.tsx'
import { NoMatch } from '../States.tsx'
import { useLate } from '../use-late.ts'
import css from './side-list.module.css'

export type SideEntry = {
  /** Unique; its search word and second line too. */
  code: string
  name: string
  /** Beside the name. */
  tag?: string
  /** At the end of the line. */
  fact: string
}

type SideListProps<T> = {
  /** Of what it lists, as in 查找字典. */
  name: string
  items: readonly T[]
  entryOf: (item: T) => SideEntry
  chosen: T | null
  hrefOf: (item: T) => string
  onChoose: (item: T) => void
  /** Stands in place of a list without items. */
  empty?: ReactNode
}

/** The records of a page beside the one that is chosen, searchable by name, sound or code. */
export function SideList<T>({ name, items, entryOf, chosen, hrefOf, onChoose, empty }: SideListProps<T>) {
  const [word, setWord] = useState('')
  const isNamed = useIsNamed(word)
  const current = chosen && entryOf(chosen).code
  const list = useChosenInSight(current)
  const found = items
    .map((item) => ({ item, entry: entryOf(item) }))
    .filter(({ entry }) => isNamed(`${entry.name} ${entry.code}`, word))
  const choose = (event: MouseEvent, item: T) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onChoose(item)
  }
  const content = () => {
    if (items.length === 0) return empty
    if (found.length === 0)
      return <NoMatch title={`没有符合条件的${name}`} text={`“${word.trim()}”`} onClear={() => setWord('')} />
    return (
      <nav aria-label={name} ref={list}>
        <ul>
          {found.map(({ item, entry }) => (
            <li key={entry.code}>
              <a
                href={hrefOf(item)}
                aria-current={entry.code === current ? 'true' : undefined}
                onClick={(event) => choose(event, item)}
              >
                <Entry entry={entry} word={word.trim()} />
              </a>
            </li>
          ))}
        </ul>
      </nav>
    )
  }
  return (
    <div className={css.sideList}>
      <SearchField
        label={`查找${name}`}
        placeholder={`${name}名称、编码`}
        className="fld"
        value={word}
        onChange={setWord}
      />
      {content()}
    </div>
  )
}

const Entry = ({ entry: { name, code, tag, fact }, word }: { entry: SideEntry; word: string }) => (
  <>
    <span className="grow">
      <span className={`row ${css.name}`}>
        <span className="ell" title={name}>
          <Marked text={name} word={word} />
        </span>
        {tag !== undefined && <span className={`tag ${css.tag} ln`}>{tag}</span>}
      </span>
      <span className={`t3 s12 ell ${css.code}`} title={code}>
        <Marked text={code} word={word} />
      </span>
    </span>
    <span className={css.fact}>{fact}</span>
  </>
)

/** Scrolls to an item that was chosen by a link or has just been added. */
function useChosenInSight(code: string | null) {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    if (code !== null) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [code])
  return list
}

const LINES = 10

export function SideListSkeleton() {
  const late = useLate(true)
  if (!late) return <div className={css.sideList} />
  return (
    <div className={`${css.sideList} ${css.skeleton}`} role="status" aria-label="正在加载">
      {Array.from({ length: LINES }, (_each, index) => (
        <div key={index} style={{ opacity: 1 - (index / LINES) * 0.85 }}>
          <i className="sk" style={{ width: `${40 + (index % 3) * 12}%` }} />
          <i className="sk" style={{ width: `${28 + (index % 4) * 9}%` }} />
        </div>
      ))}
    </div>
  )
}
