import { own } from '@heliodesk/contract/own.ts'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, CornerDownLeft, Search } from 'lucide-react'
import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import { ModalDialog } from '../../../kit/ModalDialog.tsx'
import { useBack } from '../../../kit/use-back.ts'
import { useLate } from '../../../kit/use-late.ts'
import { go } from '../../../lib/location.ts'
import { useGrants } from '../../../lib/permission.tsx'
import type { Hit } from '../../../lib/search-source.ts'
import type { Routes } from '../menu.ts'
import { hrefOf, isElsewhere } from './hit.ts'
import { remember } from './recent.ts'
import { SEARCHED } from './records.ts'
import { ResultRow, type Row } from './ResultRow.tsx'
import { sourcesFor, type Source } from './sources.ts'
import { ALL, useSearch, type Group } from './use-search.ts'
import css from './search-palette.module.css'

/** The maximum length of a list's keyword. */
const LONGEST = 50

/** Searches menus and the modules' records by name, entirely by keyboard if wanted. */
export function SearchPalette({ routes, onClose }: { routes: Routes; onClose: () => void }) {
  const grants = useGrants()
  const sources = useMemo(() => sourcesFor(routes, grants), [routes, grants])
  const [text, setText] = useState('')
  const [scope, setScope] = useState(ALL)
  const search = useSearch(sources, routes, text, scope)
  // The result whose actions are shown instead of the results.
  const [inside, setInside] = useState<Hit | null>(null)
  const { groups, words, busy } = inside ? { ...search, groups: [actionsGroup(inside)], words: '' } : search
  const rows = rowsOf(groups)
  const [chosen, setChosen] = useState<string | null>(null)
  const current = rows.find(({ id }) => id === chosen) ?? rows[0] ?? null
  const listId = useId()
  const slow = useLate(busy && rows.length === 0)
  useBack(true, onClose)

  const open = (row: Row, anew: boolean) => {
    if (row.hit && !inside) remember(row.hit)
    onClose()
    if (anew || (row.hit && isElsewhere(row.hit))) window.open(row.href, '_blank', 'noopener,noreferrer')
    else go(row.href.slice(1))
  }
  /** Whether the key led from a result to its actions, or back: at the end of what is typed, arrows move no caret. */
  const moveInside = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    const to = event.key === 'ArrowRight' ? (current?.hit ?? null) : null
    const isIn = !inside && to?.actions?.length && event.currentTarget.selectionStart === text.length
    const isOut = inside && event.key === 'ArrowLeft'
    if (!isIn && !isOut) return false
    setInside(isIn ? to : null)
    setChosen(null)
    event.preventDefault()
    return true
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const at = rows.findIndex((row) => row === current)
    if (moveInside(event)) return
    const step = own({ ArrowDown: 1, ArrowUp: -1 }, event.key)
    if (step !== undefined) setChosen(rows[(at + step + rows.length) % rows.length]?.id ?? null)
    else if (event.key === 'Enter' && current) open(current, event.ctrlKey || event.metaKey)
    else if (event.key === 'Tab') {
      setScope(nextScope(scopes, scope, event.shiftKey ? -1 : 1))
      setInside(null)
    } else return
    event.preventDefault()
  }
  // The menu and the actions, which are first among the results, are the last scopes.
  const [menu, started, ...records] = sources
  const scopes = [
    { scope: ALL, title: '全部' },
    ...[...records, started!, menu!].map(({ kind, title }) => ({ scope: kind, title })),
  ]

  return (
    <ModalDialog label="搜索" className={css.searchPalette} outside onClose={onClose}>
      <div className={css.panelBox}>
        <div className={`row ${css.ask}`}>
          <Search className="i l" aria-hidden />
          <input
            role="combobox"
            aria-label={`搜索${SEARCHED}`}
            aria-expanded={rows.length > 0}
            aria-controls={listId}
            aria-activedescendant={current ? `${listId} ${current.id}`.replaceAll(' ', '-') : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            placeholder={`搜索${SEARCHED}`}
            maxLength={LONGEST}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setChosen(null)
              setInside(null)
            }}
            onKeyDown={onKeyDown}
          />
          <div className={css.scopes} role="group" aria-label="搜索范围">
            {scopes.map((each) => (
              <button
                key={each.scope}
                type="button"
                tabIndex={-1}
                aria-pressed={each.scope === scope}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  setScope(each.scope)
                  setInside(null)
                }}
              >
                {each.title}
              </button>
            ))}
          </div>
        </div>
        <div
          className={css.found}
          id={listId}
          {...(rows.length > 0 ? { role: 'listbox', 'aria-label': '搜索结果' } : {})}
          aria-busy={busy}
        >
          {groups.map((group) => (
            <GroupRows
              key={group.key}
              group={group}
              words={words}
              current={current?.id ?? null}
              listId={listId}
              onPoint={setChosen}
              onOpen={open}
            />
          ))}
        </div>
        {rows.length === 0 && !busy && (
          <Nothing groups={groups} words={words} source={sources.find(({ kind }) => kind === scope)} />
        )}
        {slow && <p className={`${css.nothing} t3`}>正在搜索…</p>}
        <div className={`foot row ${css.foot}`}>
          <span>
            <kbd>
              <ArrowUp className="i s" aria-hidden />
              <ArrowDown className="i s" aria-hidden />
            </kbd>{' '}
            选择
          </span>
          <span>
            <kbd>
              <CornerDownLeft className="i s" aria-hidden />
            </kbd>{' '}
            打开
          </span>
          <span>
            <kbd>
              Ctrl <CornerDownLeft className="i s" aria-hidden />
            </kbd>{' '}
            新页签
          </span>
          <span>
            <kbd>
              {inside ? (
                <ArrowLeft className="i s" aria-hidden />
              ) : (
                <ArrowRight className="i s" aria-hidden />
              )}
            </kbd>{' '}
            {inside ? '返回' : '动作'}
          </span>
          <span>
            <kbd>Tab</kbd> 切换范围
          </span>
          <span className={css.note}>只列出您有权限的内容</span>
        </div>
      </div>
    </ModalDialog>
  )
}

function nextScope(scopes: readonly { scope: string }[], scope: string, step: number): string {
  const at = scopes.findIndex((each) => each.scope === scope)
  return scopes[(at + step + scopes.length) % scopes.length]!.scope
}

/** What can be done with a result, in the place of the results. */
const actionsGroup = ({ key, kind, title, icon, status, actions = [] }: Hit): Group => ({
  key: 'inside',
  title,
  hits: actions.map((action) => ({
    ...action,
    kind,
    key: `${key} ${action.title}`,
    facts: '',
    icon,
    status,
  })),
  error: null,
  more: null,
})

/** All rows that the arrow keys reach. */
const rowsOf = (groups: readonly Group[]): Row[] =>
  groups.flatMap(({ key, hits, more }) => [
    ...hits.map((hit) => ({ id: `${key} ${hit.key}`, href: hrefOf(hit), hit })),
    ...(more === null ? [] : [{ id: `${key} more`, href: `#${more}`, hit: null }]),
  ])

type GroupRowsProps = {
  group: Group
  words: string
  current: string | null
  listId: string
  onPoint: (id: string) => void
  onOpen: (row: Row, anew: boolean) => void
}

function GroupRows({ group, words, current, listId, onPoint, onOpen }: GroupRowsProps) {
  const { title, hits, error } = group
  return (
    <div role="group" aria-label={title}>
      <h6 aria-hidden>
        {title}{' '}
        {group.key !== 'recent' && group.key !== 'inside' && hits.length > 0 && <span>{hits.length}</span>}
      </h6>
      {error && (
        <p className={`t3 ${css.failed}`} role="presentation">
          {error.message}
        </p>
      )}
      {rowsOf([group]).map((row) => (
        <ResultRow
          key={row.id}
          id={`${listId} ${row.id}`.replaceAll(' ', '-')}
          row={row}
          words={words}
          current={row.id === current}
          onPoint={() => onPoint(row.id)}
          onOpen={onOpen}
        />
      ))}
    </div>
  )
}

type NothingProps = {
  groups: readonly Group[]
  words: string
  source: Pick<Source, 'hint' | 'leastLetters'> | undefined
}

function Nothing({ groups, words, source: { hint, leastLetters } = ANY }: NothingProps) {
  if (groups.length > 0) return null
  return (
    <p className={`${css.nothing} t3`} role="status">
      {words === '' || words.length < leastLetters ? hint : `没有找到“${words}”`}
    </p>
  )
}

/** What to type while all sources are searched. */
const ANY = { hint: '输入名称', leastLetters: 0 }
