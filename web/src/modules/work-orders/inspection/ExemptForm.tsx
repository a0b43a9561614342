import { inUnit } from '@heliodesk/contract/inspection-sheet-rules.ts'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { CountedTextarea } from '../../../kit/CountedTextarea.tsx'
import type { Item, Line } from './sheet.ts'
import type { SheetActs } from './use-acts.ts'
import css from './inspection.module.css'

const MOST = 100

type ExemptFormProps = { items: ReadonlyMap<string, Item>; lines: readonly Line[]; acts: SheetActs }

/** Why one abnormal reading is not made a defect; the others wait for their own reason, or become one. */
export function ExemptForm({ items, lines, acts }: ExemptFormProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const line = lines.find(({ no }) => no === chosen) ?? lines[0]
  if (!line) return null
  const exempt = async () => {
    if (await acts.exempt(line, reason.trim())) setReason('')
  }
  return (
    <div className={css.exempt}>
      {lines.length > 1 && (
        <fieldset className={css.choices}>
          <legend className="t2">免转的项目</legend>
          {lines.map(({ no, itemId, value, note }) => {
            const item = items.get(itemId)
            return (
              item && (
                <label key={no}>
                  <input
                    type="radio"
                    name="exempted"
                    checked={no === line.no}
                    onChange={() => setChosen(no)}
                  />
                  <span className="grow">{item.name}</span>
                  <span className="err">{value === null ? note || '异常' : inUnit(value, item.unit)}</span>
                </label>
              )
            )
          })}
        </fieldset>
      )}
      <CountedTextarea
        autoFocus
        aria-label="免转原因"
        placeholder="不转缺陷的原因，留在记录中"
        value={reason}
        max={MOST}
        rows={2}
        onChange={setReason}
      />
      <Button
        busy={acts.isBusy}
        refusal={reason.trim() === '' || reason.length > MOST ? `请用 1~${MOST} 字说明原因` : null}
        onClick={() => void exempt()}
      >
        确定免转
      </Button>
    </div>
  )
}
