import { sql } from 'kysely'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'

/** This year's list: by their roles, everybody of the departments with stations; a few expire soon or have expired. */
async function addQualifications({ db, now }: DemoCompany): Promise<void> {
  await sql`
    with usual as (
      select * from (values
        ('r10010', '{issuer,coIssuer}'::text[]),
        ('r10020', '{issuer,shiftLeader}'::text[]),
        ('r10025', '{permitter,shiftLeader,operationGuard}'::text[]),
        ('r10030', '{leader,guard,operator,hotWorker}'::text[]),
        ('r10040', '{fireGuard}'::text[])) r (code, roles)
    ), person as (
      select distinct on (u.id) u.id, u.department_id, r.roles, row_number() over (order by u.id) as at
      from app_user u
        join user_role given on given.tenant_id = u.tenant_id and given.user_id = u.id
        join role kept on kept.tenant_id = given.tenant_id and kept.id = given.role_id
        join usual r on r.code = kept.role_code
      where u.status = '1'
    )
    insert into qualification (person_id, roles, voltage, department_id, publication, certificate, valid_from, valid_until,
      created_at, created_by)
    select p.id, p.roles, case p.at % 4 when 0 then '110' else '35' end, p.department_id,
      '安〔' || extract(year from ${now}::timestamptz) || '〕12 号', 'GF-' || lpad(p.id::text, 4, '0'),
      (${now}::timestamptz - interval '300 days')::date,
      (${now}::timestamptz + (case p.at % 30 when 11 then -5 when 6 then 20 when 7 then 25 else 64 end) * interval '1 day')::date,
      ${now}, keeper.id
    from person p cross join (select id from app_user order by id limit 1) keeper`.execute(db)
}

offerFirstData('qualifications', { after: ['users'], demo: addQualifications })
