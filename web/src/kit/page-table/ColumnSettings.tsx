import { Popover } from 'antd'
import { GripVertical, Lock, Pin, PinOff, Search, SlidersHorizontal } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { IconButton } from '../Button.tsx'
import {
  MAX_FIXED,
  moveColumn,
  toggleFixed,
  toggleHidden,
  useColumnSettings,
  type Column,
} from './columns.ts'
import './column-settings.css'

type ColumnSettingsProps = {
  code: string
  columns: readonly Pick<Column<never>, 'key' | 'title' | 'hidden' | 'lock' | 'fixed'>[]
}

/** Which columns a table shows, in what order, and which stand still. */
export function ColumnSettingsButton({ code, columns }: ColumnSettingsProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      content={<Settings code={code} columns={columns} />}
    >
      <span>
        <IconButton icon={SlidersHorizontal} label="列设置" on={open} />
      </span>
    </Popover>
  )
}

function Settings({ code, columns }: ColumnSettingsProps) {
  const { settings, change, reset } = useColumnSettings(code, columns)
  const [word, setWord] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const rows = settings.order
    .map((key) => byKey.get(key)!)
    .filter(({ title }) => title.toLowerCase().includes(word.trim().toLowerCase()))
  const step = (key: string, by: number) => {
    const target = settings.order[settings.order.indexOf(key) + by]
    if (target) change(moveColumn(settings, key, target))
  }
  const moveByKey = (event: KeyboardEvent, key: string) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    step(key, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <div className="column-settings" role="dialog" aria-label="列设置">
      <div className="title">
        <b>列设置</b>
        <span className="t3 s12">
          已显示 {columns.length - settings.hidden.length} / {columns.length}
        </span>
        <button type="button" className="link" onClick={reset}>
          恢复默认
        </button>
      </div>
      <label className="fld text">
        <Search className="i s" aria-hidden />
        <input
          type="search"
          placeholder="搜索列名"
          aria-label="搜索列名"
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
      </label>
      <ul>
        {rows.map(({ key, title, lock }) => {
          const fixed = settings.fixed.includes(key)
          const full = !fixed && settings.fixed.length >= MAX_FIXED
          return (
            <li
              key={key}
              draggable
              className={dragged === key ? 'dragged' : undefined}
              onDragStart={() => setDragged(key)}
              onDragEnter={() => dragged && change(moveColumn(settings, dragged, key))}
              onDragOver={(event) => event.preventDefault()}
              onDragEnd={() => setDragged(null)}
            >
              <button
                type="button"
                className="grip"
                aria-label={`移动 ${title}`}
                title="拖动，或按 ↑ ↓ 移动"
                onKeyDown={(event) => moveByKey(event, key)}
              >
                {fixed ? <Lock className="i s" aria-hidden /> : <GripVertical className="i s" aria-hidden />}
              </button>
              <label>
                <input
                  type="checkbox"
                  checked={!settings.hidden.includes(key)}
                  disabled={lock}
                  onChange={() => change(toggleHidden(settings, key))}
                />
                <span className={settings.hidden.includes(key) ? 't2' : undefined}>{title}</span>
              </label>
              {fixed && <span className="s12 t2">固定</span>}
              <IconButton
                icon={fixed ? PinOff : Pin}
                label={fixed ? `取消固定 ${title}` : `固定 ${title}`}
                refusal={full ? `最多固定 ${MAX_FIXED} 列` : null}
                small
                onClick={() => change(toggleFixed(settings, key))}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
