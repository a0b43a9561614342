import { Search, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../../kit/Button.tsx'
import type { TreeSession } from './tree-session.ts'
import css from './tree-popup.module.css'

type SearchInputProps<D> = {
  session: TreeSession<D>
  placeholder: string
  /** The number of matches, in words. */
  hits: string | null
  autoFocus?: boolean
}

/** The search field of a tree; the down arrow moves into the tree. */
export function SearchInput<D>({ session, placeholder, hits, autoFocus }: SearchInputProps<D>) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    event.currentTarget.closest(`.${css.treePanel}`)?.querySelector<HTMLElement>('[role=tree]')?.focus()
  }
  return (
    <label className="fld text">
      <Search className="i s" aria-hidden />
      <input
        type="search"
        enterKeyHint="search"
        maxLength={64}
        placeholder={placeholder}
        aria-label={placeholder}
        value={session.typed}
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={autoFocus}
        onChange={(event) => session.type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {session.searching && <span className="spin" />}
      {hits && (
        <span className={css.hits} role="status">
          {hits}
        </span>
      )}
      {session.typed && <IconButton icon={X} label="清除查找" small onClick={() => session.type('')} />}
    </label>
  )
}
