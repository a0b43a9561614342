import { z } from 'zod'
import { callsOf } from './call.ts'
import {
  device,
  deviceEvent,
  deviceInput,
  deviceQuery,
  deviceRow,
  deviceType,
  differentNames,
  typeNode,
} from './device-fields.ts'
import { businessPage, businessPageOf, day, id, named, requiredText, text, version } from './fields.ts'
import { recordCalls } from './record-calls.ts'

const { command, query } = callsOf('device')

export { deviceStates, deviceTitles, warrantyStates, type DeviceTypeNode } from './device-fields.ts'

/** The maximum of devices moved or labelled at once. */
export const DEVICES_AT_ONCE = 200

/** The maximum depth of the type tree. */
export const TYPE_DEPTH = 4

const list = { perm: 'device:list' } as const
const edit = { perm: 'device:edit' } as const
const reason = named('原因', requiredText(200))

const typeInput = {
  code: named('类型编码', requiredText(20).regex(/^[A-Za-z0-9]+$/, '只能使用字母和数字')),
  name: named('类型名称', requiredText(30).regex(/^[^/]*$/, '不能含有“/”')),
  sort: named('排序', z.int('排序应为整数').min(0).max(99_999).default(0)),
  parentTypeId: named('上级类型', id.optional()),
  /** Additional attributes of devices of this type and its subtypes. */
  attributes: named(
    '参数',
    differentNames(
      z
        .array(
          z.object({ name: named('参数名称', requiredText(20)), unit: named('单位', text(10).default('')) }),
        )
        .max(12, '最多 12 个参数'),
    ).default([]),
  ),
  /** '3' is disabled: no device can get this type any more. */
  status: named('状态', z.enum(['1', '3'], '状态应为 1（启用）或 3（停用）').default('1')),
}

const typeCalls = recordCalls('device', {
  title: '设备类型',
  path: '/device/type',
  access: { perm: 'dict:manage' },
  read: 'signedIn',
  titles: { add: '新增设备类型' },
  fields: typeInput,
  output: deviceType,
})

export const deviceCalls = {
  page: query({
    title: '设备台账列表',
    entities: ['device', 'space'],
    path: '/device/ledger/page',
    access: list,
    bodyKb: 768,
    input: deviceQuery.extend(businessPage),
    output: businessPageOf(deviceRow),
  }),
  /** By id, or by the code on its label. */
  detail: query({
    kept: true,
    title: '设备详情',
    entities: ['device', 'space'],
    path: '/device/ledger/detail',
    access: list,
    besides: { 设备: ['device:list'], 未关闭的工单数: ['order:list'] },
    input: z.object({ id: id.optional(), code: named('设备编码', text(64).optional()) }),
    output: device,
  }),
  history: query({
    kept: true,
    title: '设备变更记录',
    path: '/device/ledger/history',
    access: list,
    input: z.object({ id }),
    output: z.array(deviceEvent),
  }),
  add: command({
    title: '新增设备',
    path: '/device/ledger/add',
    access: edit,
    input: z.object({ psId: named('电站', id), ...deviceInput }),
    output: device,
  }),
  /** Changes everything but the station, which `move` changes. */
  edit: command({
    title: '编辑设备',
    path: '/device/ledger/edit',
    access: edit,
    input: z.object({ id, version, ...deviceInput }),
    output: device,
  }),
  /**
   * Moves devices to another station or space, with those attached to them; all or none. Refused if one that changes
   * its station has open work orders.
   */
  move: command({
    title: '移动设备',
    path: '/device/ledger/move',
    access: edit,
    input: z.object({
      devices: named(
        '设备',
        z
          .array(z.object({ id, version }))
          .min(1, '请选择设备')
          .max(DEVICES_AT_ONCE, `一次最多移动 ${DEVICES_AT_ONCE} 台`),
      ),
      psId: named('目标电站', id),
      spaceId: named('目标区域', id.optional()),
      reason,
    }),
    output: z.object({ moved: z.int() }),
  }),
  /** Refused while devices in use are attached to it. */
  retire: command({
    title: '设备退役',
    path: '/device/ledger/retire',
    access: edit,
    input: z.object({ id, version, retiredOn: named('退役日期', day), reason }),
    output: device,
  }),
  restore: command({
    title: '恢复在用',
    path: '/device/ledger/restore',
    access: edit,
    input: z.object({ id, version, reason }),
    output: device,
  }),
  /** A new device takes over the name, place and attached devices of the old one, which is retired. Returns the new. */
  replace: command({
    title: '更换设备',
    path: '/device/ledger/replace',
    access: edit,
    input: z.object({
      id,
      version,
      replacedOn: named('更换日期', day),
      reason,
      code: deviceInput.code,
      serialNo: deviceInput.serialNo,
      model: deviceInput.model,
      manufacturer: deviceInput.manufacturer,
      ratedKw: deviceInput.ratedKw,
      warrantyEnd: deviceInput.warrantyEnd,
    }),
    output: device,
  }),
  /** The tenant's type tree with counts of the devices in the caller's scope; `psId` counts only one station's. */
  types: query({
    title: '设备类型',
    path: '/device/type/tree',
    access: 'signedIn',
    input: z.object({ psId: named('电站', id.optional()) }),
    output: z.array(typeNode),
  }),
  typeDetail: typeCalls.detail,
  addType: typeCalls.add,
  editType: typeCalls.edit,
  /** Refused while the type has devices or subtypes. */
  removeType: typeCalls.remove,
}
