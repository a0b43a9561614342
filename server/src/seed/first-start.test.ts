import { companyCodes, type PermissionCode } from '@heliodesk/contract/permissions.ts'
import { missingForSubmit } from '@heliodesk/contract/work-order-rules.ts'
import { prerequisite, workStep } from '@heliodesk/contract/order-rows.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPool } from '../platform/postgres.ts'
import { listDemoLogins } from './logins.ts'
import { ensureFirstData } from './first-start.ts'
import { faultsIn, type HistoryRow } from './history.fixture.ts'
import { writeAtEveryHour } from './ticket-hours.fixture.ts'
import { fingerprintOf, openTrial, type Trial } from './trial.fixture.ts'

const now = new Date('2026-06-18T02:30:00Z')
const MINUTES = 60_000
const roleAccounts = ['admin', 'manager', 'master', 'worker', 'shift', 'safety', 'platform', 'guest']

describe('with demo data', () => {
  let trial: Trial
  let printed: string
  beforeAll(async () => {
    trial = await openTrial()
    printed = await ensureFirstData(trial.pool, { demo: true, now })
  }, 3 * MINUTES)
  afterAll(() => trial.end())

  test('prints one login per role and tenant, which the tool lists too', async () => {
    const logins = await listDemoLogins(trial.pool)
    expect(logins.map(({ username }) => username)).toEqual([
      ...roleAccounts,
      ...roleAccounts.map((name) => `qk_${name}`),
    ])
    expect(logins.map(({ role }) => role).slice(0, 3)).toEqual(['admin', 'r10010', 'r10020'])
    for (const { tenant, roleName, username, password } of logins) {
      for (const text of [tenant, roleName, username, password]) expect(printed).toContain(text)
    }
  })

  test('has the size that the product design names', async () => {
    const [size] = await trial.rows<Record<string, string>>(`
      select (select count(*) from station where tenant_id = 1) as stations,
             (select count(*) from device) as devices,
             (select count(*) from work_order o where tenant_id = 1
               and not exists (select from inspection_due d where d.tenant_id = 1 and d.order_id = o.id)) as orders,
             (select count(*) from tenant where demo) as tenants,
             (select count(distinct task_type) from work_order) as types,
             (select count(distinct flow_sts) from work_order) as states`)
    expect(size).toMatchObject({ stations: '120', orders: '6000', tenants: '2', types: '16', states: '5' })
    expect(Number(size!.devices)).toBeGreaterThan(3000)
  })

  test('fills the tables of every module', async () => {
    const counts = {
      department: 32,
      app_user: 106,
      user_psa: 7,
      psa: 44,
      station: 127,
      station_event: 130,
      space: 1449,
      device: 7296,
      device_event: 7326,
      inspection_plan: 48,
      inspection_due: 18,
      work_order: 6258,
      task_type: 32,
      resource_plan_month: 4464,
      material_category: 38,
      inquiry: 14,
      inquiry_message: 8,
      inquiry_read: 20,
      check_rule: 8,
      dictionary: 50,
      dictionary_item: 230,
    }
    for (const [table, count] of Object.entries(counts))
      expect([table, ...(await trial.rows(`select count(*)::int as n from ${table}`))]).toEqual([
        table,
        { n: count },
      ])
    const [energy] = await trial.rows<{ stations: string }>(
      'select count(distinct station_id) as stations from station_generation',
    )
    expect(energy).toEqual({ stations: '127' })
  })

  test.each([
    [
      'times run forward and end before now',
      `select 1 from work_order where created_at > updated_at or updated_at > '${now.toISOString()}'
         or real_start_time < created_at or work_start_time < real_start_time or submit_time < work_start_time
         or flow_end_time < greatest(submit_time, work_start_time, real_start_time, created_at)`,
    ],
    [
      'nothing is older than a year',
      `select 1 from work_order where created_at < '${now.toISOString()}'::timestamptz - interval '366 days'`,
    ],
    [
      'codes have no gaps and stand in the order of creation',
      `select 1 from (select work_code, row_number() over (partition by tenant_id,
           (created_at at time zone 'Asia/Shanghai')::date order by created_at, id) as n, created_at from work_order) o
         where work_code <> to_char(created_at at time zone 'Asia/Shanghai', '"GD"YYYYMMDD') || lpad(n::text, 6, '0')`,
    ],
    [
      'code counters stand at the last code',
      `select 1 from work_code_counter c full join (
           select tenant_id, (created_at at time zone 'Asia/Shanghai')::date as day, count(*) as n
           from work_order group by 1, 2) o using (tenant_id, day) where c.last is distinct from o.n`,
    ],
    [
      'people work in working hours, except in emergencies',
      `select 1 from work_order_event e join work_order o on o.tenant_id = e.tenant_id and o.id = e.order_id
         where e.action <> 'create' and o.task_type <> 15
           and (e.at at time zone 'Asia/Shanghai')::time not between '07:30' and '18:30'`,
    ],
    [
      'hours lie inside the work',
      `select 1 from work_order_hours h join work_order o on o.tenant_id = h.tenant_id and o.id = h.order_id
         where h.actual_start_time < o.work_start_time or h.actual_end_time > coalesce(o.submit_time, o.updated_at)`,
    ],
    [
      'faults, defects and emergencies name a device of their station',
      `select 1 from work_order o left join device d on d.tenant_id = o.tenant_id and d.id = o.device_id
         where o.task_type in (7, 8, 15) and d.station_id is distinct from o.station_id`,
    ],
    [
      'only faults, defects and emergencies lose energy',
      `select 1 from work_order where loss_power > 0 and task_type not in (7, 8, 15)`,
    ],
    [
      'subclasses are those of the dictionary',
      `select 1 from work_order o where not exists (select from dictionary d join dictionary_item i
           on i.tenant_id = d.tenant_id and i.dictionary_id = d.id
         where d.tenant_id = o.tenant_id and d.dict_code = 'workSubclass_' || o.task_type
           and i.item_value = o.work_subclass)`,
    ],
    [
      'folded counts are exact',
      `select 1 from (select tenant_id, station_id, flow_sts, count(*) as n from work_order group by 1, 2, 3) o
         full join work_order_count c using (tenant_id, station_id, flow_sts) where o.n is distinct from c.n
       union all select 1 from work_order_count_delta`,
    ],
    [
      'stations that left have no orders',
      `select 1 from work_order o join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
         where s.status <> '1'`,
    ],
  ])('%s', async (_what, violations) => {
    expect(await trial.rows(violations)).toEqual([])
  })

  test('every history is one that the rules allow to these people', async () => {
    const holders = await trial.rows<{ user_id: string; codes: PermissionCode[] }>(`
      select ur.user_id, array_agg(p.code) as codes from user_role ur
        join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
        join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id and p.code is not null
        group by ur.user_id`)
    const codesOf = new Map(holders.map(({ user_id, codes }) => [user_id, codes]))
    const events = await trial.rows<HistoryRow>(`
      select o.work_code, o.task_type, o.need_ticket, o.liable_user_id, o.liable_person, o.assist_user_ids::text[],
             o.reporter_id, o.plan_start_time, o.flow_sts, o.other_sts, e.action, e.actor_id, e.from_sts, e.to_sts,
             row_number() over (partition by o.tenant_id, o.id order by e.at desc, e.id desc) = 1 as last
        from work_order_event e join work_order o on o.tenant_id = e.tenant_id and o.id = e.order_id
        order by o.tenant_id, o.id, e.at, e.id`)
    expect(events.length).toBeGreaterThan(20_000)
    expect(faultsIn(events, codesOf)).toEqual([])
  })

  test('what was handed in is complete, and fits the contract', async () => {
    const documents = await trial.rows<{
      task_type: number
      need_work_hours: boolean
      prerequisites: never[]
      steps: never[]
      hours: unknown[]
    }>(`
      select o.task_type, o.need_work_hours, x.prerequisites, x.steps,
             array(select h.id from work_order_hours h where h.tenant_id = o.tenant_id and h.order_id = o.id) as hours
        from work_order o join work_order_execution x on x.tenant_id = o.tenant_id and x.order_id = o.id
        where o.submit_time is not null`)
    expect(documents.length).toBeGreaterThan(5000)
    for (const { task_type, need_work_hours, prerequisites, steps, hours } of documents) {
      for (const step of steps) workStep.parse(step)
      for (const each of prerequisites) prerequisite.parse(each)
      const order = { taskType: task_type, purchasesWay: null, needWorkHours: Number(need_work_hours) }
      // Only the newest orders of the demonstration have photos.
      const photoList = steps.map((_step, at) => ({ stepNo: at + 1 }))
      const document = { prerequisiteList: prerequisites, stepList: steps, workHoursList: hours, photoList }
      expect(missingForSubmit(order, document)).toEqual([])
    }
  })

  test('an appearance sheet that came back says which item was why, and what to do about it', async () => {
    const returned = await trial.rows<{ note: string; asked: string[] }>(`
      select e.note, array(select '“' || r.project || '”：' || r.examine_suggest || '。' from appearance_row r
          where r.tenant_id = o.tenant_id and r.order_id = o.id and r.rework <> 'none') as asked
        from work_order o
        join work_order_event e on e.tenant_id = o.tenant_id and e.order_id = o.id and e.action = 'reject'
        where o.task_type = 18 and o.other_sts in (4, 5, 6)`)
    expect(returned.length).toBeGreaterThan(20)
    for (const { note, asked } of returned) expect(asked).toContain(note)
    expect(new Set(returned.map(({ note }) => note)).size).toBeGreaterThan(returned.length / 3)
  })

  test('every crew finds something to do in each open state today', async () => {
    const idle = await trial.rows(`
      select d.name, wanted from department d
        cross join (values (1, 1), (2, 2), (2, 3), (2, 6), (3, 4)) wanted (flow_sts, other_sts)
        where exists (select from station s where s.tenant_id = d.tenant_id and s.department_id = d.id and s.status = '1')
          and not exists (select from work_order o where o.tenant_id = d.tenant_id and o.dep_code = d.org_code
            and o.flow_sts = wanted.flow_sts and o.other_sts = wanted.other_sts
            and o.updated_at > '${now.toISOString()}'::timestamptz - interval '1 day')`)
    expect(idle).toEqual([])
    const [worker] = await trial.rows<{ own: string; overdue: string }>(`
      select count(*) as own, count(*) filter (where plan_end_time < '${now.toISOString()}') as overdue
        from work_order o join app_user u on u.tenant_id = o.tenant_id and u.id = o.liable_user_id
        where u.username = 'worker' and o.flow_sts = 2`)
    expect(Number(worker!.own)).toBeGreaterThanOrEqual(4)
    expect(Number(worker!.overdue)).toBeGreaterThanOrEqual(1)
  })

  test('roles hold what the product design grants, and the pages of it', async () => {
    const rows = await trial.rows<{ role_code: string; codes: string[]; pages: string[] }>(`
      select r.role_code, array_agg(p.code order by p.code) filter (where p.code is not null) as codes,
             array_agg(p.path order by p.path) filter (where p.menu_type = 1) as pages
        from role r join role_permission rp on rp.tenant_id = r.tenant_id and rp.role_id = r.id
        join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
        where r.tenant_id = 1 group by r.role_code`)
    const held = Object.fromEntries(rows.map((row) => [row.role_code, row]))
    expect(held.admin!.codes).toEqual(companyCodes.toSorted())
    const everybody = ['assistant:use', 'dashboard:view', 'mail:write', 'message:view']
    const everybodysPages = ['/AIGC', '/dashboard/analysis', '/editMail', '/system/tidings']
    const readersPages = [
      '/operation/clean',
      '/operation/taskView',
      '/station/archive',
      '/station/device',
      '/taskCenter',
    ]
    const ticketPages = [
      '/operation/earth',
      '/operation/qualification',
      '/operation/ticket',
      '/operation/ticketBoard',
      '/operation/typicalTicket',
    ]
    const orders = ['assign', 'audit', 'export', 'list', 'terminate'].map((verb) => `order:${verb}`)
    expect(held.r10010!.codes).toEqual(
      [
        ...everybody.concat('message:announce'),
        ...orders,
        ...['inspectionItem', 'qualification', 'typicalTicket'].flatMap((of) => [`${of}:edit`, `${of}:list`]),
        'appearance:manage',
        'cleaning:view',
        'device:edit',
        'device:list',
        'earth:edit',
        'earth:list',
        'import:run',
        'cycle:edit',
        'cycle:list',
        'plan:audit',
        'plan:edit',
        'plan:list',
        'portal:view',
        'savedView:share',
        'schedule:view',
        'station:list',
        'statistics:view',
        'ticket:approve',
        'ticket:create',
        'ticket:export',
        'ticket:list',
        'ticket:review',
        'ticket:sign',
        'ticketReview:edit',
        'ticketReview:list',
        'ticket:board',
      ].toSorted(),
    )
    expect(held.r10010!.pages).toEqual(
      [
        ...everybodysPages,
        ...readersPages,
        ...ticketPages,
        '/operation/ticketReview',
        '/operation/appearance',
        '/operation/cycle',
        '/operation/item',
        '/operation/plan',
        '/operation/orderStatistics',
        '/system/import',
        '/workPortal',
      ].toSorted(),
    )
    const work = ['claim', 'create', 'execute', 'extend', 'list'].map((verb) => `order:${verb}`)
    expect(held.r10030!.codes).toEqual(
      [
        ...everybody,
        ...work,
        'cleaning:view',
        'device:list',
        'earth:list',
        'hall:view',
        'portal:view',
        'qualification:list',
        'schedule:view',
        'station:list',
        'ticket:create',
        'ticket:list',
        'ticket:sign',
        'ticket:board',
        'typicalTicket:list',
      ].toSorted(),
    )
    expect(held.r10055!.pages).toEqual([...everybodysPages, ...readersPages].toSorted())
    expect(held.platform!.pages).toEqual(['/station/archive'])
  })

  test('tickets keep the rules at whatever hour the data are made', async () => {
    expect(await writeAtEveryHour(trial.pool, 1, now)).toBe(48)
  })

  test('a later start changes nothing', async () => {
    const before = await fingerprintOf(trial)
    const again = await ensureFirstData(trial.pool, {
      demo: true,
      now: new Date(now.getTime() + 90 * 86_400_000),
    })
    expect(again).toBe(printed)
    expect(await ensureFirstData(trial.pool, { demo: false })).toBe(printed)
    expect(await fingerprintOf(trial)).toEqual(before)
  })

  test(
    'a start that is cut off leaves nothing, and two at once then make the same data once',
    async () => {
      const second = await openTrial()
      try {
        const cutOff = ensureFirstData(second.pool, { demo: true, now })
        cutOff.catch(() => {})
        await vi.waitFor(
          async () => {
            const killed = await second.rows(`
            select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and query like '%work_order_event%' and pid <> pg_backend_pid()`)
            expect(killed).toHaveLength(1)
          },
          { timeout: 2 * MINUTES, interval: 10 },
        )
        await expect(cutOff).rejects.toThrow()
        expect(await second.rows('select id from tenant')).toEqual([])

        const other = openPool(second.login, { max: 2 })
        const texts = await Promise.all(
          [second.pool, other].map((pool) => ensureFirstData(pool, { demo: true, now })),
        )
        await other.end()
        expect(texts).toEqual([printed, printed])
        expect(await fingerprintOf(second)).toEqual(await fingerprintOf(trial))
      } finally {
        await second.end()
      }
    },
    5 * MINUTES,
  )

  test('an account whose password was changed is printed no more', async () => {
    await trial.rows(
      `update app_user set password_hash = (select password_hash from app_user where username = 'guest')`,
    )
    const changed = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$9sTbSlTio3Biev89thdrlKKiCaYsjjYVJxGAL3swxpQ'
    await trial.rows(`update app_user set password_hash = '${changed}' where username = 'master'`)
    await trial.rows(`update app_user set status = '2' where username = 'shift'`)
    const logins = await listDemoLogins(trial.pool)
    expect(logins.map(({ username }) => username)).not.toEqual(expect.arrayContaining(['master']))
    expect(logins.map(({ username }) => username)).not.toEqual(expect.arrayContaining(['shift']))
    expect(logins).toHaveLength(14)
  })
})
