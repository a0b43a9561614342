import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { useHarness } from '../../test/harness.ts'
import { hire } from '../../test/hire.ts'

const harness = useHarness()

/** The migration, run on a database of an older version. */
const migrate = async () =>
  harness.owner.query(
    await readFile(new URL('../../migrations/0027_reading_rights.sql', import.meta.url), 'utf8'),
  )

const take = (roleId: string, code: string) =>
  harness.owner.query(
    'delete from role_permission where role_id = $1 and permission_id in (select id from permission where code = $2)',
    [roleId, code],
  )

const codesOf = async (roleId: string) =>
  (
    await harness.owner.query<{ code: string }>(
      `select p.code from role_permission rp join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
       where rp.role_id = $1 and p.code is not null order by 1`,
      [roleId],
    )
  ).rows.map(({ code }) => code)

it('leaves those reading stations and devices who had their pages, and gives it to nobody else', async () => {
  const pageOnly = await hire(harness, { username: 'page.only', codes: ['station:list', 'device:list'] })
  const keeper = await hire(harness, { username: 'old.keeper', codes: ['station:edit'] })
  const worker = await hire(harness, { username: 'old.worker', codes: ['order:list'] })
  for (const code of ['station:list', 'device:list']) await take(pageOnly.roleId, code)
  expect((await harness.refused(pageOnly.token, stationCalls.page, {})).status).toBe(403)
  await migrate()
  await migrate()
  expect(await codesOf(pageOnly.roleId)).toEqual(['device:list', 'station:list'])
  expect(await codesOf(keeper.roleId)).toEqual(['station:edit', 'station:list'])
  expect(await codesOf(worker.roleId)).toEqual(['order:list'])
  expect((await harness.call(pageOnly.token, stationCalls.page, {})).total).toBeGreaterThan(0)
  expect((await harness.refused(worker.token, stationCalls.page, {})).message).toMatch(/“查看电站”权限/)
})
