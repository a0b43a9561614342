import { menuCalls, type MenuEditorState } from '@heliodesk/contract/menus.ts'
import { History, Plus, Redo2, Undo2 } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { FilePicker } from '../../kit/FilePicker.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { ActionMenu } from '../../kit/page-table/RowActions.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { saveBlob } from '../../lib/download.ts'
import { notify } from '../../lib/notices.ts'
import { useCall } from '../../lib/queries.ts'
import { draftOf, lossOf } from './changes.ts'
import { EntryEditor } from './EntryEditor.tsx'
import { HistoryDialog } from './HistoryDialog.tsx'
import { copyOf, isButton, newItem, withBelow, type Item } from './items.ts'
import { fileOf, withFile } from './menu-file.ts'
import { MenuTree } from './MenuTree.tsx'
import { RolePreview } from './RolePreview.tsx'
import { SaveBar } from './SaveBar.tsx'
import { useMenuDraft } from './use-menu-draft.ts'
import css from './menus.module.css'

/** 菜单: the tree of menus and buttons, changed as a draft and saved as a whole. */
export function MenuPage() {
  const read = useCall(menuCalls.editor, {})
  return (
    <div className={css.page}>
      <Reading read={read} name="菜单" height={480} keepsOld>
        {(state) => <Editor state={state} />}
      </Reading>
    </div>
  )
}

function Editor({ state }: { state: MenuEditorState }) {
  const { query, change, leave } = useUrlQuery()
  const phone = usePhone()
  const draft = useMenuDraft(state)
  const { items, base, counts, put } = draft
  const asked = items.find(({ key }) => key === query.get('entry')) ?? null
  const item = asked ?? (phone ? null : (items.find(({ above }) => above === null) ?? null))
  const choose = (key: string) => change({ entry: key }, { push: phone && !asked })
  const back = () => leave(['entry'])
  const add = (fresh: Item) => {
    put([...items, fresh])
    choose(fresh.key)
  }
  const remove = (gone: Item) => {
    const keys = new Set(withBelow(items, gone.key).map(({ key }) => key))
    put(items.filter(({ key }) => !keys.has(key)))
    if (phone) back()
    else change({ entry: gone.above })
  }
  const { show, shown } = useOverlays({
    history: (overlay) => <HistoryDialog {...overlay} />,
    remove: (overlay, gone: Item) => (
      <ConfirmDialog
        open={overlay.open}
        title={`删除“${gone.name || '未命名'}”？`}
        text={`${lossOf(withBelow(items, gone.key))}保存后生效。`}
        verb="删除"
        danger
        onConfirm={() => {
          overlay.onClose()
          remove(gone)
        }}
        onCancel={overlay.onClose}
      />
    ),
  })
  const onKey = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    const isTyped = event.target instanceof HTMLElement && event.target.matches('input, textarea')
    if (!(event.ctrlKey || event.metaKey) || isTyped || (key !== 'z' && key !== 'y')) return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) draft.redo?.()
    else draft.undo?.()
  }
  const kinds = (wanted: (each: Item) => boolean) => items.filter(wanted).length
  const above = item === null ? null : isButton(item) || item.kind !== 'directory' ? item.above : item.key
  const facts = `${kinds((each) => each.above === null)} 个一级，${kinds((each) => !isButton(each))} 个菜单，${kinds(isButton)} 个按钮${
    counts.total > 0 ? ` · ${counts.total} 处未保存` : ''
  }`
  return (
    <div className={css.editorPage} onKeyDown={onKey} role="presentation">
      {!(phone && item) && (
        <PageHead
          title="菜单"
          facts={facts}
          actions={
            <>
              <IconButton
                icon={Undo2}
                label="撤销（Ctrl Z）"
                refusal={draft.undo ? null : '没有可撤销的修改'}
                onClick={() => draft.undo?.()}
              />
              <IconButton
                icon={Redo2}
                label="重做（Ctrl Y）"
                refusal={draft.redo ? null : '没有可重做的修改'}
                onClick={() => draft.redo?.()}
              />
              <IconButton icon={History} label="修改记录" onClick={() => show('history')} />
              <FileActions items={items} onTake={put} />
            </>
          }
          main={
            <Button icon={Plus} onClick={() => add(newItem(items, 'page', above))}>
              新建菜单
            </Button>
          }
        />
      )}
      <div className={css.panes}>
        {!(phone && item) && <MenuTree draft={draft} chosen={item?.key ?? null} onChoose={choose} />}
        {(item || !phone) && (
          <section className={css.middle} aria-label={item ? `菜单项 ${item.name}` : '菜单项'}>
            {item && (
              <EntryEditor
                key={item.key}
                item={item}
                draft={draft}
                state={state}
                onBack={phone ? back : null}
                onChoose={choose}
                onAdd={add}
                onCopy={() => add(copyOf(items, item))}
                onRemove={(gone) => show('remove', gone)}
              />
            )}
            <SaveBar draft={draft} />
          </section>
        )}
        {!(phone && !item) && (
          <RolePreview roles={state.roles} draft={draftOf(base, items)} items={items} item={item} />
        )}
        {phone && !item && counts.total > 0 && <SaveBar draft={draft} />}
      </div>
      {shown}
    </div>
  )
}

type FileActionsProps = { items: readonly Item[]; onTake: (items: Item[]) => void }

/** The menu as a file, and one taken into the draft. */
function FileActions({ items, onTake }: FileActionsProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File) => {
    const taken = withFile(items, await file.text())
    if (typeof taken === 'string') return notify({ kind: 'warning', title: '文件没有导入', text: taken })
    onTake(taken)
    notify({ kind: 'success', title: '文件已导入', text: '核对后保存才生效，也可以撤销' })
  }
  return (
    <>
      <ActionMenu
        named
        label="导入导出"
        actions={[
          {
            key: 'export',
            title: '导出 JSON',
            run: () => saveBlob(new Blob([fileOf(items)], { type: 'application/json' }), '菜单.json'),
          },
          { key: 'import', title: '导入 JSON', run: () => input.current?.click() },
        ]}
      />
      <FilePicker
        ref={input}
        label="导入菜单文件"
        accept=".json,application/json"
        onFile={(file) => void take(file)}
      />
    </>
  )
}
