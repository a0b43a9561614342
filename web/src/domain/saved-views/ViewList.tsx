import { savedViewCalls } from '@heliodesk/contract/saved-views.ts'
import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { useIsNamed } from '../../lib/pinyin.ts'
import { useCommand } from '../../lib/queries.ts'
import { fitConditions } from './conditions.ts'
import type { SavedView, ShowView } from './saved-view.ts'
import { useDescribe } from './use-describe.ts'
import type { SavedViews } from './use-saved-views.ts'
import { ViewLine } from './ViewLine.tsx'
import css from './saved-views.module.css'

/** Fewer are seen at once. */
const SEARCHED_FROM = 8

type ViewListProps = {
  saved: SavedViews
  /** Saves the conditions of the list; null if there is nothing to save. */
  onAdd: (() => void) | null
  onShow: ShowView
  onClose: () => void
}

/** Own and shared views: chosen, pinned above the list, put in order, changed and removed. */
export function ViewList({ saved, onAdd, onShow, onClose }: ViewListProps) {
  const { views } = saved
  const [word, setWord] = useState('')
  const isNamed = useIsNamed(word)
  const describe = useDescribe(saved.list)
  const isFresh = useFresh(views)
  const [dragged, setDragged] = useState<SavedView | null>(null)
  const wanted = word.trim().toLowerCase()
  const found = views.filter(({ name }) => name.toLowerCase().includes(wanted) || isNamed(name, wanted))
  const closing =
    <Args extends readonly unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      onClose()
      act(...args)
    }
  const section = (title: string, isMine: boolean) => {
    const lines = found.filter((view) => view.isMine === isMine)
    if (lines.length === 0) return null
    return (
      <section aria-label={title}>
        <h3>{title}</h3>
        <ul>
          {lines.map((view, at) => (
            <ViewLine
              key={view.id}
              saved={saved}
              view={view}
              words={describe(fitConditions(saved.list, view.query).query) || '没有有效的条件'}
              isFresh={isFresh(view)}
              isDragged={dragged?.id === view.id}
              onDrag={setDragged}
              onDragOver={() => dragged && saved.move(dragged.id, view.id)}
              onStep={(by) => {
                const target = lines[at + by]
                if (target) saved.move(view.id, target.id)
              }}
              onChoose={closing(saved.choose)}
              onShow={closing(onShow)}
            />
          ))}
        </ul>
      </section>
    )
  }
  return (
    <div className={css.list}>
      <div className={css.title}>
        <b>视图</b>
        {onAdd && (
          <Button size="sm" kind="txt" icon={Plus} onClick={closing(onAdd)}>
            保存当前条件
          </Button>
        )}
      </div>
      <Reading read={saved.read} name="视图" height={96}>
        {() => (
          <>
            {views.length >= SEARCHED_FROM && (
              <SearchField label="搜索视图" value={word} onChange={setWord} />
            )}
            {section('我的视图', true)}
            {section('共享视图', false)}
            {found.length === 0 && (
              <p className={css.none}>
                {views.length > 0
                  ? '没有符合条件的视图'
                  : '还没有视图。先查询或排序，再把条件保存为视图，下次一键打开。'}
              </p>
            )}
          </>
        )}
      </Reading>
    </div>
  )
}

/** Which views are new as long as this list is open; the person has seen those that it shows, also ones that come later. */
function useFresh(views: readonly SavedView[]): (view: SavedView) => boolean {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const { mutate } = useCommand(savedViewCalls.seen, { errors: 'own' })
  const news = views.filter(({ isNew }) => isNew).map(({ id }) => id)
  const see = useEffectEvent(() => {
    setFresh(new Set([...fresh, ...news]))
    mutate({ ids: news })
  })
  const shown = news.join()
  useEffect(() => {
    if (shown !== '') see()
  }, [shown])
  return ({ id, isNew }) => isNew || fresh.has(id)
}
