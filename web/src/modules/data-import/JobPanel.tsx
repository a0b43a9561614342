import { dataImportCalls, importKinds } from '@heliodesk/contract/data-import.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { CircleAlert, CircleCheck, Info, RotateCw, TriangleAlert } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { Figures, type Figure } from '../../kit/Figures.tsx'
import { formatMinute, formatNumber } from '../../kit/format.ts'
import { ErrorStrip } from '../../kit/States.tsx'
import type { CallError } from '../../lib/call.ts'
import { useCan } from '../../lib/permission.tsx'
import { useCommand } from '../../lib/queries.ts'
import { Findings } from './Findings.tsx'
import { addedInWords, runRefusal, type ImportJob } from './import-job.ts'
import { useKindRefusal } from './permitted-kinds.ts'
import { IssuePasswords } from './IssuePasswords.tsx'
import { StateTag } from './StateTag.tsx'
import '../../kit/strip.css'
import jobPanelCss from './job-panel.module.css'
import dataImportCss from './data-import.module.css'

type JobPanelProps = {
  job: ImportJob
  /** The latest read failed; the earlier data still shows. */
  error: CallError | null
  onReread: () => void
}

/** An import, from its dry run on. */
export function JobPanel({ job, error, onReread }: JobPanelProps) {
  const command = useCommand(dataImportCalls.run, {
    errors: 'own',
  })
  const kindRefusal = useKindRefusal(job.kind)
  const run = () => command.mutate({ id: job.id })
  const title = job.state === 'importing' ? '进度没有更新' : '这次导入没有更新'
  return (
    <div className={jobPanelCss.job}>
      <header className="row">
        <h2 className="ell" title={job.fileName}>
          {job.fileName}
        </h2>
        <StateTag state={job.state} />
        <span className={`t3 ${jobPanelCss.facts}`}>
          {importKinds[job.kind]} · {job.depName} · {formatNumber(job.rowCount)} 行 · {job.createdBy}{' '}
          {formatMinute(job.createTime)} 上传
        </span>
      </header>
      {error && <ErrorStrip title={title} error={error} onRetry={onReread} />}
      {job.state === 'importing' && <Progress job={job} />}
      {job.state === 'done' && <Done job={job} />}
      {job.state === 'failed' && <Failed job={job} />}
      {(job.state === 'checked' || job.report.badCount > 0) && (
        <>
          <Figures figures={countsOf(job.report)} className={jobPanelCss.counts} />
          {job.state === 'checked' && <Verdict report={job.report} />}
          <Findings job={job} />
        </>
      )}
      <CommandAlert error={command.error} />
      {(job.state === 'checked' || job.state === 'failed') && (
        <footer className="touch-send">
          {job.state === 'checked' ? (
            <Button
              kind="pri"
              busy={command.isPending}
              refusal={kindRefusal ?? runRefusal(job.report)}
              onClick={run}
            >
              导入 {formatNumber(job.report.okCount)} 行
            </Button>
          ) : (
            <Button kind="pri" icon={RotateCw} busy={command.isPending} refusal={kindRefusal} onClick={run}>
              重试
            </Button>
          )}
        </footer>
      )}
    </div>
  )
}

/** The row counts of the dry run. */
function countsOf(report: ImportJob['report']): Figure[] {
  const { okCount, badCount, knownCount, errorCount, warningCount } = report
  return [
    { title: '可导入', value: formatNumber(okCount), unit: '行', note: addedInWords(report) },
    {
      title: '错误',
      value: formatNumber(badCount),
      unit: '行',
      note: badCount > 0 ? `${formatNumber(errorCount)} 处，须先修正` : '没有错误',
      bad: badCount > 0,
    },
    {
      title: '警告',
      value: formatNumber(warningCount),
      unit: '处',
      note: warningCount > 0 ? '请核对，不影响导入' : '没有警告',
    },
    {
      title: '已存在',
      value: formatNumber(knownCount),
      unit: '行',
      note: knownCount > 0 ? '以前导入过，自动跳过' : '没有重复',
    },
  ]
}

/** States before the button that the import is all or nothing. */
function Verdict({ report }: Pick<ImportJob, 'report'>) {
  if (report.badCount > 0) {
    return (
      <p className="alert err">
        <CircleAlert className="i" aria-hidden />有 {formatNumber(report.badCount)}{' '}
        行错误，整个文件都不会导入。请按下面的原因修正文件，然后重新上传。
      </p>
    )
  }
  if (report.okCount === 0) {
    return (
      <p className="alert proc">
        <Info className="i" aria-hidden />
        文件中的每一行都已导入过，不需要再次导入。
      </p>
    )
  }
  return (
    <p className="alert ok">
      <CircleCheck className="i" aria-hidden />
      没有错误，可以导入。{formatNumber(report.okCount)} 行要么全部导入，要么一行也不导入。
    </p>
  )
}

function Progress({ job: { doneCount, rowCount } }: { job: ImportJob }) {
  const percent = rowCount > 0 ? Math.floor((doneCount / rowCount) * 100) : 0
  return (
    <div className={jobPanelCss.progressBlock}>
      <span className="row">
        <b role="status">{doneCount > 0 ? `正在导入 ${percent} %` : '已排队，即将开始'}</b>
        <span className="t3 mla">
          {formatNumber(doneCount)} / {formatNumber(rowCount)} 行
        </span>
      </span>
      <span
        className={doneCount > 0 ? 'bar' : `bar ${dataImportCss.busy}`}
        role="progressbar"
        aria-label="导入进度"
        aria-valuenow={percent}
      >
        <i style={{ width: `${percent}%` }} />
      </span>
      <p className="t3">可以离开或关闭本页，导入会继续进行；回来后从导入记录打开即可。</p>
    </div>
  )
}

function Done({ job: { id, result, traced, unissued } }: { job: ImportJob }) {
  const opensStations = useCan('station:list')
  const opensOrders = useCan('order:list')
  const opensDevices = useCan('device:list')
  const managesPeople = useCan('user:manage')
  const opensItems = useCan('inspectionItem:list')
  if (!result) return null
  const rows = traced ? { importId: id } : {}
  const {
    stations,
    orders,
    skipped,
    updated = 0,
    days = 0,
    moments = 0,
    devices = 0,
    devicesUpdated = 0,
    users = 0,
    items = 0,
  } = result
  return (
    <div className={`touch-row ${jobPanelCss.doneBlock}`}>
      <p className="alert ok">
        <CircleCheck className="i" aria-hidden />
        <span>
          导入完成，{addedInWords(result)}
          {skipped > 0 && `；${formatNumber(skipped)} 行已存在，已跳过`}。
        </span>
      </p>
      <span className={`row ${jobPanelCss.row}`}>
        {opensStations && stations + updated + days + moments > 0 && (
          <a className="btn" href={paths.stations.href(rows)}>
            {traced ? '查看这次导入的电站' : '查看电站档案'}
          </a>
        )}
        {opensDevices && devices + devicesUpdated > 0 && (
          <a className="btn" href={paths.devices.href(rows)}>
            {traced ? '查看这次导入的设备' : '查看设备台账'}
          </a>
        )}
        {managesPeople && unissued > 0 && <IssuePasswords importId={id} unissued={unissued} />}
        {managesPeople && users > 0 && (
          <a className="btn" href={paths.users.href()}>
            查看用户
          </a>
        )}
        {opensItems && items > 0 && (
          <a className="btn" href={paths.inspectionItems.href()}>
            查看巡检项目
          </a>
        )}
        {opensOrders && orders > 0 && (
          <a className="btn" href={paths.orders.href({ view: '4', keyword: '历史导入' })}>
            到任务中心查看工单
          </a>
        )}
      </span>
    </div>
  )
}

function Failed({ job: { error } }: { job: ImportJob }) {
  return (
    <p className="alert err" role="alert">
      <TriangleAlert className="i" aria-hidden />
      <span>
        <b>导入失败，没有写入任何数据。</b>
        {error && `原因：${error}`}
      </span>
    </p>
  )
}
