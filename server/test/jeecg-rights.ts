import { expect } from 'vitest'
import {
  id,
  keepRow,
  known,
  page,
  pageOf,
  rows,
  some,
  texts,
  treeNode,
  type Line,
  type Row,
} from './jeecg-lines.ts'

const session: Line[] = [
  [
    'GET /sys/user/getUserInfo',
    () => ({}),
    { id, username: 'a_admin', realname: id, orgCode: 'A01', post: '' },
  ],
  [
    'PUT /sys/selectDepart',
    () => ({ username: 'a_admin', orgCode: 'A01' }),
    { userInfo: { username: 'a_admin', orgCode: 'A01' } },
  ],
  [
    'GET /sys/permission/getUserPermissionByToken',
    () => ({}),
    {
      menu: some({
        id,
        path: id,
        name: id,
        component: id,
        route: expect.stringMatching(/^[01]$/),
        meta: expect.objectContaining({
          title: id,
          keepAlive: expect.any(Boolean),
          internalOrExternal: false,
        }),
      }),
      auth: some({ action: 'user:manage', type: '1', describe: id }),
      allAuth: some({ action: 'user:manage', type: '1', status: '1', describe: id }),
      codeList: expect.arrayContaining(['user:manage']),
      sysSafeMode: false,
    },
  ],
]

const roles: Line[] = [
  ['GET /sys/role/checkRoleCode', () => ({ roleCode: 'jeecg' }), null],
  [
    'POST /sys/role/add',
    () => ({ roleName: '库管', roleCode: 'jeecg', description: '' }),
    { id },
    ({ id: made }: Row) => (known.role = made),
  ],
  [
    'GET /sys/role/list',
    () => ({ ...page, roleName: '库管' }),
    pageOf({ id, roleName: '库管', roleCode: 'jeecg', description: '', createTime: id }),
    keepRow('role'),
  ],
  [
    'PUT /sys/role/edit',
    () => ({ ...rows.role, roleName: '仓库', description: '仓库管理' }),
    { roleName: '仓库' },
    (row) => (rows.role = row),
  ],
  ['POST /sys/role/edit', () => ({ ...rows.role, roleName: '仓库二' }), { roleName: '仓库二' }],
  ['GET /sys/role/queryall', () => ({}), some({ id, roleName: '仓库二', roleCode: 'jeecg' })],
  [
    'GET /sys/role/queryTreeList',
    () => ({}),
    {
      treeList: some({
        key: id,
        value: id,
        title: id,
        slotTitle: id,
        isLeaf: false,
        ruleFlag: 0,
        children: expect.any(Array),
      }),
      ids: texts(id),
    },
  ],
  [
    'GET /sys/permission/queryTreeList',
    () => ({}),
    { treeList: some(treeNode), ids: texts(id) },
    ({
      treeList,
    }: {
      treeList: (Row & { title: string; key: string; children: { title: string; key: string }[] })[]
    }) => {
      const all = treeList.flatMap((each) => [each, ...each.children])
      known.menu = all.find(({ title }) => title === '任务中心')!.key
    },
  ],
  [
    'POST /sys/permission/saveRolePermission',
    () => ({ roleId: known.role, permissionIds: known.menu, lastpermissionIds: '' }),
    texts(id),
  ],
  ['GET /sys/permission/queryRolePermission', () => ({ roleId: known.role }), texts(id)],
]

const rules: Line[] = [
  [
    'POST /sys/permission/addPermissionRule',
    () => ({
      permissionId: known.menu,
      ruleName: '只看消缺',
      ruleColumn: 'taskType',
      ruleConditions: 'IN',
      ruleValue: '7,8',
      status: '1',
    }),
    { id, ruleValue: '7,8' },
    ({ id: made }: Row) => (known.rule = made),
  ],
  [
    'GET /sys/permission/getPermRuleListByPermId',
    () => ({ permissionId: known.menu }),
    some({
      id,
      permissionId: id,
      ruleName: '只看消缺',
      ruleColumn: 'taskType',
      ruleConditions: 'IN',
      ruleValue: '7,8',
      status: '1',
    }),
  ],
  [
    'GET /sys/permission/queryPermissionRule',
    () => ({ permissionId: known.menu, ruleName: '消缺' }),
    some({ ruleName: '只看消缺' }),
  ],
  [
    'PUT /sys/permission/editPermissionRule',
    () => ({
      id: known.rule,
      permissionId: known.menu,
      ruleName: '只看缺陷',
      ruleColumn: 'taskType',
      ruleConditions: '!=',
      ruleValue: '8',
      status: '1',
    }),
    { id, ruleConditions: '!=' },
  ],
  [
    'GET /sys/role/datarule/{menu}/{role}',
    () => ({}),
    { datarule: some({ id, ruleName: '只看缺陷' }), drChecked: '' },
  ],
  [
    'POST /sys/role/datarule',
    () => ({ permissionId: known.menu, roleId: known.role, dataRuleIds: `${known.rule},` }),
    null,
  ],
  [
    'GET /sys/role/datarule/{menu}/{role} ',
    () => ({}),
    { drChecked: expect.stringMatching(/^\d+-taskType$/) },
  ],
  [
    'POST /sys/role/datarule ',
    () => ({ permissionId: known.menu, roleId: known.role, dataRuleIds: '' }),
    null,
  ],
  ['DELETE /sys/permission/deletePermissionRule', () => ({ id: known.rule }), null],
]

const menus: Line[] = [
  [
    'GET /sys/permission/list',
    () => ({}),
    some({
      id,
      parentId: null,
      name: id,
      menuType: 0,
      component: id,
      sortNo: expect.any(Number),
      route: expect.any(Boolean),
      hidden: expect.any(Boolean),
      keepAlive: expect.any(Boolean),
      isLeaf: expect.any(Boolean),
      children: expect.any(Array),
    }),
  ],
  [
    'POST /sys/permission/add',
    () => ({
      menuType: 0,
      name: '手册',
      url: 'https://manual.example.com',
      component: 'layouts/IframePageView',
      sortNo: 900,
      route: true,
      internalOrExternal: true,
      permsType: '1',
      status: '1',
    }),
    { id, name: '手册' },
    (row: Row) => {
      known.entry = row.id
      rows.entry = row
    },
  ],
  ['PUT /sys/permission/edit', () => ({ ...rows.entry, name: '用户手册' }), { name: '用户手册' }],
  ['DELETE /sys/permission/delete', () => ({ id: known.entry }), null],
]

export const linesAboutRights: Line[] = [...session, ...roles, ...rules, ...menus]
