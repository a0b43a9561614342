import { sql } from 'kysely'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'

/**
 * Every third station's rack: eight wires for 35 kV, two of them at their test, one whose test is over and one whose
 * test soon is, two boards and two personal wires, and the earth switches of three transformers.
 */
async function addEarths({ db, now }: DemoCompany): Promise<void> {
  await sql`
    with rack as (
      select 'wire' as kind, n::text as name, '35' as voltage, '1号接地线柜 ' || n || '号位' as place,
        case n when 3 then -6 when 5 then 17 else 60 + n * 25 end as due,
        case when n in (7, 8) then 'testing' else 'stored' end as state
      from generate_series(1, 8) n
      union all select 'board', n::text, '35', '1号接地线柜 下层', 200, 'stored' from generate_series(1, 2) n
      union all select 'personal', n::text, '0.4', '工器具室 ' || n || '号挂钩', 120, 'stored' from generate_series(1, 2) n
      union all select 'switch', '3' || n || '117', '35', n || '号箱变高压侧', null, 'stored' from generate_series(1, 3) n
    ), place as (
      select s.id, row_number() over (order by s.id) as at from station s where s.status = '1'
    ), keeper as (
      select id, realname from app_user order by id limit 1
    ), added as (
      insert into earth (station_id, kind, name, voltage, place, test_due, state, created_at, created_by, updated_at,
        updated_by)
      select p.id, r.kind, r.name, r.voltage, r.place, (${now}::timestamptz + r.due * interval '1 day')::date, r.state,
        ${now}, k.id, ${now}, k.id
      from place p cross join rack r cross join keeper k where p.at % 3 = 1
      returning id, state
    )
    insert into earth_event (earth_id, at, actor_id, actor_name, action, note)
    select a.id, ${now}, k.id, k.realname, step.action, step.note
    from added a cross join keeper k
      join (values ('add', '', null), ('test', '年度预防性试验', 'testing')) step (action, note, state)
        on step.state is null or step.state = a.state
    order by a.id, step.action`.execute(db)
}

offerFirstData('earths', { after: ['stations', 'users'], demo: addEarths })
