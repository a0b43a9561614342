import { jumpRefusal, judged } from '@heliodesk/contract/inspection-sheet-rules.ts'
import type { Found } from '@heliodesk/contract/inspection-sheets.ts'
import { useRef, useState, type Ref } from 'react'
import { foundOf, hintOf, typedOf, type Item, type Line } from './sheet.ts'
import css from './inspection.module.css'

type ReadingFieldProps = {
  ref?: Ref<HTMLInputElement>
  item: Item
  line: Line
  /** Of the sheet. */
  ambient: number | null
  refusal: string | null
  onRecord: (found: Found) => Promise<boolean>
  /** The reading stands; the person goes on. */
  onNext: () => void
  onFocus?: () => void
}

/** A reading as it is typed; Enter records it. One that jumped is typed again before it counts. */
export function ReadingField({
  ref,
  item,
  line,
  ambient,
  refusal,
  onRecord,
  onNext,
  onFocus,
}: ReadingFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [doubted, setDoubted] = useState<string | null>(null)
  // Enter sends, and so does leaving the field, which Enter does too.
  const sent = useRef<string | null>(null)
  const shown = typed ?? typedOf(line)
  const hint = hintOf(item, ambient)
  const send = async () => {
    if (typed === null || typed.trim() === '' || typed === typedOf(line) || typed === sent.current)
      return true
    const given = foundOf(item, typed, ambient)
    if (typeof given === 'string') {
      setFault(given)
      return false
    }
    const found: Found = { verdict: null, note: '', ...given, isReread: doubted === typed }
    const result = judged(item, found)
    if (typeof result === 'string') {
      setFault(result)
      return false
    }
    const jump = jumpRefusal(item, result.value, { trend: line.trend, isReread: found.isReread })
    if (jump !== null) {
      setFault(jump)
      setDoubted(typed)
      return false
    }
    sent.current = typed
    if (!(await onRecord(found))) {
      sent.current = null
      return false
    }
    setTyped(null)
    setFault(null)
    return true
  }
  return (
    <span className={css.reading}>
      <span className={css.input}>
        <input
          ref={ref}
          aria-label={`${item.name}读数`}
          aria-invalid={fault !== null}
          // The pad for numbers has no blanks between several.
          inputMode={item.formula === null ? 'decimal' : 'text'}
          enterKeyHint="next"
          autoComplete="off"
          aria-description={hint}
          data-many={item.formula === null ? undefined : ''}
          disabled={refusal !== null}
          title={refusal ?? undefined}
          value={shown}
          onChange={(event) => {
            sent.current = null
            setTyped(event.target.value)
            setFault(null)
          }}
          onFocus={onFocus}
          onBlur={() => void send()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void send().then((isSent) => isSent && onNext())
          }}
        />
        <span className="t3">{item.unit}</span>
      </span>
      {fault === null && hint !== '' && <small className="t3">{hint}</small>}
      {fault !== null && (
        <small className="err" role="alert">
          {fault}
        </small>
      )}
    </span>
  )
}
