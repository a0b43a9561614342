import { companyCalls as calls, type Company } from '@heliodesk/contract/companies.ts'
import { beforeAll } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { addOperator, type Operator } from '../../../test/operator.ts'

/** The platform's operator in the tests' installation, and short functions to make and read companies. */
export function useCompanies() {
  const harness = useHarness()
  let operator: Operator
  beforeAll(async () => {
    operator = await addOperator(harness.pool)
  })
  let made = 0
  const newCompany = () => {
    made += 1
    return {
      companyCode: `T${1000 + made}`,
      name: `新能源 ${made} 公司`,
      realname: '周管理',
      username: `boss_${made}`,
      phone: `1370000${1000 + made}`,
    }
  }
  const find = async (companyCode: string): Promise<Company> =>
    (await harness.call(operator.token, calls.detail, { companyCode })).company
  return {
    harness,
    get operator() {
      return operator
    },
    newCompany,
    addCompany: async () => {
      const given = newCompany()
      return { ...given, ...(await harness.call(operator.token, calls.add, given)) }
    },
    find,
    seen: async (companyCode: string) => ({ companyCode, version: (await find(companyCode)).version }),
    codeOfTenant: async (tenantId: number): Promise<string> => {
      const { rows } = await harness.owner.query<{ code: string }>('select code from tenant where id = $1', [
        tenantId,
      ])
      return rows[0]!.code
    },
  }
}
