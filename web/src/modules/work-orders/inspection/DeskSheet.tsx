import { inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { isComplete, isUnsettled, lackOf, progressOf } from '@heliodesk/contract/inspection-sheet-rules.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import type { FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import { ArrowLeft, ArrowRight, CheckCheck, Printer } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { Chip } from '../../../kit/Chip.tsx'
import { PageHead } from '../../../kit/PageHead.tsx'
import { StatusGlyph } from '../../../kit/Status.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { go } from '../../../lib/location.ts'
import { notify } from '../../../lib/notices.ts'
import { useCommand } from '../../../lib/queries.ts'
import { AmbientField } from './AmbientField.tsx'
import { DefectPanel } from './DefectPanel.tsx'
import { LinePanel } from './LinePanel.tsx'
import { LineRow } from './LineRow.tsx'
import { itemsOf, saying, sheetFacts, type Line, type Sheet } from './sheet.ts'
import { useActs } from './use-acts.ts'
import css from './inspection.module.css'

const filters = { all: '全部', abnormal: '异常', watch: '关注', absent: '不涉及' } as const
type Filter = keyof typeof filters

/** The sheet on a desk: the device in hand is open, with its readings line by line. */
export function DeskSheet({ sheet }: { sheet: Sheet }) {
  const { query, change } = useUrlQuery()
  const acts = useActs(sheet)
  const body = useRef<HTMLTableElement>(null)
  const [filter, setFilter] = useState<Filter>('all')
  const [chosenNo, setChosenNo] = useState<number | null>(null)
  const finish = useCommand(inspectionSheetCalls.finish, {
    onSuccess: () => notify({ kind: 'success', title: '已完成巡检，等待验收' }),
  })
  const items = itemsOf(sheet)
  const progress = progressOf(sheet)
  const done = progress.filter(isComplete).length
  const firstOpen = progress.find((each) => !isComplete(each))
  const asked = Number(query.get('stop'))
  const stop = progress.some((each) => each.stop === asked) ? asked : (firstOpen ?? progress[0])?.stop
  const here = progress.find((each) => each.stop === stop)
  const facts = sheetFacts(sheet)
  const counts = { all: facts.recorded, abnormal: facts.abnormal, watch: facts.watch, absent: facts.absent }
  const isShown = (line: Line) => filter === 'all' || line.verdict === filter
  const linesOf = (each: number) => sheet.lineList.filter((line) => line.stop === each && isShown(line))
  const lines = stop === undefined ? [] : linesOf(stop)
  const chosen = lines.find(({ no }) => no === chosenNo) ?? lines.find(isUnsettled) ?? lines[0]
  const chosenItem = chosen && items.get(chosen.itemId)
  const focusLine = (line: Line | undefined) => {
    if (!line) return
    setChosenNo(line.no)
    const row = body.current?.querySelector(`[data-no="${line.no}"]`)
    row?.querySelector<HTMLElement>('input, button')?.focus()
  }
  const step = (from: Line, by: 1 | -1) => focusLine(lines[lines.indexOf(from) + by])
  const openStop = (next: number) => {
    setChosenNo(null)
    change({ stop: String(next) })
  }
  const nextStop =
    progress.find((each) => stop !== undefined && each.stop > stop && !isComplete(each)) ?? firstOpen
  const rest = lines.filter(({ verdict, itemId }) => verdict === null && items.get(itemId)?.kind === 'judge')
  const onKeyDown = (event: KeyboardEvent) => {
    if (!chosen) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      step(chosen, event.key === 'ArrowDown' ? 1 : -1)
    }
    if (event.altKey && event.code === 'KeyN') {
      event.preventDefault()
      document.querySelector<HTMLElement>(`.${css.defect} textarea`)?.focus()
    }
  }
  const { recordRefusal } = sheet
  const lack = here ? lackOf(here) : ''
  return (
    // Keys of the whole sheet, whatever in it has the focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={css.sheet} onKeyDown={onKeyDown}>
      <PageHead
        title={sheet.title}
        facts={
          <span className="row">
            <StatusGlyph status={sheet.flowSts as FlowStatus} />
            {[
              sheet.workCode,
              sheet.psName,
              sheet.liablePerson,
              sheet.startTime && `${sheet.startTime.slice(5, 16)} 开始`,
              sheet.ambient !== null && `环境 ${sheet.ambient} ℃`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        }
        actions={
          <>
            <IconButton
              icon={ArrowLeft}
              label="返回工单"
              onClick={() => go(paths.orders.to({ order: sheet.orderId }))}
            />
            <Button icon={Printer} onClick={() => go(paths.inspectionPrint.to({ id: sheet.orderId }))}>
              打印记录单
            </Button>
          </>
        }
        main={
          firstOpen === undefined ? (
            <Button
              kind="pri"
              icon={CheckCheck}
              busy={finish.isPending}
              refusal={recordRefusal}
              onClick={() => finish.mutate({ orderId: sheet.orderId, version: sheet.orderVersion })}
            >
              完成巡检，提交验收
            </Button>
          ) : (
            <Button
              kind="pri"
              icon={ArrowRight}
              refusal={recordRefusal ?? (lack === '' ? null : lack)}
              onClick={() => nextStop && openStop(nextStop.stop)}
            >
              完成本台，下一台
            </Button>
          )
        }
      />
      <div className={css.strip}>
        <b>
          {done} / {progress.length} 台
        </b>
        <progress value={done} max={progress.length} aria-label="已完成的设备" />
        <span className="row" role="group" aria-label="判断">
          {(Object.keys(filters) as Filter[]).map((key) => (
            <Chip key={key} chosen={filter === key} onChoose={() => setFilter(key)}>
              {filters[key]}{' '}
              <em className={key === 'abnormal' && counts[key] > 0 ? 'err' : undefined}>{counts[key]}</em>
            </Chip>
          ))}
        </span>
        {recordRefusal === null && <AmbientField sheet={sheet} acts={acts} />}
        <span className={`t3 s12 grow ${css.keys}`}>↑↓ 换行，Enter 记录，Alt + N 转缺陷</span>
        {recordRefusal === null && rest.length > 0 && (
          <Button
            size="sm"
            busy={acts.isBusy}
            onClick={() => void acts.record(rest.map((line) => ({ line, found: saying('normal') })))}
          >
            其余正常
          </Button>
        )}
      </div>
      <div className={css.panes}>
        <div className={css.scroll}>
          <table ref={body} className={css.table} aria-label="巡检记录">
            <thead>
              <tr>
                {['项目', '读数', '正常范围', '位置', '最近 6 次', '判断', '留证'].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            {sheet.stopList.map((each) => {
              const state = progress.find((one) => one.stop === each.stop)
              const isOpen = each.stop === stop
              const shown = isOpen || filter !== 'all' ? linesOf(each.stop) : []
              if (filter !== 'all' && shown.length === 0) return null
              return (
                <tbody key={each.stop}>
                  <tr className={css.stop}>
                    <th scope="colgroup" colSpan={5}>
                      <button type="button" aria-expanded={isOpen} onClick={() => openStop(each.stop)}>
                        <b>{each.name}</b> <span className="t3">{each.model ?? each.spaceName}</span>
                      </button>
                    </th>
                    <td colSpan={2}>{state && <StopState {...state} />}</td>
                  </tr>
                  {shown.map((line) => {
                    const item = items.get(line.itemId)
                    return (
                      item && (
                        <LineRow
                          key={line.no}
                          item={item}
                          line={line}
                          ambient={sheet.ambient}
                          isChosen={line.no === chosen?.no}
                          refusal={recordRefusal}
                          onChoose={() => setChosenNo(line.no)}
                          onRecord={(found) => acts.record([{ line, found }])}
                          onNext={() => step(line, 1)}
                        />
                      )
                    )
                  })}
                </tbody>
              )
            })}
          </table>
        </div>
        <aside className={css.side} aria-label="本台">
          {stop !== undefined && recordRefusal === null && (
            <DefectPanel sheet={sheet} stop={stop} acts={acts} />
          )}
          {chosen && chosenItem && (
            <LinePanel
              key={chosen.no}
              sheet={sheet}
              item={chosenItem}
              line={chosen}
              onRecord={(found) => acts.record([{ line: chosen, found }])}
            />
          )}
        </aside>
      </div>
    </div>
  )
}

const StopState = ({ lines, recorded, abnormal }: ReturnType<typeof progressOf>[number]) =>
  abnormal > 0 ? (
    <span className="err">{abnormal} 异常</span>
  ) : (
    <span className="t3">
      {recorded === 0 ? `未检，${lines} 项` : recorded === lines ? '全部正常' : `已检 ${recorded}/${lines}`}
    </span>
  )
