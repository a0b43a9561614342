import { z } from 'zod'
import { day, departmentCode, id, keyOf, named, requiredText, sortedBy, text, upTo } from './fields.ts'
import { filePath, storedFile, tooManyFiles } from './stored-file.ts'
import { treeOf } from './tree.ts'
import { scopeFilter } from './work-order-list.ts'
import { ofStation } from './references.ts'

export const deviceStates = { 1: '在用', 3: '退役' } as const
export type DeviceState = `${keyof typeof deviceStates}`

/** The maximum of pictures and papers of one device. */
export const DEVICE_FILES = 20

/** State of a warranty today; `soon` means within 90 days. */
export const warrantyStates = { in: '在保', soon: '90天内到期', over: '已过保', unknown: '未登记' } as const

export const deviceType = z
  .object({
    id: z.string(),
    parentId: z.string().nullable(),
    code: z.string(),
    name: z.string(),
    sort: z.int(),
    attributes: z.array(z.object({ name: z.string(), unit: z.string() })),
    /** '3' is disabled: no device can get this type any more. */
    status: z.enum(['1', '3']),
    version: z.int(),
  })
  .meta({ id: 'DeviceType' })

export const typeNode = treeOf(
  'DeviceTypeNode',
  deviceType.extend({
    /** Devices in use of this type and its subtypes, within the caller's scope. */
    deviceCount: z.int(),
  }),
)
export type DeviceTypeNode = z.output<typeof typeNode>

export const deviceRow = z
  .object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    ...ofStation,
    depName: z.string(),
    typeId: z.string(),
    typeName: z.string(),
    spaceId: z.string().nullable(),
    /** The path below the station: `光伏区/3号方阵`. */
    spacePath: z.string().nullable(),
    model: z.string().nullable(),
    manufacturer: z.string().nullable(),
    serialNo: z.string().nullable(),
    ratedKw: z.number().nullable(),
    installedOn: z.string().nullable(),
    warrantyEnd: z.string().nullable(),
    /** 1 在用, 3 退役 */
    status: keyOf(deviceStates),
    statusName: z.string(),
    version: z.int(),
  })
  .meta({ id: 'DeviceRow' })

const deviceLink = z.object({ id: z.string(), code: z.string(), name: z.string() })

export const device = deviceRow
  .extend({
    depCode: z.string(),
    /** `逆变器/组串式逆变器` */
    typePath: z.string(),
    parentDevice: deviceLink.nullable(),
    /** Devices in use attached to it, at most 200. */
    children: z.array(deviceLink.extend({ typeName: z.string() })),
    attributes: z.array(z.object({ name: z.string(), unit: z.string(), value: z.string().nullable() })),
    remark: z.string().nullable(),
    retiredOn: z.string().nullable(),
    pictures: z.array(storedFile),
    /** Its open work orders, within the caller's scope; null for callers who may not see orders. */
    openOrders: z.int().nullable(),
    createTime: z.string(),
    updateTime: z.string(),
  })
  .meta({ id: 'Device' })

export const deviceEvent = z.object({
  id: z.string(),
  at: z.string(),
  actorName: z.string(),
  action: z.enum(['create', 'edit', 'move', 'retire', 'restore', 'replace']),
  actionName: z.string(),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  note: z.string(),
  /** The device that replaced it, or that it replaced; null if the caller may not see it. */
  otherDevice: deviceLink.nullable(),
})

const optionalText = (max: number) => text(max).optional()

/** Refuses two parameters of the same name. */
export const differentNames = <S extends z.ZodType<{ name: string }[]>>(list: S) =>
  list.superRefine((given, ctx) => {
    const names = given.map(({ name }) => name)
    const twice = names.find((name, at) => names.indexOf(name) < at)
    if (twice !== undefined) ctx.addIssue({ code: 'custom', message: `参数“${twice}”重复` })
  })

/** The fields of a device form. */
export const deviceInput = {
  name: named('设备名称', requiredText(100)),
  /** Encoded in the label's QR code; if missing, the system assigns one. */
  code: named(
    '设备编码',
    text(64)
      .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]*$/, '只能使用字母、数字和 . _ / -，并以字母或数字开头')
      .optional(),
  ),
  typeId: named('设备类型', id),
  spaceId: named('所在区域', id.optional()),
  parentDeviceId: named('上级设备', id.optional()),
  serialNo: named('序列号', optionalText(64)),
  model: named('型号', optionalText(64)),
  manufacturer: named('生产厂家', optionalText(64)),
  ratedKw: named('额定功率', upTo(100_000_000, '应为数字').optional()),
  installedOn: named('投运日期', day.optional()),
  warrantyEnd: named('质保到期', day.optional()),
  attributes: named(
    '参数',
    differentNames(
      z
        .array(z.object({ name: named('参数名称', requiredText(20)), value: named('参数值', text(50)) }))
        .max(50, '最多 50 个参数'),
    ).default([]),
  ),
  remark: named('备注', optionalText(500)),
  pictures: named('图片资料', z.array(filePath).max(DEVICE_FILES, tooManyFiles(DEVICE_FILES)).default([])),
}

export const deviceSortFields = ['code', 'name', 'ratedKw', 'installedOn', 'warrantyEnd'] as const

/** Filters and order of the ledger, shared by the list and the export. */
export const deviceQuery = z.object({
  /** Matches name, code, serial number or model. */
  keyword: named('关键词', text(64).optional()),
  ids: named('设备', z.array(id).max(200).optional()),
  psId: named('电站', z.array(id).max(500).optional()),
  depCode: named('部门', departmentCode.optional()),
  ...scopeFilter,
  /** Includes subtypes. */
  typeId: named('设备类型', z.array(id).max(100).optional()),
  /** Includes the spaces below it. */
  spaceId: named('所在区域', id.optional()),
  status: named('状态', keyOf(deviceStates, '状态应为 1（在用）或 3（退役）').optional()),
  warranty: named('质保', keyOf(warrantyStates, '请选择质保状态').optional()),
  /** Added or changed by this import. */
  importId: named('导入', id.optional()),
  ...sortedBy(deviceSortFields),
})

/** The ledger's column titles by row field; exports use the same, and imports accept them. */
export const deviceTitles = {
  code: '设备编码',
  name: '设备名称',
  psName: '电站',
  typeName: '设备类型',
  spacePath: '所在区域',
  model: '型号',
  manufacturer: '生产厂家',
  serialNo: '序列号',
  ratedKw: '额定功率(kW)',
  installedOn: '投运日期',
  warrantyEnd: '质保到期',
  statusName: '状态',
  depName: '运维班组',
} as const
