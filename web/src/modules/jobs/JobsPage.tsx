import type { Received } from '@heliodesk/contract/call.ts'
import { jobCalls, jobKinds, jobStates, titleOfJob, type BackgroundJob } from '@heliodesk/contract/jobs.ts'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { Figures } from '../../kit/Figures.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { Empty, NoMatch } from '../../kit/States.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { usePhone } from '../../kit/use-phone.ts'
import { useCall } from '../../lib/queries.ts'
import { JobPane } from './JobPane.tsx'
import { looks, REFRESH_MS, stateWords, timeWords, waitWords } from './job-words.ts'
import '../../kit/strip.css'
import css from './jobs.module.css'

type Summary = Received<typeof jobCalls.summary>

const kindChoices = [
  { value: '', label: '全部种类' },
  ...Object.entries(jobKinds).map(([value, { title }]) => ({ value, label: title })),
]
const PAGE = 50

const isKey = <K extends string>(known: Readonly<Record<K, unknown>>, value: string | null): value is K =>
  value !== null && Object.hasOwn(known, value)

/** 后台任务: what waits, runs, is tried again or was given up, and what can be done about it. */
export function JobsPage() {
  const { query, change } = useUrlQuery()
  const phone = usePhone()
  const summary = useCall(jobCalls.summary, {}, { refetchInterval: REFRESH_MS })
  const [pageSize, setSize] = useState(PAGE)
  const [asked, state, kind] = [query.get('job'), query.get('state'), query.get('kind')]
  const [typed, setTyped] = useState(query.get('keyword') ?? '')
  const keyword = useDeferredValue(typed.trim())
  const read = useCall(
    jobCalls.list,
    {
      pageSize: Math.min(pageSize, 500),
      ...(isKey(jobStates, state) && { state }),
      ...(isKey(jobKinds, kind) && { kind }),
      ...(keyword && { keyword }),
    },
    { refetchInterval: REFRESH_MS },
  )
  const isNarrowed = state !== null || kind !== null || keyword !== ''
  const isAlone = phone && asked !== null
  return (
    <div className={css.page}>
      <PageHead title="后台任务" facts="10 秒刷新一次" />
      {!isAlone && (
        <>
          <Reading read={summary} name="概况" height={84}>
            {(known) => <Strip known={known} />}
          </Reading>
          <div className={css.filters}>
            <Segments
              label="状态"
              choices={chips(summary.data)}
              value={isKey(jobStates, state) ? state : ''}
              onChange={(next) => change({ state: next || null })}
            />
            <span className="mla" />
            <Select
              aria-label="种类"
              options={kindChoices}
              value={isKey(jobKinds, kind) ? kind : ''}
              onChange={(next: string) => change({ kind: next || null })}
            />
            <SearchField
              label="搜索任务"
              placeholder="对象、单号"
              value={typed}
              onChange={(next) => {
                setTyped(next)
                change({ keyword: next.trim() || null })
              }}
            />
          </div>
        </>
      )}
      <div className={css.panes} data-detail={asked === null ? undefined : ''}>
        {!isAlone && (
          <div className={css.list}>
            <Reading read={read} name="后台任务" height={320} keepsOld>
              {({ records, total }) =>
                total === 0 ? (
                  isNarrowed ? (
                    <NoMatch
                      title="没有符合条件的任务"
                      onClear={() => {
                        setTyped('')
                        change({ state: null, kind: null, keyword: null })
                      }}
                    />
                  ) : (
                    <Empty
                      title="没有在办的后台任务"
                      text="导出、导入、推送、流程超时等会排在这里，完成后随即移走"
                    />
                  )
                ) : (
                  <Jobs jobs={records} chosen={asked} onOpen={(job) => change({ job }, { push: phone })} />
                )
              }
            </Reading>
            <footer className={css.foot}>
              <span className="t3 s12">
                {summary.data && `放弃的保留 ${summary.data.keptDays} 天；`}完成的随即移走，不逐条保留
              </span>
              {(read.data?.total ?? 0) > pageSize && pageSize < 500 && (
                <Button size="sm" kind="txt" onClick={() => setSize(pageSize + PAGE)}>
                  再显示 {PAGE} 件，共 {read.data?.total} 件
                </Button>
              )}
            </footer>
          </div>
        )}
        {asked !== null && <JobPane key={asked} jobNo={asked} />}
      </div>
    </div>
  )
}

const chips = (known: Summary | undefined) => ({
  '': known ? `全部 ${known.waiting + known.running + known.retrying + known.givenUp}` : '全部',
  waiting: `等待 ${known?.waiting ?? ''}`.trim(),
  running: `运行 ${known?.running ?? ''}`.trim(),
  retrying: `重试 ${known?.retrying ?? ''}`.trim(),
  givenUp: `放弃 ${known?.givenUp ?? ''}`.trim(),
})

const OLD_SECONDS = 60

function Strip({ known }: { known: Summary }) {
  const { waiting, running, retrying, givenUp, oldestSeconds, nextTime, nextRetryTime } = known
  const [value, unit] = waitWords(oldestSeconds)
  const minute = (time: string | null) => time?.slice(5, 16)
  return (
    <Figures
      className={css.strip}
      figures={[
        {
          title: '等待',
          value: String(waiting),
          unit: '件',
          note: nextTime ? `最早应办 ${minute(nextTime)}` : '没有排队的',
        },
        { title: '运行', value: String(running), unit: '件', note: running > 0 ? '正在进行' : '空闲' },
        {
          title: '重试中',
          value: String(retrying),
          unit: '件',
          note: nextRetryTime ? `下一次 ${minute(nextRetryTime)}` : '没有失败的',
        },
        {
          title: '放弃',
          value: String(givenUp),
          unit: '件',
          note: givenUp > 0 ? '需人处理' : '没有',
          bad: givenUp > 0,
        },
        {
          title: '最老等待',
          value,
          unit,
          note: oldestSeconds > OLD_SECONDS ? '超过 60 s，可能有积压' : '没有积压',
          bad: oldestSeconds > OLD_SECONDS,
        },
      ]}
    />
  )
}

type JobsProps = { jobs: readonly BackgroundJob[]; chosen: string | null; onOpen: (jobNo: string) => void }

const Jobs = ({ jobs, chosen, onOpen }: JobsProps) => (
  <table>
    <thead>
      <tr>
        <th>状态</th>
        <th>做什么</th>
        <th>对象</th>
        <th>时间</th>
        <th>次数</th>
      </tr>
    </thead>
    <tbody>
      {jobs.map((job) => (
        <tr key={job.jobNo} data-chosen={job.jobNo === chosen ? '' : undefined}>
          <td>
            <button type="button" aria-pressed={job.jobNo === chosen} onClick={() => onOpen(job.jobNo)}>
              <span className={`tag ${looks[job.state]}`}>{stateWords(job)}</span>
            </button>
          </td>
          <td>{titleOfJob(job.kind)}</td>
          <td className="t2" title={job.object ?? undefined}>
            {job.object ?? '--'}
          </td>
          <td>{timeWords(job)}</td>
          <td>
            {job.attempts} / {job.most}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
