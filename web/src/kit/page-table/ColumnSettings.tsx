import { own } from '@heliodesk/contract/own.ts'
import { GripVertical, History, Lock, Pin, PinOff } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { choosePreference, usePreferences } from '../../lib/preferences.ts'
import { IconButton } from '../Button.tsx'
import { SearchField } from '../SearchField.tsx'
import { ColumnHistory } from './ColumnHistory.tsx'
import { isOnlyShown, moveColumn, toggleFixed, toggleHidden, WIDTH_STEP } from './column-changes.ts'
import { MAX_FIXED, setWidth, type AnyColumn, type ColumnSettings as Settings } from './columns.ts'
import { useFolded } from './folded.ts'
import { useColumnSettings } from './use-column-settings.ts'
import css from './column-settings.module.css'

type ColumnSettingsProps = { code: string; columns: readonly AnyColumn[] }

/** Column settings of a table: visibility, order, width, fixed columns, and their history. */
export function ColumnSettings({ code, columns }: ColumnSettingsProps) {
  const { settings, change, reset } = useColumnSettings(code, columns)
  const [showsHistory, setShowsHistory] = useState(false)
  const folds = usePreferences(({ foldColumns }) => foldColumns)
  const folded = useFolded((byCode) => own(byCode, code)) ?? []
  return (
    <div className={css.columnSettings}>
      <div className={`title ${css.title}`}>
        <b>列设置</b>
        <span className="t3 s12">
          已显示 {columns.length - settings.hidden.length - folded.length} / {columns.length}
        </span>
        <IconButton
          icon={History}
          label={showsHistory ? '返回列设置' : '历史记录'}
          small
          on={showsHistory}
          onClick={() => setShowsHistory(!showsHistory)}
        />
        <button type="button" className={`link ${css.link}`} onClick={reset}>
          恢复默认
        </button>
      </div>
      {showsHistory ? (
        <ColumnHistory code={code} columns={columns} />
      ) : (
        <>
          <ColumnList columns={columns} settings={settings} folded={folded} onChange={change} />
          <label className={`row ${css.folding}`}>
            <input
              type="checkbox"
              checked={folds}
              onChange={() => choosePreference({ foldColumns: !folds })}
            />
            <span>
              窗口较窄时收起次要列
              <small className="t3">不收起时，表格左右滚动</small>
            </span>
          </label>
        </>
      )}
    </div>
  )
}

type ColumnListProps = {
  columns: readonly AnyColumn[]
  settings: Settings
  /** The keys of the columns for which there is no room now. */
  folded: readonly string[]
  onChange: (settings: Settings) => void
}

function ColumnList({ columns, settings, folded, onChange }: ColumnListProps) {
  const [word, setWord] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const rows = settings.order
    .map((key) => byKey.get(key)!)
    .filter(({ title }) => title.toLowerCase().includes(word.trim().toLowerCase()))
  const step = (key: string, by: number) => {
    const target = settings.order[settings.order.indexOf(key) + by]
    if (target) onChange(moveColumn(settings, key, target))
  }
  const widthOf = ({ key, width }: AnyColumn) => own(settings.widths, key) ?? width
  const onKey = (event: KeyboardEvent, column: AnyColumn) => {
    const { key } = column
    if (event.key === 'ArrowUp') step(key, -1)
    else if (event.key === 'ArrowDown') step(key, 1)
    else if (event.key === 'ArrowLeft') onChange(setWidth(settings, key, widthOf(column) - WIDTH_STEP))
    else if (event.key === 'ArrowRight') onChange(setWidth(settings, key, widthOf(column) + WIDTH_STEP))
    else if (event.key === 'Backspace') onChange(setWidth(settings, key, null))
    else return
    event.preventDefault()
  }
  return (
    <>
      <SearchField label="搜索列名" value={word} onChange={setWord} />
      <ul>
        {rows.map((column) => {
          const { key, title, lock } = column
          const fixed = settings.fixed.includes(key)
          const full = !fixed && settings.fixed.length >= MAX_FIXED
          return (
            <li
              key={key}
              draggable
              className={dragged === key ? css.dragged : undefined}
              onDragStart={() => setDragged(key)}
              onDragEnter={() => dragged && onChange(moveColumn(settings, dragged, key))}
              onDragOver={(event) => event.preventDefault()}
              onDragEnd={() => setDragged(null)}
            >
              <button
                type="button"
                className={css.grip}
                aria-label={`移动 ${title}，宽 ${widthOf(column)}`}
                title="拖动，或按 ↑ ↓ 移动；← → 改变列宽，退格键恢复列宽"
                onKeyDown={(event) => onKey(event, column)}
              >
                {fixed ? <Lock className="i s" aria-hidden /> : <GripVertical className="i s" aria-hidden />}
              </button>
              <label className="row grow">
                <input
                  type="checkbox"
                  checked={!settings.hidden.includes(key)}
                  disabled={lock || isOnlyShown(settings, key)}
                  onChange={() => onChange(toggleHidden(settings, key))}
                />
                <span className={settings.hidden.includes(key) ? 't2' : undefined}>{title}</span>
              </label>
              {own(settings.widths, key) && (
                <span className="s12 t3" aria-hidden>
                  {own(settings.widths, key)}
                </span>
              )}
              {fixed && <span className="s12 t2">固定</span>}
              {folded.includes(key) && <span className="s12 t3">已收起</span>}
              <IconButton
                icon={fixed ? PinOff : Pin}
                label={fixed ? `取消固定 ${title}` : `固定 ${title}`}
                refusal={full ? `最多固定 ${MAX_FIXED} 列` : null}
                small
                onClick={() => onChange(toggleFixed(settings, key))}
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}
