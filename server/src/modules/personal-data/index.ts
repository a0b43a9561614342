import { personalDataCalls, personalDataQuery } from '@heliodesk/contract/personal-data.ts'
import { defineModule } from '../../kernel/context.ts'
import { offerArchive } from '../../kernel/export-kind.ts'
import { queueExport } from '../exports/index.ts'
import { getUser } from '../users/index.ts'
import { archiveOf } from './archive.ts'

offerArchive('personalData', async (ctx, query) => {
  const { personId, reason } = personalDataQuery.parse(query)
  return archiveOf(ctx, await getUser(ctx, personId), reason)
})

/** All data of a person, as an archive among the caller's exports (docs/decisions/0100-personal-data.md). */
export const personalData = defineModule(personalDataCalls, {
  async request(ctx, query) {
    const { realname, username } = await getUser(ctx, query.personId)
    return queueExport(ctx, {
      kind: 'personalData',
      format: 'zip',
      conditions: `${realname}（${username}）；原因：${query.reason}`,
      query,
    })
  },
})
