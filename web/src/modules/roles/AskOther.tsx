import { insightCalls, type questionKinds } from '@heliodesk/contract/insight.ts'
import { Reading } from '../../kit/Reading.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useCall } from '../../lib/queries.ts'
import {
  ApprovalChoice,
  PermissionChoice,
  PersonChoice,
  StationChoice,
  TicketChoice,
} from './ask-choices.tsx'
import { Checks } from './OrderAnswer.tsx'
import { Granters } from './Granters.tsx'
import css from './ask-order.module.css'

type Kind = keyof typeof questionKinds

const choiceOf = {
  station: StationChoice,
  ticket: TicketChoice,
  approval: ApprovalChoice,
  right: PermissionChoice,
}
const fieldOf = {
  station: 'psId',
  ticket: 'ticketId',
  approval: 'processInstanceId',
  right: 'permissionId',
} as const

/** The names of the kinds inside of sentences: 可以查看. */
const verbs = { station: '查看', ticket: '办理当前这一步：', approval: '办理当前这一步：', right: '使用' }

/** Whether a person sees a station, may take the next step of a ticket or an approval, or use a permission. */
export function AskOther({ kind }: { kind: Kind }) {
  const { query, change } = useUrlQuery()
  const personId = query.get('askPerson') ?? query.get('user') ?? ''
  const shown = kind === 'station' || kind === 'ticket' ? query.get(kind) : null
  const chosen = query.get('askId') ?? shown ?? ''
  const enabled = personId !== '' && chosen !== ''
  const answer = useCall(insightCalls.ask, { personId, [fieldOf[kind]]: chosen }, { enabled })
  const known = enabled && answer.data && !answer.isPlaceholderData ? answer.data : null
  const Choice = choiceOf[kind]
  return (
    <>
      <div className={css.question}>
        <PersonChoice
          value={personId}
          name={known?.person.realname}
          onChange={(id) => change({ askPerson: id })}
        />
        <Choice value={chosen} name={known?.object} onChange={(id) => change({ askId: id })} />
      </div>
      {enabled ? (
        <Reading read={answer} name="回答" height={160} keepsOld>
          {({ person, object, may, checks, granters, given }) => (
            <>
              <p className={`alert ${may ? 'ok' : 'err'}`} role="status">
                <span>
                  <b>
                    {person.realname}
                    {may ? '可以' : '不能'}
                    {verbs[kind]}
                    {object}
                  </b>
                  <br />
                  {may
                    ? `${checks.length} 条都满足。`
                    : checks
                        .flatMap(({ met, note }, at) => (met ? [] : [`第 ${at + 1} 条：${note}`]))
                        .join('；')}
                </span>
              </p>
              <Checks checks={checks} />
              {!may && <Granters granters={granters} />}
              {given.length > 0 && (
                <>
                  <h3>谁给的</h3>
                  <ul className={css.given}>
                    {given.map(({ roleName, actorName, time }) => (
                      <li key={roleName}>
                        <b>{roleName}</b>
                        <span className="t3 s12">
                          {time === null
                            ? '没有授予记录'
                            : `${actorName ?? '其他部门的人'}，${time.slice(0, 16)}`}
                        </span>
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </>
          )}
        </Reading>
      ) : (
        <p className="t3 s13">请选择人员和要问的内容，回答依据其角色、数据范围和当前状态。</p>
      )}
    </>
  )
}
