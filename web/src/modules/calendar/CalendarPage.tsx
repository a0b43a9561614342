import { calendarCalls, calendarYears, dayKinds, type DayKind } from '@heliodesk/contract/calendar.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Check, ChevronLeft, ChevronRight, ClipboardPaste, History, Landmark } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { useUnsaved } from '../../kit/use-unsaved.ts'
import { companyNow } from '../../lib/company-time.ts'
import { keyOf, useCall, useRefresh } from '../../lib/queries.ts'
import { DayPane } from './DayPane.tsx'
import { countOf, daysOf, listOf, sameDays, withStatutory, type Days } from './days.ts'
import { DropDialog, EnableDialog, type Year } from './draft-dialogs.tsx'
import { HistoryDialog } from './HistoryDialog.tsx'
import { PasteDialog } from './PasteDialog.tsx'
import { YearGrid } from './YearGrid.tsx'
import css from './calendar.module.css'

/** 节假日历: the days of a year on which the company works differently from Monday to Friday. */
export function CalendarPage() {
  const { query, change } = useUrlQuery()
  const wanted = Number(query.get('year'))
  const year =
    wanted >= calendarYears.first && wanted <= calendarYears.last ? Math.floor(wanted) : companyNow().year()
  const read = useCall(calendarCalls.year, { year })
  const go = (to: number) => change({ year: String(to) })
  const switcher = (
    <div className={css.switcher} role="group" aria-label="年份">
      <IconButton
        icon={ChevronLeft}
        label="上一年"
        refusal={year === calendarYears.first ? '没有更早的年份' : null}
        onClick={() => go(year - 1)}
      />
      <b aria-live="polite">{year}</b>
      <IconButton
        icon={ChevronRight}
        label="下一年"
        refusal={year === calendarYears.last ? '没有更晚的年份' : null}
        onClick={() => go(year + 1)}
      />
    </div>
  )
  return (
    <div className={css.page}>
      <Reading read={read} name="节假日历" height={480}>
        {(known) => <YearEditor key={`${known.year}`} known={known} switcher={switcher} />}
      </Reading>
    </div>
  )
}

const stateOf = ({ days, draft }: Year): [title: string, look: string] => {
  if (draft) return ['草稿，待核对后启用', 'undo']
  return days ? ['已启用', 'ok'] : ['未设置，按周一至周五', 'ln']
}

function YearEditor({ known, switcher }: { known: Year; switcher: ReactNode }) {
  const { year, version } = known
  const saved = daysOf(known.draft ?? known.days ?? [])
  // The edit of a version; another one replaces it only where nothing is unsaved.
  const [edit, setEdit] = useState<{ days: Days; version: number } | null>(null)
  const days = edit?.days ?? saved
  const dirty = edit !== null && !sameDays(edit.days, saved)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const client = useQueryClient()
  const refresh = useRefresh(calendarCalls.year)
  useUnsaved(dirty)
  const saving = useSaving(calendarCalls.saveDraft, {
    said: () => ['草稿已保存', `${year} 年，启用前不影响任何时限`],
    onSaved: (answer) => {
      // Until it has been read again, the version before would show, and be enabled.
      client.setQueryData<Year>(keyOf(calendarCalls.year, { year }), answer)
      setEdit(null)
    },
  })
  const { show, shown } = useOverlays({
    paste: (overlay) => <PasteDialog {...overlay} year={year} onTake={(list) => put(daysOf(list))} />,
    history: (overlay) => <HistoryDialog {...overlay} year={year} />,
    enable: (overlay) => <EnableDialog {...overlay} known={known} />,
    drop: (overlay) => <DropDialog {...overlay} known={known} />,
  })
  const put = (next: Days) => setEdit({ days: next, version: edit?.version ?? version })
  const statutory = useCall(calendarCalls.statutory, { year })
  const [state, look] = stateOf(known)
  const phone = usePhone()
  return (
    <>
      <PageHead
        title="节假日历"
        facts={!phone && switcher}
        actions={
          <>
            <span className={`tag ${look}`}>{dirty ? '有未保存的改动' : state}</span>
            <Button icon={History} onClick={() => show('history')}>
              变更记录
            </Button>
            <Button
              icon={Landmark}
              refusal={
                statutory.data?.days
                  ? null
                  : statutory.data
                    ? `本版本还没有收录 ${year} 年的安排`
                    : '正在读取'
              }
              onClick={() => put(withStatutory(days, statutory.data?.days ?? []))}
            >
              法定节假日
            </Button>
            <Button icon={ClipboardPaste} onClick={() => show('paste')}>
              导入
            </Button>
          </>
        }
        main={
          <Button
            kind="pri"
            icon={Check}
            refusal={dirty ? '请先保存草稿' : known.draft ? null : '没有待启用的草稿'}
            onClick={() => show('enable')}
          >
            核对后启用
          </Button>
        }
      />
      <div className={css.legend}>
        {phone && switcher}
        {(Object.entries(dayKinds) as [DayKind, string][]).map(([kind, title]) => (
          <span key={kind}>
            <i data-kind={kind} aria-hidden />
            {title} {countOf(days, kind)} 天
          </span>
        ))}
        <span className={`t3 ${css.hint}`}>点日期选择；按住拖选一段；Shift + 点选到此</span>
      </div>
      <div className={css.panes}>
        <YearGrid year={year} days={days} chosen={chosen} onChoose={setChosen} />
        <div className={css.aside}>
          <DayPane year={year} days={days} chosen={chosen} isFirst={known.days === null} onChange={put} />
          <footer className={`touch-send ${css.foot}`}>
            <CommandAlert error={saving.error} onRefresh={refresh} />
            <span className={`t3 s12 grow ${css.saved}`}>
              {known.updatedBy && `${known.updatedBy} ${known.updateTime?.slice(0, 16)}`}
            </span>
            {dirty ? (
              <Button onClick={() => setEdit(null)}>撤销改动</Button>
            ) : (
              known.draft && <Button onClick={() => show('drop')}>放弃草稿</Button>
            )}
            <Button
              busy={saving.busy}
              refusal={dirty ? null : '没有改动'}
              onClick={() => saving.send({ year, version: edit?.version ?? version, days: listOf(days) })}
            >
              保存草稿
            </Button>
          </footer>
        </div>
      </div>
      {shown}
    </>
  )
}
