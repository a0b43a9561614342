import type { Received } from '@heliodesk/contract/call.ts'
import { jobCalls, titleOfJob } from '@heliodesk/contract/jobs.ts'
import { CircleX, RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useCall } from '../../lib/queries.ts'
import { GiveUpDialog } from './GiveUpDialog.tsx'
import { looks, REFRESH_MS, stateWords, timeWords } from './job-words.ts'
import css from './jobs.module.css'

type Detail = Received<typeof jobCalls.detail>

/** A job: why it failed, each attempt, and what can be done. */
export function JobPane({ jobNo }: { jobNo: string }) {
  const { leave } = useUrlQuery()
  // What was done with it is gone from the list; the last that was known stays.
  const [isEnded, setEnded] = useState(false)
  const read = useCall(jobCalls.detail, { jobNo }, { refetchInterval: REFRESH_MS, enabled: !isEnded })
  return (
    <aside className={css.detail} aria-label="任务详情">
      <span className={css.close}>
        <IconButton icon={X} label="关闭" onClick={() => leave(['job'])} />
      </span>
      {read.error?.code === 'not_found' ? (
        <p className={css.gone}>这件任务已经完成，随即移走</p>
      ) : (
        <Reading read={read} name="任务" height={240}>
          {(detail) => <Shown detail={detail} onEnded={() => setEnded(true)} />}
        </Reading>
      )}
    </aside>
  )
}

function Shown({ detail, onEnded }: { detail: Detail; onEnded: () => void }) {
  const { jobNo, kind, object, fault, attempts, most, trials, dueTime, givenUpBy, givenUpWhy } = detail
  const { change } = useUrlQuery()
  const retry = useSaving(jobCalls.retry, {
    said: () => ['已重新排队', titleOfJob(kind)],
    onSaved: (answer) => {
      if (answer.jobNo !== jobNo) {
        onEnded()
        change({ job: answer.jobNo })
      }
    },
  })
  const { show, shown } = useOverlays({ giveUp: (dialog) => <GiveUpDialog {...dialog} job={detail} /> })
  return (
    <>
      <header>
        <h2>{titleOfJob(kind)}</h2>
        <span className={`tag ${looks[detail.state]}`}>{stateWords(detail)}</span>
        <span className="t3 s12">{jobNo.replace('_', ' ')}</span>
        <p className="t2">{object ?? '对象已不存在'}</p>
      </header>
      <div className={css.body}>
        {fault && (
          <p className="alert err">
            <CircleX className="i" aria-hidden />
            <span>
              <b>{givenUpBy ? `${givenUpBy} 放弃` : fault}</b>
              <br />
              {givenUpWhy ?? `已试 ${attempts} 次，最多 ${most} 次`}
            </span>
          </p>
        )}
        {trials.length > 0 && (
          <ol className={css.trials} aria-label="各次尝试">
            {trials.map(({ number, time, fault: why, ms }) => (
              <li key={number}>
                <span>{time.slice(5)}</span>
                <span>{why ?? '成功'}</span>
                <span className="mla">{ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`}</span>
              </li>
            ))}
          </ol>
        )}
        <dl className={css.facts}>
          <dt>应办</dt>
          <dd>{dueTime.slice(0, 16)}</dd>
          {detail.state !== 'givenUp' && (
            <>
              <dt>时间</dt>
              <dd>{timeWords(detail)}</dd>
            </>
          )}
          <dt>重复</dt>
          <dd>
            {kind === 'webhook' ? '投递编号不变，重试不会重复处理' : '结果与任务一起记录，重试不会重复生效'}
          </dd>
          {detail.retryRefusal && (
            <>
              <dt>重试</dt>
              <dd>{detail.retryRefusal}</dd>
            </>
          )}
        </dl>
      </div>
      <CommandAlert error={retry.error} />
      <footer>
        <Button refusal={detail.giveUpRefusal} onClick={() => show('giveUp')}>
          就此放弃…
        </Button>
        <Button
          kind="pri"
          icon={RotateCw}
          busy={retry.busy}
          refusal={detail.retryRefusal}
          onClick={() => retry.send({ jobNo })}
        >
          现在重试
        </Button>
      </footer>
      {shown}
    </>
  )
}
