import { EMPTY, formatNumber, formatTime } from '../../../kit/format.ts'
import { DoneMark } from '../../../kit/Status.tsx'
import type { OrderDetail } from '../order.ts'
import { StepPhotoTiles } from './StepPhotoTiles.tsx'
import css from './order-detail.module.css'

type Titled = { id: string; title: string }

/** Prerequisites; those met are ticked. */
export function DoneList({ id, title, list }: Titled & { list: OrderDetail['prerequisiteList'] }) {
  return (
    <section className="sec" id={id}>
      <h2>
        {title}
        <span className="t3 s12">
          {list.filter(({ met }) => met).length} / {list.length} 已满足
        </span>
      </h2>
      <ul className={css.doneList}>
        {list.map(({ name, met, required }) => (
          <li key={name}>
            <DoneMark done={met} />
            {name}
            {required && !met && <span className="tag">必需</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

type StepRowsProps = Titled & {
  steps: OrderDetail['stepList']
  /** Photos and films. */
  photos: OrderDetail['photoList']
  awaited: OrderDetail['awaitedPhotoList']
  open: boolean
}

/** The steps with their measurements and photos; the first open one is highlighted while work is in progress. */
export function StepRows({ id, title, steps, photos, awaited, open }: StepRowsProps) {
  const done = steps.filter((step) => step.done).length
  const current = open ? steps.findIndex((step) => !step.done) : -1
  return (
    <section className="sec" id={id}>
      <h2>
        {title}
        <span className="t3 s12">
          {done} / {steps.length}
        </span>
        <span className={css.progress} aria-hidden>
          <i style={{ width: `${(done / steps.length) * 100}%` }} />
        </span>
      </h2>
      <ol className={css.stepRows}>
        {steps.map((step, index) => (
          <li key={step.name} className={index === current ? 'row s13 current' : 'row s13'}>
            <span className={`t3 ${css.no}`}>{index + 1}</span>
            <DoneMark done={step.done} />
            <div className="grow">
              {index === current ? <b>{step.name}</b> : step.name}
              {step.note && <small className="t3 s12">{step.note}</small>}
              <StepPhotoTiles
                label={`${step.name}的照片`}
                photos={photos.filter(({ stepNo }) => stepNo === index + 1)}
                awaited={awaited.filter(
                  ({ stepNo, part }) => (part === 'step' || part === 'film') && stepNo === index + 1,
                )}
              />
            </div>
            {!step.done && step.required && <span className="tag">必做</span>}
            {step.value && <span>{step.value}</span>}
            <time className="t3">{step.doneAt ? formatTime(step.doneAt) : EMPTY}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}

export function HoursTable({ id, title, rows }: Titled & { rows: OrderDetail['workHoursList'] }) {
  const total = rows.reduce((sum, { workHours }) => sum + workHours, 0)
  return (
    <section className="sec" id={id}>
      <h2>
        {title}
        <span className="t3 s12">合计 {formatNumber(total, 1)} h</span>
      </h2>
      {rows.length === 0 ? (
        <p className="t3 s13">尚未填写工时</p>
      ) : (
        <div className={css.boxed} tabIndex={0} role="region" aria-label={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">执行人</th>
                <th scope="col">实际开始</th>
                <th scope="col">实际结束</th>
                <th scope="col" className="num">
                  人数
                </th>
                <th scope="col" className="num">
                  工时
                </th>
                <th scope="col">备注</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>{row.executorName}</td>
                  <td>{formatTime(row.actualStartTime)}</td>
                  <td>{formatTime(row.actualEndTime)}</td>
                  <td className="num">{row.peopleNum}</td>
                  <td className="num">{formatNumber(row.workHours, 1)} h</td>
                  <td title={row.remark}>{row.remark || <span className="t3">{EMPTY}</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
