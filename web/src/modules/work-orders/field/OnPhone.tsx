import { contactRoles, fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { Phone, TriangleAlert } from 'lucide-react'
import { useField } from '../../../domain/field/field-store.ts'
import { Reading } from '../../../kit/Reading.tsx'
import { useCan } from '../../../lib/permission.tsx'
import { useCall } from '../../../lib/queries.ts'
import type { OrderDetail } from '../order.ts'
import css from './on-phone.module.css'

/** What somebody with the order on a phone needs beside it: whom to call, and where to report what else is wrong. */
export function OnPhone({ order: { id } }: { order: OrderDetail }) {
  const read = useCall(fieldWorkCalls.contacts, { id })
  const mayReport = useCan('order:create')
  const keeps = useField(({ outbox }) => outbox !== null)
  return (
    <section className="sec" id="order-contacts">
      <h2>联系人</h2>
      <Reading read={read} name="联系人" height={88} empty={<p className="t3 s13">没有其他联系人</p>}>
        {(people) => (
          <ul className={css.people} aria-label="联系人">
            {people.map(({ id: person, realname, roles, phone }) => (
              <li key={person}>
                <span className={css.who}>
                  <b>{realname}</b>
                  <small className="t3">{roles.map((role) => contactRoles[role]).join('、')}</small>
                </span>
                {phone === null ? (
                  <span className="t3">没有登记电话</span>
                ) : (
                  <a
                    className={`btn ${css.call}`}
                    href={`tel:${phone}`}
                    aria-label={`打电话给 ${realname} ${phone}`}
                  >
                    <Phone className="i" aria-hidden />
                    {phone}
                  </a>
                )}
              </li>
            ))}
          </ul>
        )}
      </Reading>
      {mayReport && keeps && (
        <div className={`touch-row ${css.report}`}>
          <a className="btn" href={paths.myReports.href({ act: 'report', order: id })}>
            <TriangleAlert className="i" aria-hidden />
            上报缺陷
          </a>
        </div>
      )}
    </section>
  )
}
