import { sql } from 'kysely'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'

const names = ['样品一', '样品二', '样品三']

/** A few sample things at the first stations, kept by the administrator. */
async function addSampleThings({ db, now }: DemoCompany): Promise<void> {
  await sql`
    insert into sample_thing (station_id, name, created_at, created_by, updated_at, updated_by)
    select s.id, sample.name, ${now}, keeper.id, ${now}, keeper.id
    from unnest(${names}::text[]) with ordinality as sample (name, at)
      join (select id, row_number() over (order by id) as at from station) s on s.at = sample.at
      cross join (select id from app_user order by id limit 1) keeper`.execute(db)
}

offerFirstData('sample-things', { after: ['stations', 'users'], demo: addSampleThings })
