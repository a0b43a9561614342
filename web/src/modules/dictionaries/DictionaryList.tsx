import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { Button } from '../../kit/Button.tsx'
import { formatNumber } from '../../kit/format.ts'
import { Marked } from '../../kit/Marked.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Empty, NoMatch } from '../../kit/States.tsx'
import { useLate } from '../../kit/use-late.ts'
import { searchDictionaries, type Dictionary } from './dictionary.ts'
import css from './dictionaries.module.css'
import { useIsNamed } from '../../lib/pinyin.ts'

type DictionaryListProps = {
  dictionaries: readonly Dictionary[]
  chosen: Dictionary | null
  hrefOf: (dictionary: Dictionary) => string
  onChoose: (dictionary: Dictionary) => void
  onAdd: () => void
}

/** All dictionaries, searchable by name or code. */
export function DictionaryList({ dictionaries, chosen, hrefOf, onChoose, onAdd }: DictionaryListProps) {
  const [word, setWord] = useState('')
  const found = searchDictionaries(dictionaries, word, useIsNamed(word))
  const list = useChosenInSight(chosen?.id)
  const choose = (event: MouseEvent, dictionary: Dictionary) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onChoose(dictionary)
  }
  return (
    <>
      <SearchField
        label="查找字典"
        placeholder="字典名称、编码"
        className="fld"
        value={word}
        onChange={setWord}
      />
      {dictionaries.length === 0 ? (
        <Empty
          title="还没有字典"
          text="字典供表单中的下拉选项使用"
          action={<Button onClick={onAdd}>新建字典</Button>}
        />
      ) : found.length === 0 ? (
        <NoMatch title="没有符合条件的字典" text={`“${word.trim()}”`} onClear={() => setWord('')} />
      ) : (
        <nav aria-label="字典" ref={list}>
          <ul>
            {found.map((dictionary) => (
              <li key={dictionary.id}>
                <a
                  href={hrefOf(dictionary)}
                  aria-current={dictionary.id === chosen?.id ? 'true' : undefined}
                  onClick={(event) => choose(event, dictionary)}
                >
                  <span className="grow">
                    <span className={`row ${css.name}`}>
                      <span className={`ell ${css.ell}`} title={dictionary.dictName}>
                        <Marked text={dictionary.dictName} word={word.trim()} />
                      </span>
                      {dictionary.builtIn && <span className={`tag ${css.tag} ln`}>内置</span>}
                    </span>
                    <span className={`t3 s12 ell ${css.code}`} title={dictionary.dictCode}>
                      <Marked text={dictionary.dictCode} word={word.trim()} />
                    </span>
                  </span>
                  <span className={css.count}>{formatNumber(dictionary.itemCount)} 项</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}

/** Scrolls to a dictionary that was chosen by a link or has just been added. */
function useChosenInSight(id: string | undefined) {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    if (id) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [id])
  return list
}

const LINES = 10

export function ListSkeleton() {
  const late = useLate(true)
  if (!late) return null
  return (
    <div className={css.listSkeleton} role="status" aria-label="正在加载">
      {Array.from({ length: LINES }, (_each, index) => (
        <div key={index} style={{ opacity: 1 - (index / LINES) * 0.85 }}>
          <i className="sk" style={{ width: `${40 + (index % 3) * 12}%` }} />
          <i className="sk" style={{ width: `${28 + (index % 4) * 9}%` }} />
        </div>
      ))}
    </div>
  )
}
