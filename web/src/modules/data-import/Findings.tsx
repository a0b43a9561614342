import { csvOf } from '@heliodesk/contract/csv.ts'
import { CircleAlert, Download, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { Chip } from '../../kit/Chip.tsx'
import { formatNumber } from '../../kit/format.ts'
import type { Column } from '../../kit/page-table/columns.ts'
import { numberColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { Sort } from '../../kit/page-table/paging.ts'
import { PageTable } from '../../kit/page-table/PageTable.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { sortFindings, type Finding, type ImportJob } from './import-job.ts'
import { saveCsv } from './save-csv.ts'
import jobPanelCss from './job-panel.module.css'

type Level = Finding['level'] | 'all'
type Numbered = Finding & { key: string }

const levelTitles = { error: '错误', warning: '警告' } as const

const columns: readonly Column<Numbered>[] = [
  numberColumn('row', '行号', 84, { lock: true, sortable: true }),
  {
    key: 'level',
    title: '级别',
    width: 90,
    sortable: true,
    cell: ({ level }) => <LevelMark level={level} />,
  },
  textColumn('field', '列', 150, { sortable: true }),
  textColumn('message', '原因', 240, { grow: true, lock: true }),
]

function LevelMark({ level }: Pick<Finding, 'level'>) {
  const Icon = level === 'error' ? CircleAlert : TriangleAlert
  return (
    <span className={level === 'error' ? 'st err' : 'st undo'}>
      <Icon className="i s" aria-hidden />
      {levelTitles[level]}
    </span>
  )
}

/** The errors and warnings in the file, row by row. */
export function Findings({ job: { fileName, report } }: { job: ImportJob }) {
  const phone = usePhone()
  const [level, setLevel] = useState<Level>('all')
  const [sort, setSort] = useState<Sort>({ field: '', kind: '' })
  const { errorCount, warningCount } = report
  const findings = report.findings.map((finding, index) => ({ ...finding, key: String(index) }))
  if (findings.length === 0) return null
  const shown = sortFindings(
    findings.filter((finding) => level === 'all' || finding.level === level),
    sort,
  )
  const chip = (value: Level, title: string, count: number) => (
    <Chip chosen={level === value} onChoose={() => setLevel(value)}>
      {title}
      <em className={value === 'error' && count > 0 ? 'err' : undefined}>{formatNumber(count)}</em>
    </Chip>
  )
  const left = errorCount + warningCount - findings.length
  return (
    <section className={jobPanelCss.findings} aria-label="检查结果">
      <header>
        <div role="group" aria-label="级别" className={`row ${jobPanelCss.row}`}>
          {chip('all', '全部', errorCount + warningCount)}
          {chip('error', '错误', errorCount)}
          {chip('warning', '警告', warningCount)}
        </div>
        <Button
          size="sm"
          icon={Download}
          className="mla"
          onClick={() => saveCsv(nameFor(fileName), linesOf(shown))}
        >
          导出 CSV
        </Button>
      </header>
      {/* On a phone the cards scroll here; on a desktop the table scrolls itself. */}
      <div
        className={jobPanelCss.rows}
        {...(phone && { tabIndex: 0, role: 'region', 'aria-label': '检查结果清单' })}
      >
        <PageTable
          code="import-findings"
          name="检查结果"
          columns={columns}
          rowKey={({ key }) => key}
          source={{
            rows: shown,
            total: null,
            fetching: false,
            error: null,
            updatedAt: 0,
            refresh: () => undefined,
          }}
          paging={{ curPage: 1, size: 10, sort }}
          onPaging={(change) => change.sort && setSort(change.sort)}
          renderCard={(finding) => <FindingCard finding={finding} />}
          filtered={
            level === 'all' ? null : { text: `级别 ${levelTitles[level]}`, onClear: () => setLevel('all') }
          }
          empty={{ title: '没有发现问题' }}
        />
      </div>
      {left > 0 && <p className="t3">错误和警告各列出前 1,000 处，另有 {formatNumber(left)} 处未列出。</p>}
    </section>
  )
}

function FindingCard({ finding }: { finding: Finding }) {
  return (
    <article className={jobPanelCss.findingCard}>
      <span className="row">
        <LevelMark level={finding.level} />
        <span>第 {formatNumber(finding.row)} 行</span>
        <span className="t2 ell">{finding.field}</span>
      </span>
      <span>{finding.message}</span>
    </article>
  )
}

const nameFor = (fileName: string) => `${fileName.replace(/\.[^.]+$/, '')} 检查结果.csv`

const linesOf = (findings: readonly Finding[]) =>
  csvOf([
    ['行号', '级别', '列', '原因'],
    ...findings.map(({ row, level, field, message }) => [row, levelTitles[level], field, message]),
  ])
