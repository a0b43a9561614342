import { sql } from 'kysely'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'

/** Code, name, what it is for, and the roles and people of the demo company who hold it. */
const demo = [
  ['regionManager', '区域经理', '统筹一个区域的电站', ['r10010'], []],
  ['stationMaster', '站长', '一座电站的负责人', ['r10020'], []],
  ['shiftLeader', '值班长', '当值的运行与许可', ['r10025'], ['zhengkexin']],
  ['engineer', '运维工程师', '巡检、消缺与定检', ['r10030'], []],
  ['repairer', '检修工', '电气与机械检修', [], ['worker', 'wuchengze', 'qinzimo', 'heyutong']],
  ['safetyOfficer', '安全员', '两票监督与现场安全', ['r10040'], ['konglingchuan', 'yangzhiyuan']],
  ['storekeeper', '物资管理员', '备件与工器具', [], ['zhuhaining', 'shiwenbo']],
  ['accountant', '财务专员', '费用与结算', [], ['hansongyan', 'platform']],
] as const

async function addPositions({ db, now }: DemoCompany): Promise<void> {
  const given = demo.map(([code, name, description, roles, people], at) => ({
    code,
    name,
    description,
    roles,
    people,
    rank: (at + 1) * 10,
  }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given (code text, name text, description text, rank int, roles text[], people text[])
    ), added as (
      insert into job_position (code, name, description, post_rank, created_at)
      select code, name, description, rank, ${now} from given returning id, code
    )
    insert into user_position (user_id, position_id)
    select u.id, added.id from added join given on given.code = added.code
      join app_user u on u.username = any(given.people) or exists (
        select from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id and r.role_code = any(given.roles))`.execute(
    db,
  )
}

offerFirstData('positions', { after: ['users'], demo: addPositions })
