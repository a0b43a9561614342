import { FIRST_PASSWORD } from './hire.ts'
import { expect } from 'vitest'
import {
  departmentOf,
  id,
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

const people: Line[] = [
  ['GET /sys/user/checkOnlyUser', () => ({ username: 'jeecg.one' }), null],
  [
    'GET /sys/duplicate/check',
    () => ({ tableName: 'sys_user', fieldName: 'username', fieldVal: 'jeecg.one', dataId: undefined }),
    null,
  ],
  [
    'POST /sys/user/add',
    (harness) => ({
      username: 'jeecg.one',
      password: FIRST_PASSWORD,
      confirmpassword: FIRST_PASSWORD,
      realname: '周一',
      workNo: 'J-1',
      sex: '1',
      birthday: '',
      email: '',
      phone: '',
      telephone: '',
      post: '',
      userIdentity: 1,
      departIds: '',
      activitiSync: '1',
      selectedroles: known.role,
      selecteddeparts: departmentOf(harness, 'A01A01'),
    }),
    { id },
    ({ id: made }: Row) => (known.person = made),
  ],
  [
    'GET /sys/user/list',
    () => ({ ...page, username: '*jeecg*', realname: '周一' }),
    pageOf({
      id,
      username: 'jeecg.one',
      realname: '周一',
      status: '1',
      orgCode: 'A01A01',
      post: '',
    }),
  ],
  ['GET /sys/user/queryById', () => ({ id: known.person }), { username: 'jeecg.one' }],
  ['GET /sys/user/queryUserRole', () => ({ userid: known.person }), texts(id)],
  [
    'GET /sys/user/userDepartList',
    () => ({ userId: known.person }),
    [{ key: id, value: id, title: '东部中心' }],
  ],
  [
    'GET /sys/user/queryUserByDepId',
    (harness) => ({ id: departmentOf(harness, 'A01A01'), realname: '周一' }),
    some({ id, username: 'jeecg.one' }),
  ],
  [
    'PUT /sys/user/edit',
    (harness) => ({
      id: known.person,
      realname: '周二',
      version: 1,
      selectedroles: known.role,
      selecteddeparts: departmentOf(harness, 'A01A01'),
    }),
    { realname: '周二' },
  ],
  ['PUT /sys/user/frozenBatch', () => ({ ids: `${known.person},`, status: 2 }), null],
  [
    'POST /sys/user/changePassword',
    () => ({ username: 'jeecg.one', password: 'Other@2027x', confirmpassword: 'Other@2027x' }),
    null,
  ],
  ['DELETE /sys/user/delete', () => ({ id: known.person }), null],
  ['DELETE /sys/role/delete', () => ({ id: known.role }), null],
]

const departments: Line[] = [
  [
    'GET /sys/sysDepart/queryTreeList',
    () => ({}),
    some({
      key: id,
      value: id,
      title: id,
      isLeaf: false,
      id,
      departName: id,
      orgCode: 'A01',
      children: expect.any(Array),
    }),
  ],
  [
    'GET /sys/sysDepart/queryDepartTreeSync',
    () => ({ pid: '' }),
    some({ key: id, title: id, isLeaf: false }),
  ],
  ['GET /sys/sysDepart/queryMyDeptTreeList', () => ({}), some(treeNode)],
  ['GET /sys/sysDepart/queryIdTree', () => ({}), some({ key: id, value: id, title: id })],
  ['GET /sys/sysDepart/searchBy', () => ({ keyWord: '西部中心' }), some(treeNode)],
  [
    'POST /sys/sysDepart/add',
    (harness) => ({
      parentId: departmentOf(harness, 'A01'),
      departName: '备件中心',
      orgCategory: '2',
      orgType: '2',
      departOrder: 3,
      mobile: '',
      fax: '',
      address: '',
      memo: '',
      departNameAbbr: '',
    }),
    { id, orgCode: id },
    (row: Row) => {
      known.department = row.id
      rows.department = row
    },
  ],
  [
    'PUT /sys/sysDepart/edit',
    () => ({
      ...rows.department,
      departName: '备件库',
    }),
    { departName: '备件库' },
  ],
  ['DELETE /sys/sysDepart/delete', () => ({ id: known.department }), null],
]

const dictionaries: Line[] = [
  [
    'POST /sys/dict/add',
    () => ({ dictCode: 'jeecg_colour', dictName: '颜色', description: '' }),
    { id },
    ({ id: made }: Row) => (known.dict = made),
  ],
  [
    'GET /sys/dict/list',
    () => ({ ...page, dictName: '颜色' }),
    pageOf({ id, dictName: '颜色', dictCode: 'jeecg_colour' }),
  ],
  [
    'POST /sys/dictItem/add',
    () => ({
      dictId: known.dict,
      itemText: '红',
      itemValue: 'red',
      description: '',
      sortOrder: 1,
      status: 1,
    }),
    { id },
  ],
  [
    'GET /sys/dictItem/list',
    () => ({ ...page, dictId: known.dict }),
    some({ id, itemText: '红', itemValue: 'red', sortOrder: 1, status: '1' }),
  ],
  [
    'GET /sys/dict/getDictItems/jeecg_colour',
    () => ({}),
    some({ value: 'red', text: '红', title: '红', label: '红' }),
  ],
  [
    'GET /sys/dict/loadDictItem/sys_depart,depart_name,id',
    (harness) => ({ key: departmentOf(harness, 'A01A01') }),
    ['东部中心'],
  ],
  [
    'GET /sys/dict/loadTreeData',
    () => ({
      pid: '0',
      pidField: 'parent_id',
      tableName: 'sys_depart',
      text: 'depart_name',
      code: 'id',
      hasChildField: '',
      condition: '',
    }),
    some({ key: id, title: '总部', leaf: expect.anything() }),
  ],
  ['GET /sys/dict/refleshCache', () => ({}), null],
  ['GET /sys/dict/queryAllDictItems', () => ({}), { jeecg_colour: some({ value: 'red', text: '红' }) }],
  ['GET /sys/checkRule/checkByCode', () => ({ ruleCode: 'workNo', value: encodeURIComponent('GH-1') }), null],
  ['DELETE /sys/dict/delete', () => ({ id: known.dict }), null],
  ['POST /sys/logout', () => ({}), null],
]

export const linesAboutPeople: Line[] = [...people, ...departments, ...dictionaries]
