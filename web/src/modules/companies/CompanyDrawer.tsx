import type { Received } from '@heliodesk/contract/call.ts'
import {
  archiveStates,
  companyActs,
  companyCalls,
  type Company,
  type CompanyArchive,
} from '@heliodesk/contract/companies.ts'
import { Ban, Download, FileArchive, KeyRound, Pencil, Play, Trash2, Undo2 } from 'lucide-react'
import type { Issued } from '../../domain/IssuedPassword.tsx'
import { Button } from '../../kit/Button.tsx'
import { DetailLayout } from '../../kit/DetailLayout.tsx'
import { formatMinute, formatNumber, formatSize } from '../../kit/format.ts'
import { RecordDrawer } from '../../kit/RecordDrawer.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { downloadLink } from '../../lib/download.ts'
import { useCall } from '../../lib/queries.ts'
import {
  ArchiveCompany,
  CancelRemoval,
  IssuePassword,
  PlanRemoval,
  ResumeCompany,
  SuspendCompany,
} from './CompanyDialogs.tsx'
import { EditCompany } from './CompanyForms.tsx'
import { CompanyStateTag, usedExports, usedFiles, usedPeople, usedStations } from './company-list.tsx'
import css from './companies.module.css'

type CompanyDrawerProps = {
  companyCode: string
  /** The company in the list behind, if it is there. */
  row: Company | null
  onIssued: (issued: Issued) => void
  onClose: () => void
}

/** While an archive is made nothing announces how far it is; a removal goes on without changes between its portions. */
const REFRESH_MS = 2000
const isUnfinished = ({ state }: CompanyArchive) => state === 'waiting' || state === 'running'

/** A company: its figures and quotas, its archives, and what the operator did with it. */
export function CompanyDrawer({ companyCode, row, onIssued, onClose }: CompanyDrawerProps) {
  const read = useCall(companyCalls.detail, { companyCode })
  const detail = read.data
  useCall(
    companyCalls.detail,
    { companyCode },
    {
      refetchInterval: REFRESH_MS,
      enabled:
        detail !== undefined && (detail.company.removal !== null || detail.archives.some(isUnfinished)),
    },
  )
  const { show, shown } = useOverlays({
    edit: (overlay, company: Company) => <EditCompany {...overlay} company={company} />,
    suspend: (overlay, company: Company) => <SuspendCompany {...overlay} company={company} />,
    resume: (overlay, company: Company) => <ResumeCompany {...overlay} company={company} />,
    plan: (overlay, company: Company) => <PlanRemoval {...overlay} company={company} />,
    cancel: (overlay, company: Company) => <CancelRemoval {...overlay} company={company} />,
    archive: (overlay, company: Company) => <ArchiveCompany {...overlay} company={company} />,
    issue: (overlay, company: Company) => (
      <IssuePassword {...overlay} company={company} onIssued={onIssued} />
    ),
  })
  return (
    <>
      <RecordDrawer
        open
        onClose={onClose}
        call={companyCalls.detail}
        id={companyCode}
        noun="租户"
        read={read}
        record={detail?.company ?? null}
        row={row}
      >
        {(company) => ({
          top: <span className="t3">{company.companyCode}</span>,
          title: (
            <>
              {company.name} <CompanyStateTag company={company} />
            </>
          ),
          actions: !company.isOperator && company.state !== 'removing' && (
            <>
              {company.state === 'active' && (
                <Button icon={Ban} kind="dng" onClick={() => show('suspend', company)}>
                  停用
                </Button>
              )}
              {company.state === 'stopped' && (
                <>
                  <Button icon={Trash2} kind="dng" onClick={() => show('plan', company)}>
                    删除…
                  </Button>
                  <Button icon={Play} onClick={() => show('resume', company)}>
                    恢复
                  </Button>
                </>
              )}
              {company.state === 'leaving' && (
                <Button icon={Undo2} onClick={() => show('cancel', company)}>
                  取消删除
                </Button>
              )}
              <Button icon={FileArchive} onClick={() => show('archive', company)}>
                导出数据
              </Button>
              <Button kind="pri" icon={Pencil} onClick={() => show('edit', company)}>
                修改
              </Button>
            </>
          ),
          sections: (
            <>
              <Notices
                company={company}
                awaits={detail?.awaitsAdministrator ?? false}
                onIssue={() => show('issue', company)}
              />
              <DetailLayout
                title="用量与配额"
                items={[
                  { label: '人员', value: usedPeople(company) },
                  { label: '电站', value: usedStations(company) },
                  { label: '文件', value: usedFiles(company) },
                  { label: '今日导出', value: usedExports(company) },
                  { label: '工单', value: formatNumber(company.used.orders) },
                  { label: '最近活动', value: formatMinute(company.activeTime) },
                  { label: '创建时间', value: formatMinute(company.createTime) },
                ]}
              />
              {detail && detail.archives.length > 0 && <Archives archives={detail.archives} />}
              {detail && detail.events.length > 0 && <History events={detail.events} />}
            </>
          ),
        })}
      </RecordDrawer>
      {shown}
    </>
  )
}

type NoticesProps = { company: Company; awaits: boolean; onIssue: () => void }

function Notices({ company, awaits, onIssue }: NoticesProps) {
  const { state, stoppedWhy, stoppedTime, removal, removalTime, removalWhy } = company
  return (
    <>
      {state === 'stopped' && (
        <p className="alert undo">
          {formatMinute(stoppedTime)} 停用：{stoppedWhy}
        </p>
      )}
      {state === 'leaving' && (
        <p className="alert err">
          {formatMinute(removalTime)} 删除全部数据和文件：{removalWhy}
        </p>
      )}
      {removal && (
        <p className="alert err">
          正在删除，已删 {formatNumber(removal.rows)} 行 / 约 {formatNumber(removal.expected)} 行
          {removal.files > 0 && `，文件 ${formatNumber(removal.files)} 个`}
          {removal.fault && `。${removal.fault}`}
        </p>
      )}
      {state === 'active' && awaits && (
        <p className={`alert ${css.awaits}`}>
          <span>管理员还没有用初始密码登录</span>
          <Button size="sm" icon={KeyRound} onClick={onIssue}>
            重发初始密码
          </Button>
        </p>
      )}
    </>
  )
}

const Archives = ({ archives }: { archives: readonly CompanyArchive[] }) => (
  <section className="sec" aria-label="数据导出">
    <h2>数据导出</h2>
    <ul className={css.archives}>
      {archives.map((archive) => (
        <li key={archive.archiveNo}>
          <span>
            <b>{archiveStates[archive.state]}</b>
            {isUnfinished(archive) && archive.stepCount > 0 && ` ${archive.doneCount} / ${archive.stepCount}`}
            {archive.size !== null && archive.state === 'done' && ` · ${formatSize(archive.size)}`}
            {archive.fault && <span className="err"> · {archive.fault}</span>}
          </span>
          <span className="t3 s12">
            {formatMinute(archive.createTime)} · {archive.by} · {archive.reason}
            {archive.state === 'done' && ` · 可下载至 ${formatMinute(archive.expireTime)}`}
          </span>
          {archive.state === 'done' && (
            <Button
              size="sm"
              icon={Download}
              onClick={() =>
                void downloadLink(companyCalls.archiveLink, { archiveNo: archive.archiveNo }, '租户数据')
              }
            >
              下载
            </Button>
          )}
        </li>
      ))}
    </ul>
  </section>
)

type Event = Received<typeof companyCalls.detail>['events'][number]

const colours: Partial<Record<Event['action'], string>> = {
  create: 'limegreen',
  resume: 'limegreen',
  suspend: 'red',
  planRemoval: 'red',
}

const History = ({ events }: { events: readonly Event[] }) => (
  <section className="sec" aria-label="运营记录">
    <h2>运营记录</h2>
    <Timeline
      entries={events.map(({ eventNo, action, time, by, reason, edited }) => ({
        key: eventNo,
        title: companyActs[action],
        time: `${formatMinute(time)} · ${by}`,
        note: [...edited.map(({ title, from, to }) => `${title}：${from || '空'} → ${to || '空'}`), reason]
          .filter(Boolean)
          .join('；'),
        color: colours[action] ?? null,
      }))}
    />
  </section>
)
