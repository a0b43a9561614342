import { stationCalls } from '@heliodesk/contract/stations.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { hire, type Hired } from '../../../test/hire.ts'
import { UNSEEN, useOrgSite } from './org-site.fixture.ts'

const { harness, tokens, psas, department, run } = useOrgSite()
const { psaOptions } = stationCalls
const { relPsas } = userCalls

let related: Hired

const namesOf = (answer: { t2: { name: string }[] }) => answer.t2.map(({ name }) => name)
const list = async (input: object, token = tokens.admin) =>
  namesOf(await harness.call(token, psaOptions, input))
const relatedOf = async (input: object, token = tokens.admin) =>
  namesOf(await harness.call(token, relPsas, input))

beforeAll(async () => {
  const psa = await run(
    `insert into psa (tenant_id, department_id, name) values ($1, $2, '户用项目') returning id`,
    [harness.tenant.tenantId, department('A01A01')],
  )
  await run(
    `insert into station (tenant_id, psa_id, department_id, dep_code, name, site_type)
     values ($1, $2, $3, '', '东户用', 'H')`,
    [harness.tenant.tenantId, psa, department('A01A01')],
  )
  related = await hire(harness, {
    username: 'psa.related',
    codes: ['station:list'],
    depCode: 'A01A02A01',
    relPsaIds: [psas.one, psa],
  })
})

describe('the paged list of sub-areas', () => {
  it('has options with id, name and status, 3 being closed', async () => {
    const { t2 } = await harness.call(tokens.admin, psaOptions, { fuzz: '项目三' })
    expect(t2).toEqual([{ id: psas.closed, name: '项目三', status: '3' }])
  })

  it('is cut to a department, words and flags', async () => {
    expect(await list({})).toEqual(['户用项目', '项目一', '项目二', '项目三'])
    expect(await list({ deptCode: 'A01A02' })).toEqual(['项目二', '项目三'])
    expect(await list({ fuzz: '户' })).toEqual(['户用项目'])
    expect(await list({ fuzz: '%' })).toEqual([])
    expect(await list({ excludeClosed: '1' })).toEqual(['户用项目', '项目一', '项目二'])
    expect(await list({ excludeHy: '1' })).toEqual(['项目一', '项目二', '项目三'])
    expect(await list({ top: psas.two })).toEqual(['项目二', '户用项目', '项目一', '项目三'])
    const everything = {
      userId: harness.tenant.users['a_admin']!.id,
      deptCode: 'A01',
      pageNo: 1,
      pageSize: 100,
      fuzz: '项目',
      excludeHy: '1',
      excludeClosed: '1',
      top: psas.two,
      initValue: `${psas.one},${psas.two},${psas.closed}`,
      disabled: '1',
    }
    expect(await list(everything)).toEqual(['项目二', '项目一'])
  })

  it('pages by 100, t1 telling whether more follow', async () => {
    await harness.owner.query(
      `insert into psa (tenant_id, department_id, name) select $1, $2, '分页' || lpad(n::text, 3, '0')
       from generate_series(1, 201) n`,
      [harness.tenant.tenantId, department('A01A01')],
    )
    const pages = await Promise.all(
      [1, 2, 3].map((pageNo) => harness.call(tokens.admin, psaOptions, { pageNo, fuzz: '分页' })),
    )
    expect(pages.map(({ t1, t2 }) => [t1, t2.length])).toEqual([
      [true, 100],
      [true, 100],
      [false, 1],
    ])
    expect(new Set(pages.flatMap(namesOf)).size).toBe(201)
    await run(`delete from psa where name like '分页%'`)
  })

  it('that is read only holds the value alone', async () => {
    expect(await list({ initValue: `${psas.closed},x' or '1'='1`, disabled: '1' })).toEqual(['项目三'])
    expect(await list({ initValue: '', disabled: '1' })).toEqual([])
    expect(await list({ initValue: psas.one, disabled: 'true' }, tokens.manager)).toEqual([])
  })

  it('of a user holds what the caller sees too', async () => {
    expect(await list({ userId: related.id })).toEqual(['户用项目', '项目一', '项目二', '项目三'])
    const master = harness.tenant.users['a_master']!.id
    expect(await list({ userId: master })).toEqual(['项目二', '项目三'])
    expect(await list({}, related.token)).toEqual(['户用项目', '项目一', '项目二', '项目三'])
    expect(await list({}, tokens.foreigner)).not.toContain('项目三')
  })
})

describe('the variant with related sub-areas', () => {
  it('has those a person works on outside the own department', async () => {
    expect(await relatedOf({}, related.token)).toEqual(['户用项目', '项目一'])
    expect(await relatedOf({ userId: related.id }, related.token)).toEqual(['户用项目', '项目一'])
    expect(await relatedOf({ userId: related.id })).toEqual(['户用项目', '项目一'])
    expect(await relatedOf({ excludeHy: '1' }, related.token)).toEqual(['项目一'])
    expect(await relatedOf({ fuzz: '户' }, related.token)).toEqual(['户用项目'])
    expect(await relatedOf({ deptCode: 'A01A02' }, related.token)).toEqual([])
    expect(await relatedOf({})).toEqual([])
  })

  it('of somebody whom the caller may not manage is like that of nobody', async () => {
    for (const [token, userId] of [
      [tokens.manager, related.id],
      [related.token, harness.tenant.users['a_admin']!.id],
      [tokens.foreigner, related.id],
      [tokens.admin, '999999999'],
    ] as const) {
      for (const call of [psaOptions, relPsas]) {
        expect((await harness.refused(token, call, { userId })).message).toBe(UNSEEN)
      }
    }
  })
})
