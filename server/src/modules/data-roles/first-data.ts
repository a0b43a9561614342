import { sql } from 'kysely'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'

/** Guests see no phone numbers and no money; a role for contractors is prepared and not in force. */
async function addDataRoles({ db, now }: DemoCompany): Promise<void> {
  await sql`
    with added as (
      insert into data_role (code, name, description, enabled, own_orders, columns, most_export_rows, created_at) values
        ('guestView', '访客只看大概', '遮住手机号，隐藏电价和金额', true, null,
          '{"phone": "mask", "tariff": "hide", "lostYuan": "hide", "cost": "hide", "insurance": "hide"}', 200, ${now}),
        ('contractor', '外委只看本人工单', '外委人员进场前启用，授予其个人', false, 'own', '{"phone": "mask"}', 0, ${now})
      returning id, code
    ), told as (
      insert into data_role_event (data_role_id, at, actor_id, actor_name, action)
      select added.id, ${now}, keeper.id, keeper.realname, 'create'
      from added cross join (select id, realname from app_user order by id limit 1) keeper
    )
    insert into data_role_role (data_role_id, role_id)
    select added.id, r.id from added join role r on r.role_code = 'r10055' where added.code = 'guestView'`.execute(
    db,
  )
}

offerFirstData('dataRoles', { after: ['users'], demo: addDataRoles })
