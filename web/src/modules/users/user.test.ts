import { maskPhone } from '@heliodesk/contract/password-rules.ts'
import { expect, test } from 'vitest'
import { ABOVE, refusalsFor, scopeOf } from './user.ts'

test('a phone is shown with its middle hidden', () => {
  expect(maskPhone('13800138000')).toBe('138****8000')
})

const psa = (id: string) => ({ id, name: `项目${id}` })

test.each([
  ['1', [], '全部'],
  ['1', [psa('1')], '全部'],
  ['0', [], '本部门'],
  ['0', [psa('1'), psa('2')], '本部门 + 2 项目'],
] as const)('all data %s with projects %j is %s', (hasAllData, relPsas, shown) => {
  expect(scopeOf({ hasAllData, relPsas: [...relPsas] })).toBe(shown)
})

test.each([
  [
    'somebody below',
    '7',
    true,
    {
      edit: null,
      freeze: null,
      remove: null,
      handOver: null,
      sessions: null,
      resetSecondFactor: null,
      resetPassword: null,
    },
  ],
  [
    'somebody above',
    '7',
    false,
    {
      edit: ABOVE,
      freeze: ABOVE,
      remove: ABOVE,
      handOver: ABOVE,
      sessions: null,
      resetSecondFactor: ABOVE,
      resetPassword: ABOVE,
    },
  ],
  [
    'oneself',
    '1',
    true,
    {
      edit: null,
      freeze: '不能冻结自己的账号',
      remove: '不能删除自己的账号',
      handOver: '不能办理自己的离职交接，请由其他管理员办理',
      sessions: '请在用户菜单“登录设备”中查看自己的登录',
      resetSecondFactor: '请在个人主页关闭自己的两步验证',
      resetPassword: '请通过“修改密码”修改自己的密码',
    },
  ],
])('what may be done with %s', (_who, id, manageable, refusals) => {
  expect(refusalsFor({ id, manageable }, '1')).toEqual(refusals)
})
