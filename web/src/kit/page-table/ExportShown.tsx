import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { exportMark, type ExportMark } from '@heliodesk/contract/watermark.ts'
import { saveBlob } from '../../lib/download.ts'
import { csvOfTable, readShown, xlsxOfTable, type ShownTable } from './spreadsheet.ts'
import { companyNow } from '../../lib/company-time.ts'
import { useSession } from '../../lib/session.ts'
import { knownShell } from '../../lib/shell.ts'

export type Format = 'xlsx' | 'csv'

type ExportShownProps = {
  /** The name of a row: 工单. */
  name: string
  format: Format
  /** The visible columns, in their order. */
  columns: ShownTable['columns']
  /** The cells of each row in these columns. */
  cells: readonly (readonly ReactNode[])[]
  onDone: () => void
}

/**
 * Exports a table as shown. The cells are rendered once off screen, because only they define their own format, and
 * their texts are read. No call is sent.
 */
export function ExportShown({ name, format, columns, cells, onDone }: ExportShownProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const save = useEffectEvent(() => {
    const rows = Array.from(body.current!.children, (line) =>
      Array.from(line.children, (cell, at) => readShown(textOf(cell), columns[at]!.align)),
    )
    const now = companyNow()
    const { user } = useSession.getState()
    const marks = knownShell()?.exportMark ?? true
    const mark = user && marks ? exportMark(user, now.format('YYYY-MM-DD HH:mm')) : null
    const file = `${name}_${now.format('YYYYMMDDHHmmss')}.${format}`
    saveBlob(blobOf({ name, columns, rows }, format, mark), file)
    onDone()
  })
  useEffect(() => save(), [])
  return createPortal(
    <table hidden aria-hidden>
      <tbody ref={body}>
        {cells.map((row, line) => (
          // oxlint-disable-next-line react/no-array-index-key -- rendered only once
          <tr key={line}>
            {row.map((cell, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- rendered only once
              <td key={place}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>,
    document.body,
  )
}

const blobOf = (table: ShownTable, format: Format, mark: ExportMark | null): Blob =>
  format === 'xlsx'
    ? xlsxOfTable(table, mark)
    : new Blob([csvOfTable(table)], { type: 'text/csv;charset=utf-8' })

/** The visible text of a cell. A text that was cut short is taken from the title attribute, where it is complete. */
function textOf(cell: Element): string {
  const [only, more] = cell.children
  const whole = only && !more && cell.childNodes.length === 1 ? only.getAttribute('title') : null
  if (whole) return whole
  for (const hidden of cell.querySelectorAll('.sr, [aria-hidden=true], button')) hidden.remove()
  return cell.textContent
}
