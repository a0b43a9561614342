import { orderQuestions, type accessCalls, type OrderQuestion } from '@heliodesk/contract/access.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { CircleCheck, CircleX } from 'lucide-react'
import { Granters } from './Granters.tsx'
import css from './ask-order.module.css'

type Answer = Received<typeof accessCalls.askOrder>

const Mark = ({ met }: { met: boolean }) =>
  met ? <CircleCheck className="i ok" aria-label="满足" /> : <CircleX className="i err" aria-label="不满足" />

/** On what an answer rests, each condition with its reason. */
export const Checks = ({ checks }: { checks: Answer['checks'] }) => (
  <ol className={css.checks} aria-label="依据">
    {checks.map(({ met, title: rule, note }, at) => (
      <li key={rule} className={met ? undefined : css.unmet}>
        <span className="t3">{at + 1}</span>
        <Mark met={met} />
        <span>
          <b>{rule}</b>
          <span className="t3 s12">{note}</span>
        </span>
      </li>
    ))}
  </ol>
)

/** The answer, on what it rests, and what else the person may do with the order. */
export function OrderAnswer({
  answer,
  onChoose,
}: {
  answer: Answer
  onChoose: (action: OrderQuestion) => void
}) {
  const { person, order, action, may, checks, others, all } = answer
  const { title } = orderQuestions[action]
  // In another state of the order nobody may.
  const isOpen = checks.every(({ about, met }) => about !== 'state' || met)
  const unmet = checks.flatMap(({ met, note }, at) => (met ? [] : [{ at: at + 1, note }]))
  return (
    <>
      <p className={`alert ${may ? 'ok' : 'err'}`} role="status">
        <Mark met={may} />
        <span>
          <b>
            {person.realname}
            {may ? '可以' : '不能'}
            {title}
          </b>
          <br />
          {may
            ? `工单 ${order.workCode}，${order.psName}，${order.flowStsName}。`
            : `第 ${unmet.map(({ at }) => at).join('、')} 条不满足：${unmet.map(({ note }) => note).join('；')}。`}
        </span>
      </p>
      <Checks checks={checks} />
      {!may && <Granters granters={answer.granters} />}
      {!may && isOpen && (
        <p className="t2 s13">
          {others.length > 0
            ? `可由其他人${action === 'see' ? '查看' : '办理'}：${others.map(({ realname, depName }) => `${realname}（${depName}）`).join('、')}`
            : `您的部门内没有其他人可以${title}`}
        </p>
      )}
      <h3>对这张工单，{person.realname}</h3>
      <ul className={css.all} aria-label="全部操作">
        {all.map((each) => (
          <li key={each.action}>
            <button
              type="button"
              className={each.action === action ? `btn sm ${css.chosen}` : 'btn sm'}
              aria-pressed={each.action === action}
              aria-label={`${each.may ? '可以' : '不能'}${orderQuestions[each.action].title}`}
              onClick={() => onChoose(each.action)}
            >
              {each.may ? (
                <CircleCheck className="i s ok" aria-hidden />
              ) : (
                <CircleX className="i s t3" aria-hidden />
              )}
              {orderQuestions[each.action].title}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
