import { savedViewCalls } from '@heliodesk/contract/saved-views.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { readJson } from '../../kernel/first-data/data-file.ts'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'

const { code, name, query } = savedViewCalls.add.input.shape

const views = readJson(
  new URL('./first-data/views.json', import.meta.url),
  // The owner's user name, and the code of the department that it is shared with.
  z.array(
    z.object({ company: z.string(), by: z.string(), code, name, query, department: z.string().nullable() }),
  ),
)

/** Views that people keep, some of them for their department. */
async function addViews({ db, name: company, now }: DemoCompany): Promise<void> {
  const given = views.filter((view) => view.company === company)
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given (by text, code text, name text, query jsonb, department text)
    ), added as (
      insert into saved_view (owner_id, code, name, query, department_id, created_at, updated_at)
      select u.id, given.code, given.name, given.query, d.id, ${now}, ${now}
      from given join app_user u on u.username = given.by left join department d on d.org_code = given.department
      returning *
    )
    insert into saved_view_event (view_id, at, actor_id, actor_name, action, name, query, department_name)
    select v.id, ${now}, u.id, u.realname, 'add', v.name, v.query, d.name
    from added v join app_user u on u.id = v.owner_id left join department d on d.id = v.department_id`.execute(
    db,
  )
}

offerFirstData('saved-views', { after: ['users', 'departments'], demo: addViews })
