import { resourcePlanCalls } from '@heliodesk/contract/resource-plans.ts'
import { ChevronLeft, ChevronRight, Download, Upload } from 'lucide-react'
import { useRef, useState, type ClipboardEvent } from 'react'
import { IconButton } from '../../kit/Button.tsx'
import { FooterButtons } from '../../kit/ButtonGroup.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { EMPTY } from '../../kit/format.ts'
import { HeadRow } from '../../kit/HeadRow.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { useUnsaved } from '../../kit/use-unsaved.ts'
import { sendFile } from '../../lib/call.ts'
import { callErrorOf, reportCallError } from '../../lib/call-errors.ts'
import { saveBlob } from '../../lib/download.ts'
import { FilePicker } from '../../kit/FilePicker.tsx'
import { notify } from '../../lib/notices.ts'
import { useCan } from '../../lib/permission.tsx'
import { useCall, useCommand } from '../../lib/queries.ts'
import {
  cellError,
  imported,
  monthsOf,
  pasted,
  planFields,
  planTitles,
  PLAN_TEMPLATE,
  sheetOf,
  sumOf,
  type Plan,
  type PlanField,
  type Sheet,
} from './plan-sheet.ts'
import type { KnownStation } from './station.ts'
import css from './stations.module.css'
import { companyNow } from '../../lib/company-time.ts'

const YEARS = { first: 2000, last: 2099 }

/** 计划: the station's planned generation for a year, month by month (spec 2 §7 resourcePlan). */
export function PlanTab({ station: { psId } }: { station: KnownStation }) {
  const [year, setYear] = useState(() => companyNow().year())
  const [dirty, setDirty] = useState(false)
  const read = useCall(resourcePlanCalls.query, { psId, year })
  const plan = read.isPlaceholderData ? undefined : read.data
  const turnTo = (next: number) => {
    if (!dirty) setYear(next)
    else
      notify({ kind: 'warning', title: '计划尚未保存', text: '请先保存或还原，再查看其他年份', seconds: 3 })
  }
  return (
    <section className={`sec ${css.plan}`} aria-label="计划">
      <div className={`row ${css.tools}`}>
        <IconButton
          icon={ChevronLeft}
          label="上一年"
          refusal={year > YEARS.first ? null : '没有更早的年份'}
          onClick={() => turnTo(year - 1)}
        />
        <b aria-live="polite">{year} 年</b>
        <IconButton
          icon={ChevronRight}
          label="下一年"
          refusal={year < YEARS.last ? null : '没有更晚的年份'}
          onClick={() => turnTo(year + 1)}
        />
        {plan && plan.years.length > 0 && <span className="t3">已有计划：{plan.years.join('、')}</span>}
      </div>
      <Reading read={read} name="计划" height={240}>
        {(loaded) => (
          <PlanSheet
            key={`${loaded.year} ${loaded.version}`}
            plan={loaded}
            onDirty={setDirty}
            onRefresh={() => void read.refetch()}
          />
        )}
      </Reading>
    </section>
  )
}

type PlanSheetProps = { plan: Plan; onDirty: (dirty: boolean) => void; onRefresh: () => void }

function PlanSheet({ plan, onDirty, onRefresh }: PlanSheetProps) {
  const start = sheetOf(plan)
  const [sheet, setSheet] = useState<Sheet>(start)
  const mayEdit = useCan('station:edit')
  const [reading, setReading] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const dirty = JSON.stringify(sheet) !== JSON.stringify(start)
  const change = (next: Sheet) => {
    setSheet(next)
    onDirty(JSON.stringify(next) !== JSON.stringify(start))
  }
  useUnsaved(dirty)
  const command = useCommand(resourcePlanCalls.save, {
    errors: 'own',
    onSuccess: () => {
      onDirty(false)
      notify({ kind: 'success', title: '计划已保存', text: `${plan.psName} ${plan.year} 年` })
    },
  })
  const wrong = sheet.some((row) => planFields.some((field) => cellError(field, row[field]) !== null))
  const save = () =>
    command.mutate({
      psId: plan.psId,
      year: plan.year,
      version: plan.version,
      months: monthsOf(sheet),
    })
  const take = async (chosen: File) => {
    setReading(true)
    try {
      const { rows } = await sendFile(resourcePlanCalls.readFile, {}, chosen)
      const next = imported(sheet, rows)
      if (next) change(next)
      else notify({ kind: 'error', title: '没有读到月份', text: '第一列应为 1 至 12 月，可下载模板填写' })
    } catch (error) {
      const failed = callErrorOf(error)
      if (failed) reportCallError(failed)
    } finally {
      setReading(false)
    }
  }
  const paste = (event: ClipboardEvent, month: number, field: PlanField) => {
    const block = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(block.trim())) return
    event.preventDefault()
    change(pasted(sheet, block, month, field))
  }
  return (
    <>
      <div className={css.planRows} tabIndex={0} role="region" aria-label={`${plan.year} 年各月计划`}>
        <table>
          <HeadRow titles={['月份', ...planFields.map((field) => planTitles[field])]} />
          <tbody>
            {sheet.map((row, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the months are always the same twelve
              <tr key={at}>
                <th scope="row">{at + 1} 月</th>
                {planFields.map((field) => {
                  const error = cellError(field, row[field])
                  return (
                    <td key={field}>
                      {mayEdit ? (
                        <input
                          inputMode="decimal"
                          aria-label={`${at + 1} 月${planTitles[field]}`}
                          aria-invalid={error ? true : undefined}
                          title={error ?? undefined}
                          value={row[field]}
                          onChange={({ target }) =>
                            change(
                              sheet.map((each, other) =>
                                other === at ? { ...each, [field]: target.value } : each,
                              ),
                            )
                          }
                          onPaste={(event) => paste(event, at, field)}
                        />
                      ) : (
                        row[field] || EMPTY
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">全年</th>
              {planFields.map((field) => (
                <td key={field}>{sumOf(sheet, field) ?? EMPTY}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      <CommandAlert error={command.error} onRefresh={onRefresh} />
      {mayEdit && (
        <>
          <p className="t3 s12">
            可以从电子表格复制整块单元格，粘贴到任一格；等效利用小时不填时按发电量和容量计算。
          </p>
          <div className={`row ${css.tools}`}>
            <FooterButtons
              actions={[
                {
                  key: 'save',
                  title: '保存',
                  primary: true,
                  busy: command.isPending,
                  refusal: wrong ? '有填写不正确的格' : dirty ? null : '没有修改',
                  run: save,
                },
                {
                  key: 'reset',
                  title: '还原',
                  refusal: dirty ? null : '没有修改',
                  run: () => change(start),
                },
                {
                  key: 'import',
                  title: '导入表格',
                  icon: Upload,
                  busy: reading,
                  run: () => file.current?.click(),
                },
                {
                  key: 'template',
                  title: '下载模板',
                  icon: Download,
                  run: () => saveBlob(new Blob([PLAN_TEMPLATE]), '资源计划模板.csv'),
                },
              ]}
            />
            <FilePicker
              ref={file}
              label="导入计划文件"
              accept=".csv,.txt,.xlsx"
              onFile={(chosen) => void take(chosen)}
            />
          </div>
        </>
      )}
    </>
  )
}
