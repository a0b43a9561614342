import { photoRules } from '@heliodesk/contract/inspection-items.ts'
import { inspectionSheetCalls, type Found } from '@heliodesk/contract/inspection-sheets.ts'
import { lacksPhoto } from '@heliodesk/contract/inspection-sheet-rules.ts'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { CountedTextarea } from '../../../kit/CountedTextarea.tsx'
import { useCommand } from '../../../lib/queries.ts'
import { KeptPhotos } from '../KeptPhotos.tsx'
import type { Item, Line, Sheet } from './sheet.ts'
import css from './inspection.module.css'

type LinePanelProps = {
  sheet: Sheet
  item: Item
  line: Line
  onRecord: (found: Found) => Promise<boolean>
}

const NOTHING = () => {}

/** What belongs to the chosen line: its standard, photos and note, and that the station does not have it. */
export function LinePanel({ sheet, item, line, onRecord }: LinePanelProps) {
  const adding = useCommand(inspectionSheetCalls.addPhoto, { errors: 'own' })
  const removing = useCommand(inspectionSheetCalls.removePhoto)
  const [note, setNote] = useState(line.note)
  const { orderId, recordRefusal } = sheet
  const { verdict, value, parts, isReread } = line
  const keepNote = () => {
    if (note.trim() === line.note || verdict === null) return
    void onRecord({ verdict, value, parts, isReread: isReread || value !== null, note: note.trim() })
  }
  return (
    <section className={css.line} aria-label="选中的项目">
      <h2>{item.name}</h2>
      <p className="t2">{[item.method, item.standard].filter((each) => each !== '').join('：')}</p>
      {line.exemptReason !== '' && <p className="alert undo">免转原因：{line.exemptReason}</p>}
      <KeptPhotos
        label="照片"
        hint={photoRules[item.photo]}
        required={lacksPhoto(item, verdict, 0)}
        submitTime={sheet.finishTime}
        of="本项"
        photos={line.photoList}
        attach={(path) => adding.mutateAsync({ orderId, no: line.no, path })}
        remove={(photoId) => removing.mutate({ orderId, photoId })}
        onBusy={NOTHING}
      />
      <CountedTextarea
        aria-label="备注"
        placeholder={verdict === null ? '先登记读数或判断，再填写备注' : '备注'}
        value={note}
        max={200}
        rows={2}
        onChange={setNote}
        onBlur={keepNote}
      />
      <div>
        <Button
          size="sm"
          refusal={recordRefusal ?? (verdict === 'absent' ? '已记为不涉及' : null)}
          onClick={() =>
            void onRecord({ verdict: 'absent', value: null, parts: [], isReread: false, note: note.trim() })
          }
        >
          记为不涉及
        </Button>
      </div>
    </section>
  )
}
