import { companyCalls, quotas } from '@heliodesk/contract/companies.ts'
import { formatNumber } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { useCall } from '../../lib/queries.ts'
import css from './quotas.module.css'

/** What the company uses, of what the platform's operator allows. */
export function Quotas() {
  const read = useCall(companyCalls.usage, {})
  return (
    <div className="wide">
      <Reading read={read} name="用量" height={120}>
        {(usage) => (
          <dl className={css.quotas}>
            {usage.quotas.map(({ quota, used, most }) => (
              <div key={quota}>
                <dt>{quotas[quota].title}</dt>
                <dd className={most !== null && used >= most ? 'err' : undefined}>
                  {formatNumber(used, quota === 'fileGb' ? 2 : 0)} {quotas[quota].unit} /{' '}
                  {most === null ? '不限' : `${formatNumber(most)} ${quotas[quota].unit}`}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Reading>
    </div>
  )
}
