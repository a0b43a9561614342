import type { Call } from '@heliodesk/contract/call.ts'
import { expect, it } from 'vitest'
import { modules } from '../src/modules.ts'
import { useHarness } from './harness.ts'
import { signInAdministrator } from './hire.ts'
import { inputOf, requestOf } from './wire.ts'

const harness = useHarness()

const calls: Call[] = modules.flatMap((module) => Object.values(module.calls))

/** The calls that the specification gives by method and path only (spec 2 §7). */
it.each([
  'POST /login/mark/novice/guide',
  'POST /sys/role/add',
  'PUT /sys/role/edit',
  'GET /sys/role/queryall',
  'GET /sys/role/queryTreeList',
  'POST /sys/user/add',
  'PUT /sys/user/edit',
  'GET /sys/user/list',
  'GET /sys/user/queryUserRole',
  'GET /sys/user/checkOnlyUser',
  'POST /sys/user/changePassword',
  'POST /sys/user/relPsas',
  'POST /sys/user/psas',
  'POST /sys/permission/add',
  'PUT /sys/permission/edit',
  'GET /sys/permission/list',
  'POST /sys/permission/saveRolePermission',
  'GET /sys/permission/queryTreeList',
  'GET /sys/permission/queryRolePermission',
  'GET /sys/permission/getUserPermissionByToken',
  'GET /sys/sysDepart/queryTreeList',
  'DELETE /sys/sysDepart/delete',
  'POST /planManage/addPlan',
  'POST /planManage/planList',
  'POST /planManage/getPlanCode',
  'POST /planManage/updatePlan',
  'POST /planManage/deletePlan',
  'POST /planManage/batchAudit',
  'POST /planManage/getPlanById',
  'POST /planManage/auditRecord',
  'POST /inspectionCycle/selectByParam',
  'POST /inspectionCycle/page',
  'POST /inspectionCycle/add',
  'POST /inspectionCycle/update',
  'POST /inspectionCycle/selectByOne',
  'POST /inspectionCycle/del',
])('%s exists and answers an administrator', async (name) => {
  const call = calls.find(({ method, path }) => `${method} ${path}` === name)!
  const { headers, ...request } = requestOf(call, inputOf(call))
  const response = await harness.app.inject({
    ...request,
    headers: { ...headers, 'x-access-token': await signInAdministrator(harness, harness.otherTenant) },
  })
  expect([200, 400]).toContain(response.statusCode)
  expect(response.headers['content-type']).toMatch(/json/)
})
