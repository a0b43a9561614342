import { dayKinds, type SpecialDay } from '@heliodesk/contract/calendar.ts'
import { Input } from 'antd'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { DialogButtons } from '../../kit/DialogButtons.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Field } from '../../kit/Field.tsx'
import { FileButton } from '../../kit/FileButton.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { countOf, daysOf, parseDays } from './days.ts'
import css from './calendar.module.css'

const LARGEST_FILE = 200_000

type PasteDialogProps = OverlayProps & { year: number; onTake: (days: SpecialDay[]) => void }

/** Takes days from a pasted list or a CSV file into the draft, and says which lines it cannot read. */
export function PasteDialog({ open, onClose, year, onTake }: PasteDialogProps) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const { days, faults } = parseDays(text, year)
  const read = async (file: File) => {
    setFault(null)
    if (file.size > LARGEST_FILE) setFault(`“${file.name}”太大，不是日历`)
    else setText(await file.text())
  }
  const refusal = text.trim() === '' ? '请粘贴或选择文件' : faults.length > 0 ? '请先修改不能识别的行' : null
  return (
    <Dialog
      open={open}
      title={`导入 ${year} 年的日期`}
      width={560}
      typed
      onClose={onClose}
      buttons={
        <DialogButtons
          onCancel={onClose}
          verb="填入草稿"
          refusal={refusal}
          onConfirm={() => {
            onTake(days)
            onClose()
          }}
        />
      }
    >
      <Field
        label="每行一天或一段"
        error={fault}
        hint="日期（或起止日期）、类型、名称，以逗号或制表符分隔；可从表格直接粘贴。填入后替换当前草稿，启用前不生效。"
      >
        {(control) => (
          <Input.TextArea
            {...control}
            value={text}
            rows={9}
            spellCheck={false}
            placeholder={`${year}-01-01,放假,元旦\n${year}-02-05,${year}-02-11,放假,春节\n${year}-02-14,调休上班`}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className={css.read}>
        <FileButton
          icon={FileUp}
          verb="选择 CSV 文件"
          label="CSV 文件"
          accept=".csv,.txt,text/csv,text/plain"
          onFile={(chosen) => void read(chosen)}
        />
        {days.length > 0 && (
          <span className="t2">
            识别出
            {(['off', 'work', 'company'] as const)
              .map((kind) => [dayKinds[kind], countOf(daysOf(days), kind)] as const)
              .filter(([, count]) => count > 0)
              .map(([title, count]) => `${title} ${count} 天`)
              .join('，')}
          </span>
        )}
      </div>
      {faults.length > 0 && (
        <ul className={css.faults} role="alert">
          {faults.slice(0, 8).map((each) => (
            <li key={each}>{each}</li>
          ))}
          {faults.length > 8 && <li>还有 {faults.length - 8} 行</li>}
        </ul>
      )}
    </Dialog>
  )
}
