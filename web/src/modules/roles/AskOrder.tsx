import { accessCalls, orderQuestions, type OrderQuestion } from '@heliodesk/contract/access.ts'
import { isOwn } from '@heliodesk/contract/own.ts'
import { Select } from 'antd'
import { useUrlQuery } from '../../kit/url-query.ts'
import { Reading } from '../../kit/Reading.tsx'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { OrderChoice, PersonChoice } from './ask-choices.tsx'
import { OrderAnswer } from './OrderAnswer.tsx'
import css from './ask-order.module.css'

/** Whether a person may see an order or act on it, and why. */
export function AskOrder() {
  const { query, change } = useUrlQuery()
  const mayAsk = useCan('order:list')
  const [personId, orderId] = [
    query.get('askPerson') ?? query.get('user') ?? '',
    query.get('askOrder') ?? query.get('order') ?? '',
  ]
  const asked = query.get('askAction') ?? ''
  const action: OrderQuestion = isOwn(orderQuestions, asked) ? asked : 'see'
  const enabled = mayAsk && personId !== '' && orderId !== ''
  const answer = useCall(accessCalls.askOrder, { personId, orderId, action }, { enabled })
  const known = enabled && answer.data && !answer.isPlaceholderData ? answer.data : null
  const choose = (next: OrderQuestion) => change({ askAction: next === 'see' ? null : next })
  return (
    <>
      {mayAsk ? (
        <>
          <div className={css.question}>
            <PersonChoice
              value={personId}
              name={known?.person.realname}
              onChange={(id) => change({ askPerson: id })}
            />
            <div className="row">
              <span className="t2">能否</span>
              <Select
                className={css.action}
                aria-label="操作"
                options={Object.entries(orderQuestions).map(([value, { title }]) => ({
                  value,
                  label: title,
                }))}
                value={action}
                onChange={choose}
              />
            </div>
            <OrderChoice
              value={orderId}
              name={known?.order.workCode}
              onChange={(id) => change({ askOrder: id })}
            />
          </div>
          {enabled ? (
            <Reading read={answer} name="回答" height={160} keepsOld>
              {(data) => <OrderAnswer answer={data} onChoose={choose} />}
            </Reading>
          ) : (
            <p className="t3 s13">请选择人员和工单，回答依据其角色、数据范围和工单状态。</p>
          )}
        </>
      ) : (
        <p className="t3 s13">您没有“查看工单”权限，不能查询工单。</p>
      )}
    </>
  )
}
