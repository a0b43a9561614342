import { menuCalls } from '@heliodesk/contract/menus.ts'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { useReadAgain } from '../../kit/use-seen.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { useUrlQuery } from '../../kit/url-query.ts'
import { wordsOf } from './changes.ts'
import { faultOf } from './items.ts'
import type { MenuDraft } from './use-menu-draft.ts'
import css from './menus.module.css'

/** What is not saved, and its saving as a whole. */
export function SaveBar({ draft }: { draft: MenuDraft }) {
  const { counts, items, treeVersion } = draft
  const { query, change } = useUrlQuery()
  const [looking, setLooking] = useState(false)
  const readAgain = useReadAgain(menuCalls.editor)
  const saving = useSaving(menuCalls.saveDraft, {
    said: () => ['菜单已保存', '已登录的人下一次操作即生效'],
    onSaved: ({ added }) => void show(added),
  })
  /** Until it has been read again, the menu before would show. */
  const show = async (added: readonly { key: string; id: string }[]) => {
    await readAgain({}).catch(() => undefined)
    const own = added.find(({ key }) => key === query.get('entry'))
    if (own) change({ entry: own.id })
    draft.reset()
  }
  const look = async () => {
    setLooking(true)
    try {
      draft.rebase(await readAgain({}))
      saving.reset()
    } finally {
      setLooking(false)
    }
  }
  const fault = items.map(faultOf).find((each) => each !== null) ?? null
  const { total } = counts
  return (
    <footer className={`touch-send ${css.foot}`}>
      <CommandAlert error={saving.error} onRefresh={() => void look()} />
      <span className={css.summary} aria-live="polite">
        {total === 0 ? (
          <span className="t3">没有未保存的修改</span>
        ) : (
          <>
            未保存 <b>{total}</b> 项：{wordsOf(counts)}
          </>
        )}
      </span>
      <Button refusal={total === 0 ? '没有未保存的修改' : null} onClick={draft.reset}>
        还原
      </Button>
      <Button
        kind="pri"
        busy={saving.busy || looking}
        refusal={total === 0 ? '没有未保存的修改' : fault}
        onClick={() => saving.send({ treeVersion, ...draft.draft() })}
      >
        保存
      </Button>
    </footer>
  )
}
