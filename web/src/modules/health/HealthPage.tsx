import { healthCalls, healthLevels, type HealthLevel, type HealthLine } from '@heliodesk/contract/health.ts'
import { CircleCheck, CircleX, TriangleAlert, type LucideIcon } from 'lucide-react'
import { PageHead } from '../../kit/PageHead.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { useCall } from '../../lib/queries.ts'
import css from './health.module.css'

/** How often the page looks again: processes report every fifteen seconds. */
const REFRESH_MS = 10_000

const looks: Record<HealthLevel, readonly [look: string, icon: LucideIcon]> = {
  ok: ['ok', CircleCheck],
  warn: ['undo', TriangleAlert],
  bad: ['err', CircleX],
}

/** 系统健康: how the database, the queue, the storage and the server processes fare, for the operator. */
export function HealthPage() {
  const read = useCall(healthCalls.look, {}, { refetchInterval: REFRESH_MS })
  return (
    <div className={css.page}>
      <PageHead
        title="系统健康"
        facts={
          read.data
            ? `${healthLevels[read.data.level]} · ${read.data.time.slice(11)} · 10 秒刷新一次`
            : '10 秒刷新一次'
        }
      />
      <div className={css.body} tabIndex={0} role="region" aria-label="各项状态">
        <Reading read={read} name="系统健康" height={480} keepsOld>
          {({ groups }) => (
            <div className={css.groups}>
              {groups.map(({ title, lines }) => (
                <section key={title} className="card" aria-label={title}>
                  <h2>{title}</h2>
                  {lines.length > 0 ? (
                    <ul>
                      {lines.map((line) => (
                        <Line key={line.title} line={line} />
                      ))}
                    </ul>
                  ) : (
                    <p className="t3">没有</p>
                  )}
                </section>
              ))}
            </div>
          )}
        </Reading>
      </div>
    </div>
  )
}

function Line({ line: { title, value, level, rule, advice } }: { line: HealthLine }) {
  const [look, Icon] = looks[level]
  return (
    <li>
      <span className={`tag look ${look}`}>
        <Icon className="i s" aria-hidden />
        {healthLevels[level]}
      </span>
      <b>{title}</b>
      <span className={css.value}>{value}</span>
      {rule && <span className={`t3 s12 ${css.rule}`}>{rule}</span>}
      {advice && <span className={css.advice}>{advice}</span>}
    </li>
  )
}
