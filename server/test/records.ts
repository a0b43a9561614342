import { oaCalls } from '@heliodesk/contract/oa.ts'
import type { Call } from '@heliodesk/contract/call.ts'
import { inquiryCalls } from '@heliodesk/contract/inquiries.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import type { Harness } from './harness.ts'
import { addDataRoleRecord } from './data-role-records.ts'
import { addFieldRecord } from './field-records.ts'
import { addHandoverRecord } from './handover-records.ts'
import { addPendingGrant } from './grant-records.ts'
import { addMessageRecords, messageTypes } from './message-records.ts'
import { addOfficeRecords, workflowTypes } from './office-records.ts'
import { addPlanRecords, planFields, planTypes } from './plan-records.ts'
import { addPositionRecords, departmentFields } from './position-records.ts'
import { administratorOf, openSession, signInAdministrator } from './hire.ts'
import type { Field } from './samples.ts'
import { addInspectionRecord, inspectionTypes } from './inspection-records.ts'
import { addMenuRecord, menuFields } from './menu-records.ts'
import { addTicketRecord, addTicketReview, ticketFields, ticketTypes } from './ticket-records.ts'
import type { TestTenant } from './test-tenant.ts'

/** The table that a field's id refers to; `id`, `ids` and `parentId` refer to the record type of their call. */
const tableByField: Record<string, string> = {
  ...departmentFields,
  ...ticketFields,
  after: 'work_order',
  psId: 'station',
  psIds: 'station',
  topPsIds: 'station',
  psaId: 'psa',
  psaIds: 'psa',
  relPsaIds: 'psa',
  importId: 'data_import',
  roleId: 'role',
  dataRoleId: 'data_role',
  stationIds: 'station',
  roleIds: 'role',
  selectedroles: 'role',
  permissionId: 'permission',
  permissionIds: 'permission',
  lastpermissionIds: 'permission',
  ...menuFields,
  userid: 'app_user',
  userIds: 'app_user',
  userIdList: 'app_user',
  userId: 'app_user',
  personId: 'app_user',
  personIds: 'app_user',
  starterId: 'app_user',
  delegateId: 'app_user',
  successorId: 'app_user',
  processInstanceId: 'process_instance',
  pProcessInstanceId: 'process_instance',
  processInstanceIds: 'process_instance',
  definitionId: 'process_definition',
  fromId: 'process_definition',
  toId: 'process_definition',
  migrationId: 'process_migration',
  pkId: 'oa_request',
  liableUserId: 'app_user',
  handlerId: 'app_user',
  assistUserIds: 'app_user',
  deviceId: 'device',
  parentDeviceId: 'device',
  typeId: 'device_type',
  parentTypeId: 'device_type',
  deviceTypeId: 'device_type',
  spaceId: 'space',
  parentSpaceId: 'space',
  dictId: 'dictionary',
  orderId: 'work_order',
  fromOrderId: 'work_order',
  photoId: 'work_order_photo',
  dataId: 'app_user',
  quotedId: 'order_comment',
  recordId: 'field_record',
  otherId: 'work_order',
  pinnedIds: 'saved_view',
  mentions: 'app_user',
  orderIds: 'work_order',
  machineId: 'app_user',
  hookId: 'webhook',
  defectId: 'work_order',
  ...planFields,
  dataRuleIds: 'data_role',
}

type RecordType = {
  /** Calls below this path are about such records. */
  path: string
  table: string
  /** The record in the refusal of a stale version; without it the calls take no version. */
  noun?: string
  /** The start of the refusal's code, where it is not the table. */
  code?: string
  /** The refusal, where it is not the usual sentence. */
  says?: string
  /** A further lock that changes of such a record take, because changes of one tree run one after the other. */
  holds?: string
}

/** Where several paths fit a call, the first one counts. */
export const recordTypes: readonly RecordType[] = [
  ...planTypes,
  ...inspectionTypes,
  ...ticketTypes,
  {
    path: '/ops/order/outage/',
    table: 'outage',
    noun: '停机记录',
    holds: `select pg_advisory_xact_lock(hashtextextended('outages ' || tenant_id || ' ' || station_id, 0))
      from work_order where tenant_id = $1`,
  },
  { path: '/ops/order/relation/', table: 'order_relation' },
  { path: '/ops/order/comment/', table: 'order_comment', noun: '评论', code: 'comment' },
  { path: '/field/order/', table: 'work_order', noun: '工单', code: 'order' },
  { path: '/field/ticket/', table: 'ticket' },
  { path: '/ops/order/', table: 'work_order', noun: '工单', code: 'order' },
  { path: '/task/view/', table: 'work_order' },
  {
    path: '/sys/dictItem/',
    table: 'dictionary_item',
    noun: '字典项',
    holds: 'select from dictionary where tenant_id = $1 for update',
  },
  { path: '/sys/dict/', table: 'dictionary', noun: '字典' },
  { path: '/sys/sysDepart/', table: 'department', noun: '部门' },
  { path: '/sys/user/', table: 'app_user', noun: '用户', code: 'user' },
  { path: '/sys/handover/', table: 'handover', noun: '交接' },
  { path: '/sys/grantReview/', table: 'pending_grant' },
  ...messageTypes,
  { path: '/sys/position/', table: 'job_position', noun: '岗位', code: 'position' },
  { path: '/sys/dataRole/', table: 'data_role', noun: '数据角色', code: 'dataRole' },
  { path: '/sys/apiToken/', table: 'api_token' },
  { path: '/sys/webhook/', table: 'webhook', noun: '推送' },
  { path: '/sys/role/', table: 'role', noun: '角色' },
  { path: '/sys/permission/', table: 'permission', noun: '菜单', code: 'menu' },
  { path: '/sys/psa/', table: 'psa', noun: '项目' },
  { path: '/data-import/', table: 'data_import' },
  { path: '/ops/taskType/', table: 'task_type', noun: '任务类型' },
  // The acceptance is of the order.
  { path: '/order/clean/check', table: 'work_order', noun: '工单', code: 'order' },
  { path: '/order/clean/', table: 'cleaning', noun: '清洗记录' },
  { path: '/order/config/appearance/', table: 'appearance_item', noun: '检查项' },
  { path: '/order/appearance/', table: 'appearance_row', noun: '检查项' },
  { path: '/order/oa/form/', table: 'oa_form', noun: '表单' },
  { path: '/system/v1/holiday/', table: 'work_calendar', noun: '节假日历', code: 'calendar' },
  { path: '/order/oa/', table: 'oa_request' },
  ...workflowTypes,
  { path: '/sys/inquiry/', table: 'inquiry', noun: '信件', says: '对方刚有新的动态，请刷新后再试' },
  { path: '/personal/export/', table: 'export_job' },
  { path: '/op/template/defect-grading/', table: 'defect_grading', noun: '定级模板', code: 'grading' },
  { path: '/sys/savedView/', table: 'saved_view', noun: '视图', code: 'savedView' },
  { path: '/sys/checkRule/', table: 'check_rule', noun: '编码规则' },
  {
    path: '/sys/setting/',
    table: 'tenant_setting',
    noun: '配置',
    code: 'setting',
    says: '配置已在别处修改，请刷新后重试',
  },
  { path: '/system/v1/template/', table: 'template', noun: '模板' },
  { path: '/system/v1/annex/', table: 'template', noun: '模板' },
  { path: '/system/v2/resourcePlan/', table: 'resource_plan', noun: '资源计划' },
  { path: '/power-station/document/', table: 'station_document', noun: '文档', code: 'document' },
  { path: '/power-station/', table: 'station', noun: '电站' },
  { path: '/station/space/', table: 'space', noun: '区域' },
  { path: '/device/ledger/', table: 'device', noun: '设备“SB0000001”' },
  {
    path: '/device/type/',
    table: 'device_type',
    noun: '设备类型',
    holds: `select pg_advisory_xact_lock(hashtext('device_type'), $1)`,
  },
]

export const recordTypeOf = ({ path }: Call): RecordType | undefined =>
  recordTypes.find((each) => path.startsWith(each.path))

/** The table that an id field of a call refers to. */
export function tableOf(call: Call, { name }: Field): string {
  const isOwn = ['id', 'ids', 'parentId'].includes(name)
  const table = isOwn ? recordTypeOf(call)?.table : tableByField[name]
  if (table) return table
  throw new Error(`the field ${name} of ${call.path} holds an id of which table? Say so above.`)
}

/** Adds rows to the tables that are empty in a new tenant. */
export async function addRecords(harness: Harness, tenant: TestTenant): Promise<void> {
  const [station, administrator] = [tenant.stations[0]!, administratorOf(tenant)]
  // The first ticket is the draft, which can be changed.
  await addTicketRecord(harness, tenant)
  await addMessageRecords(harness, tenant)
  await harness.owner.query(
    `insert into typical_ticket (tenant_id, kind, name, station_id, isolate, updated_at, updated_by)
     values ($1, 'low', '机密典型票', $2, '{机密措施}', now(), $3)`,
    [tenant.tenantId, station.id, administrator.id],
  )
  await harness.owner.query(
    `insert into qualification (tenant_id, person_id, roles, voltage, department_id, publication, valid_from, valid_until,
       created_at, created_by)
     select tenant_id, id, '{issuer}', '35', department_id, '机密文号', now(), now() + interval '1 year', now(), id
     from app_user where id = $1`,
    [administrator.id],
  )
  await harness.owner.query(
    `with added as (
       insert into earth (tenant_id, station_id, kind, name, voltage, place, test_due, created_at, created_by, updated_at,
         updated_by)
       values ($1, $2, 'wire', '机密接地线', '35', '机密柜', now() + interval '1 year', now(), $3, now(), $3)
       returning *
     )
     insert into earth_event (tenant_id, earth_id, at, actor_id, actor_name, action, note)
     select tenant_id, id, created_at, created_by, '机密人员', 'add', '机密说明' from added`,
    [tenant.tenantId, station.id, administrator.id],
  )
  await addTicketReview(harness, tenant)
  await harness.owner.query(
    `insert into device (tenant_id, station_id, name, type_id)
     select $1, $2, '机密设备', id from device_type where tenant_id = $1 and code = 'NB'`,
    [tenant.tenantId, station.id],
  )
  await harness.owner.query(
    `insert into space (tenant_id, station_id, kind, name) values ($1, $2, '1', '机密区域')`,
    [tenant.tenantId, station.id],
  )
  await harness.call(await signInAdministrator(harness, tenant), workOrderCalls.insert, {
    psId: station.id,
    taskType: 1,
    taskDescription: '机密任务',
  })
  await harness.owner.query(
    `insert into cleaning (tenant_id, order_id, area_name, capacity_kwp, method, created_at, updated_at)
     select tenant_id, min(id), '机密方阵', 1, 'own', now(), now() from work_order where tenant_id = $1 group by 1`,
    [tenant.tenantId],
  )
  await harness.owner.query(
    `with item as (
       insert into appearance_item (tenant_id, place, category, project, content_list, mark, need_photo, may_not_involve,
         updated_at, updated_by)
       values ($1, 999, '机密分组', '机密检查项', '{机密标准}', 5, false, true, now(), null) returning *
     ), row as (
       insert into appearance_row (tenant_id, order_id, no, item_id, category, project, content_list, mark, deduct_rule,
         suggest, need_photo, may_not_involve, example_paths)
       select i.tenant_id, (select min(id) from work_order where tenant_id = $1), 1, i.id, i.category, i.project,
         i.content_list, i.mark, '', '', false, true, '{}' from item i returning *
     )
     insert into appearance_event (tenant_id, order_id, no, at, actor_id, actor_name, action, note)
     select tenant_id, order_id, no, now(), $2, '机密人员', 'assess', '机密自评' from row`,
    [tenant.tenantId, administrator.id],
  )
  await harness.owner.query(
    `insert into outage (tenant_id, order_id, object_name, from_at, category, party, share, capacity_kwp, method, inputs,
       lost_kwh, lost_yuan, rate, calculated_at, created_at, updated_at)
     select tenant_id, min(id), '机密支路', now(), 'forced', 'operator', 100, 1, 'irradiance', '{}', 0, 0, 0, now(), now(),
       now() from work_order where tenant_id = $1 group by 1`,
    [tenant.tenantId],
  )
  await harness.owner.query(
    `with said as (
       insert into order_comment (tenant_id, order_id, author_id, author_name, text, added_at)
       select tenant_id, min(id), $2, '机密人员', '机密评论', now() from work_order where tenant_id = $1 group by 1
       returning *
     ), told as (
       insert into order_comment_mention (tenant_id, comment_id, user_id, name)
       select tenant_id, id, author_id, '机密' from said
     )
     insert into order_comment_event (tenant_id, comment_id, at, actor_id, actor_name, action, text)
     select tenant_id, id, now(), author_id, '机密人员', 'edit', '机密原文' from said`,
    [tenant.tenantId, administrator.id],
  )
  await addFieldRecord(harness, tenant)
  await addInspectionRecord(harness, tenant)
  await addDataRoleRecord(harness, tenant)
  await addMenuRecord(harness, tenant)
  await addHandoverRecord(harness, tenant)
  await addPendingGrant(harness, tenant)
  await addPositionRecords(harness, tenant)
  await addPlanRecords(harness, tenant)
  await harness.owner.query(
    `insert into work_order_photo (tenant_id, order_id, step_no, path, added_by, added_at)
     select $1, id, 1, '机密照片/' || $1::int, $2, now() from work_order where tenant_id = $1`,
    [tenant.tenantId, administrator.id],
  )
  await harness.owner.query(
    `insert into role_event (tenant_id, role_id, at, actor_id, actor_name, action, added)
     select $1, id, now(), $2, '机密人员', 'grant', '[{"text": "机密权限"}]' from role
     where tenant_id = $1 and role_code = 'r10030'`,
    [tenant.tenantId, administrator.id],
  )
  await harness.owner.query(
    `insert into data_import
       (tenant_id, kind, file_name, department_id, state, row_count, report, created_by, created_at)
     values ($1, 'stations', '机密.csv', $2, 'done', 0, '{}', $3, now())`,
    [tenant.tenantId, tenant.departments['A01'], administrator.id],
  )
  await harness.owner.query(
    `insert into export_job
       (tenant_id, kind, format, title, conditions, query, state, created_by, created_at)
     values ($1, 'workOrders', 'csv', '机密', '', '{}', 'cancelled', $2, now())`,
    [tenant.tenantId, administrator.id],
  )
  await harness.owner.query(
    `insert into template (tenant_id, kind, name, updated_at, updated_by) values ($1, 'template', '机密模板', now(), $2), ($1, 'manual', '机密手册', now(), $2)`,
    [tenant.tenantId, administrator.id],
  )
  await harness.owner.query(
    `insert into station_document (tenant_id, station_id, kind, name, path, created_by, created_at)
     values ($1, $2, '图纸', '机密图纸', '机密/' || $1::int, $3, now())`,
    [tenant.tenantId, station.id, administrator.id],
  )
  await harness.owner.query(
    `insert into resource_plan (tenant_id, station_id, year, updated_by) values ($1, $2, 2030, $3)`,
    [tenant.tenantId, station.id, administrator.id],
  )
  await harness.owner.query(
    `insert into work_calendar (tenant_id, year, draft, updated_at, updated_by)
     values ($1, 2030, '[{"day": "2030-01-01", "kind": "off", "name": "机密假日"}]', now(), $2)`,
    [tenant.tenantId, administrator.id],
  )
  await harness.owner.query(
    `insert into work_calendar_event (tenant_id, year, at, actor_id, action, days)
     values ($1, 2030, now(), $2, 'save', '[]')`,
    [tenant.tenantId, administrator.id],
  )
  await harness.owner.query(
    `insert into tenant_setting (tenant_id, section) values ($1, 'system'), ($1, 'business')`,
    [tenant.tenantId],
  )
  await harness.owner.query(
    `insert into check_rule (tenant_id, rule_code, rule_name, segments) values ($1, 'secret', '机密规则', '[{"digits":"*","pattern":".*","message":"-"}]')`,
    [tenant.tenantId],
  )
  await harness.call(await signInAdministrator(harness, tenant), inquiryCalls.addFeedback, {
    kind: 'other',
    content: '机密反馈',
  })
  await harness.call(await signInAdministrator(harness, tenant), workflowCalls.addProcess, {
    key: 'secret',
    name: '机密流程',
  })
  const worker = Object.values(tenant.users).find(({ roleCode }) => roleCode === 'r10030')!
  await harness.call(await openSession(harness, worker.id, tenant), oaCalls.apply, {
    request: { kind: 'purchase', form: { subject: '机密采购', amount: 100, remark: '机密事由' } },
  })
  await harness.owner.query(
    `insert into oa_request_file (tenant_id, request_id, field, place, path)
     select tenant_id, id, 'papers', 0, '机密附件/' || tenant_id from oa_request where tenant_id = $1`,
    [tenant.tenantId],
  )
  await harness.owner.query(
    `insert into process_migration (tenant_id, from_id, to_id, mapping, reason, at, actor_id)
     select $1, min(id), max(id), '[]', '机密换版', now(), $2 from process_definition where tenant_id = $1`,
    [tenant.tenantId, administrator.id],
  )
  await harness.owner.query(
    `with given as (
       insert into process_delegation (tenant_id, from_id, to_id, starts_at, ends_at, reason, created_at)
       values ($1, $2, $3, now(), now() + interval '1 day', '机密原因', now()) returning *
     )
     insert into process_delegation_event (tenant_id, delegation_id, kind, actor_id, at)
     select tenant_id, id, 'named', from_id, now() from given`,
    [tenant.tenantId, administrator.id, worker.id],
  )
  await harness.call(await signInAdministrator(harness, tenant), workOrderCalls.insert, {
    psId: station.id,
    taskType: 12,
    taskDescription: '机密后续',
  })
  await harness.owner.query(
    `insert into ticket_order (tenant_id, ticket_id, order_id)
     select t.tenant_id, t.id, (select max(o.id) from work_order o where o.tenant_id = t.tenant_id)
     from ticket t where t.tenant_id = $1`,
    [tenant.tenantId],
  )
  await harness.owner.query(
    `insert into order_relation (tenant_id, order_id, other_id, kind, added_by, added_at)
     select tenant_id, min(id), max(id), 'related', $2, now() from work_order where tenant_id = $1 group by 1`,
    [tenant.tenantId, administrator.id],
  )
  await addOfficeRecords(harness, tenant)
}

export async function firstId(harness: Harness, table: string, tenant: TestTenant): Promise<string> {
  const { rows } = await harness.owner.query<{ id: string }>(
    `select id from ${table} where tenant_id = $1 order by id limit 1`,
    [tenant.tenantId],
  )
  if (!rows[0]) throw new Error(`no row in ${table}: add one in addRecords`)
  return rows[0].id
}
