import { questionKinds } from '@heliodesk/contract/insight.ts'
import { isOwn } from '@heliodesk/contract/own.ts'
import { Select } from 'antd'
import { useUrlQuery } from '../../kit/url-query.ts'
import { AskOrder } from './AskOrder.tsx'
import { AskOther } from './AskOther.tsx'
import css from './ask-order.module.css'

const kinds = { order: '查看或办理工单', ...questionKinds } as const

/** 问一问: whether a person may do something, and why; the question is in the address. */
export function AskBox() {
  const { query, change } = useUrlQuery()
  const named = query.get('askOf') ?? ''
  const kind = isOwn(questionKinds, named) ? named : 'order'
  const choose = (next: keyof typeof kinds) =>
    change({ askOf: next === 'order' ? null : next, askOrder: null, askAction: null, askId: null })
  return (
    <section className={css.ask} aria-labelledby="ask-order">
      <h2 id="ask-order">
        问一问 <span className="t3 s12">为什么能，为什么不能</span>
      </h2>
      <Select
        className={css.choice}
        aria-label="问什么"
        prefix="能否"
        options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
        value={kind}
        onChange={choose}
      />
      {kind === 'order' ? <AskOrder /> : <AskOther key={kind} kind={kind} />}
    </section>
  )
}
