import type { User } from './session.ts'

/** A user of a region with a password of their own. */
export const user: User = {
  id: '7',
  username: 'chenjianguo',
  realname: '陈建国',
  avatar: null,
  phone: '13800005678',
  userType: '1',
  companyId: '22',
  roles: [],
  depId: '3',
  departName: '青海区域',
  orgCode: 'A01A03',
  workNo: 'W-7',
  needHandover: '0',
  hasAllData: '0',
  dataRoles: ['r1'],
  hiddenColumns: [],
  tenantId: '1',
  tenantName: '示范光伏',
  timeZone: 'Asia/Shanghai',
  stationCount: 12,
  firstTimeLogin: '0',
  defaults: {
    topDepart: { id: '3', orgCode: 'A01A03', departName: '青海区域' },
    depart: null,
    station: null,
  },
}
