import type { Output } from '@heliodesk/contract/call.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { defineModule, type Ctx } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import { fileOf } from '../files/index.ts'
import { unreadFor } from '../inquiries/index.ts'
import { countUnread } from '../messages/index.ts'
import { editAvatar } from './avatar.ts'
import { listChanges } from './changes.ts'
import { serveClientConfig } from './client-config.ts'
import { editSettings } from './edit.ts'
import { readInstruction } from './instruction.ts'
import { flag, isSeen, markGuide, marksOf } from './marks.ts'
import { findPeople, listPeople } from './people.ts'
import { editPreferences } from './preferences.ts'
import { retention, retentionOf } from './retention.ts'
import { getShell } from './shell.ts'

async function systemSection(ctx: Ctx): Promise<Output<(typeof settingCalls)['system']>> {
  const { version, values } = (await readSettings(ctx.db)).system
  return {
    version,
    values,
    logoFile: values.logo === null ? null : await fileOf(ctx, values.logo),
    recipients: await findPeople(ctx, values.mailRecipients),
    displays: await displaysOf(ctx),
  }
}

const displayPaths = { '/screen/page': 'hasScreen', '/screen/jd': 'JDScreen' } as const

async function displaysOf({ db }: Ctx) {
  const paths = Object.entries(displayPaths)
  const rows = await db
    .selectFrom('permission')
    .select('path')
    .where('menu_type', '<>', 2)
    .where(
      'path',
      'in',
      paths.map(([path]) => path),
    )
    .execute()
  return paths.filter(([path]) => rows.some((row) => row.path === path)).map(([, name]) => name)
}

async function businessSection(ctx: Ctx): Promise<Output<(typeof settingCalls)['business']>> {
  const { version, values } = (await readSettings(ctx.db)).business
  return { version, values, manualFile: values.manual === null ? null : await fileOf(ctx, values.manual) }
}

/** The company's settings for administrators, and their part in `/config.js`. */
export const settings = defineModule(
  { ...settingCalls, ...shellCalls },
  {
    system: systemSection,
    retention: retentionOf,
    async editSystem(ctx, { mailRecipients, ...edit }) {
      // User names are stored in lower case.
      const names = mailRecipients?.map((name) => name.toLowerCase())
      await editSettings(ctx, 'system', { ...edit, ...(names && { mailRecipients: [...new Set(names)] }) })
      return systemSection(ctx)
    },
    systemChanges: (ctx, page) => listChanges(ctx, 'system', page),
    people: listPeople,
    business: businessSection,
    async editBusiness(ctx, edit) {
      await editSettings(ctx, 'business', edit)
      return businessSection(ctx)
    },
    businessChanges: (ctx, page) => listChanges(ctx, 'business', page),
    shell: getShell,
    editPreferences,
    editAvatar,
    markGuide,
    async unread(ctx) {
      const { mail, feedback } = await unreadFor(ctx)
      return { isNotReadNum: await countUnread(ctx), mail, feedback }
    },
    aigcGuide: async (ctx) => ({ isFirstAigcNoviceGuide: flag(!isSeen(await marksOf(ctx), 'aigc')) }),
    instruction: readInstruction,
  },
  [retention],
  [],
  serveClientConfig,
)
