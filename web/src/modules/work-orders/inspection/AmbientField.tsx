import { inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { useRef, useState } from 'react'
import { useOnline } from '../../../kit/use-online.ts'
import { numbersOf, type Sheet } from './sheet.ts'
import type { SheetActs } from './use-acts.ts'
import css from './inspection.module.css'

const { shape } = inspectionSheetCalls.ambient.input

/** The temperature of the air, from which computed items take it. */
export function AmbientField({ sheet, acts }: { sheet: Sheet; acts: SheetActs }) {
  const isOnline = useOnline() || acts.isField
  const [typed, setTyped] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  // Enter sends, and so does leaving the field.
  const sent = useRef<string | null>(null)
  const known = sheet.ambient === null ? '' : String(sheet.ambient)
  const send = () => {
    if (typed === null || typed.trim() === known || typed === sent.current) return
    const numbers = numbersOf(typed)
    if (numbers === null || numbers.length > 1) return setFault('应为数值')
    const ambient = numbers[0] ?? null
    const wrong = shape.ambient.safeParse(ambient).error?.issues[0]?.message
    if (wrong !== undefined) return setFault(wrong)
    sent.current = typed
    void acts.noteAmbient(ambient).then((isKept) => {
      sent.current = null
      return isKept && setTyped(null)
    })
  }
  return (
    <span className={css.ambient}>
      <span className={css.input}>
        <label className="t2" htmlFor="inspection-ambient">
          环境温度
        </label>
        <input
          id="inspection-ambient"
          aria-invalid={fault !== null}
          autoComplete="off"
          enterKeyHint="done"
          disabled={!isOnline}
          value={typed ?? known}
          onChange={(event) => {
            setTyped(event.target.value)
            setFault(null)
          }}
          onBlur={send}
          onKeyDown={(event) => {
            // The keys of the sheet are those of its lines.
            event.stopPropagation()
            if (event.key === 'Enter') send()
          }}
        />
        <span className="t3">℃</span>
      </span>
      {fault !== null && (
        <small className="err" role="alert">
          {fault}
        </small>
      )}
      {fault === null && !isOnline && <small className="t3">环境温度联网后才能填写</small>}
    </span>
  )
}
