import { importKind } from '@heliodesk/contract/data-import.ts'
import { FilePlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { Empty, ErrorCard } from '../../kit/States.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useLate } from '../../kit/use-late.ts'
import { steps, stepOf, useImportJob, type ImportJob } from './import-job.ts'
import { ImportHistory } from './ImportHistory.tsx'
import { JobPanel } from './JobPanel.tsx'
import { NewImport, type Choice, type ChoiceProps } from './NewImport.tsx'
import { usePermittedKinds } from './permitted-kinds.ts'
import { takeChecked, useUpload } from './upload.ts'
import jobPanelCss from './job-panel.module.css'
import dataImportCss from './data-import.module.css'

/** 数据导入: the import of one file from its choice to its result, and the history of imports. */
export function ImportPage() {
  const { query, change, leave } = useUrlQuery()
  const jobId = query.get('job')
  // Kept for a corrected file, which has the same kind and department.
  const [choice, setChoice] = useState<Choice>({
    kind: importKind.safeParse(query.get('kind')).data ?? 'stations',
    depCode: undefined,
  })
  useUpload()
  useEffect(() => {
    const checked = takeChecked()
    if (checked !== null) change({ job: checked }, { push: true })
  })
  return (
    <div className={dataImportCss.importPage}>
      <PageHead
        className={dataImportCss.head}
        title="数据导入"
        facts="把已有的电站、设备、运维事件、发电量和用户成批导入"
        actions={
          jobId && (
            <Button icon={FilePlus} onClick={() => leave(['job'])}>
              选择另一个文件
            </Button>
          )
        }
      />
      {jobId ? <CurrentJob key={jobId} id={jobId} /> : <FirstStep choice={choice} onChoice={setChoice} />}
      <ImportHistory currentId={jobId} onOpen={(id) => change({ job: id }, { push: jobId === null })} />
    </div>
  )
}

function FirstStep({ choice, onChoice }: Omit<ChoiceProps, 'kinds'>) {
  const kinds = usePermittedKinds()
  const kind = kinds.includes(choice.kind) ? choice.kind : kinds[0]
  return (
    <section className="card current" aria-label="新的导入">
      <Stepper state={null} />
      {kind ? (
        <NewImport choice={{ ...choice, kind }} kinds={kinds} onChoice={onChoice} />
      ) : (
        <Empty title="没有可以导入的内容" text="导入电站、发电量或设备还需要维护它们的权限，请联系管理员" />
      )}
    </section>
  )
}

function CurrentJob({ id }: { id: string }) {
  const read = useImportJob(id)
  const job = read.data?.id === id ? read.data : null
  const late = useLate(job === null && read.error === null)
  const retry = () => void read.refetch()
  return (
    <section className="card current" aria-label="当前导入">
      {job && <Stepper state={job.state} failed={job.state === 'failed'} />}
      {job && <JobPanel job={job} error={read.error} onReread={retry} />}
      {!job && read.error && <ErrorCard title="这次导入没有打开" error={read.error} onRetry={retry} />}
      {late && <JobSkeleton />}
    </section>
  )
}

type StepperProps = { state: ImportJob['state'] | null; failed?: boolean }

function Stepper({ state, failed = false }: StepperProps) {
  const current = stepOf(state)
  return (
    <ol className={dataImportCss.importSteps}>
      {steps.map((title, index) => (
        <li
          key={title}
          className={
            index < current
              ? dataImportCss.done
              : index === current
                ? failed
                  ? dataImportCss.failed
                  : `cur ${dataImportCss.cur}`
                : undefined
          }
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={dataImportCss.o}>{index + 1}</span>
          {title}
          <i className={dataImportCss.rail} />
        </li>
      ))}
    </ol>
  )
}

function JobSkeleton() {
  return (
    <div className={jobPanelCss.jobSkeleton} role="status" aria-label="正在加载">
      <i className="sk" style={{ width: '32%', height: 16 }} />
      <i className="sk" style={{ height: 84 }} />
      <i className="sk" style={{ width: '64%' }} />
      <i className="sk" style={{ width: '48%' }} />
    </div>
  )
}
