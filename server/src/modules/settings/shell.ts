import type { Output } from '@heliodesk/contract/call.ts'
import { sisterSystems, type shellCalls } from '@heliodesk/contract/shell.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { readSettings, type SettingValues } from '../../kernel/settings.ts'
import { assistantOf, sistersOf } from '../../kernel/sources.ts'
import { fileOf } from '../files/index.ts'
import { flag, isSeen, marksOf } from './marks.ts'
import { readPreferences } from './preferences.ts'

/** Holds `tenant.brand_key`, so that the login page shows the branding of the company last signed in to. */
export const BRAND_COOKIE = 'heliodesk_brand'

type Shell = Output<(typeof shellCalls)['shell']>

export async function getShell(ctx: Ctx): Promise<Shell> {
  const { system, business } = await readSettings(ctx.db)
  const { productName, logo, filingNumber, fixedHide, exportMark } = system.values
  const { manual, uploadMaxMb, uploadMaxCount, extension, signSubmit } = business.values
  const [brandKey, mayAsk] = await brandAndRight(ctx)
  ctx.cookies.set(BRAND_COOKIE, brandKey)
  return {
    productName,
    logoUrl: logo === null ? null : ((await fileOf(ctx, logo))?.url ?? null),
    filingNumber: filingNumber || ctx.env.FILING_NUMBER,
    fixedHide,
    exportMark,
    assistantUrl: mayAsk ? assistantOf(system.values, ctx.env) : null,
    hasManual: manual !== null,
    sisters: sistersOf(system.values, ctx.env).map(({ path, url }) => ({
      path,
      title: sisterSystems[path].title,
      url,
    })),
    guide: await guideFor(ctx, business.values),
    upload: { maxMb: uploadMaxMb, maxCount: uploadMaxCount },
    signSubmit,
    extension,
    preferences: await readPreferences(ctx.db, ctx.who.userId),
  }
}

async function brandAndRight(ctx: Ctx): Promise<[brandKey: string, mayAsk: boolean]> {
  const { brand_key: key, may_ask: mayAsk } = await ctx.db
    .selectFrom('tenant')
    .select('brand_key')
    .select(sql<boolean>`app.is_granted(${ctx.who.userId}, 'assistant:use')`.as('may_ask'))
    .where('id', '=', ctx.who.tenantId)
    .executeTakeFirstOrThrow()
  return [key, mayAsk]
}

async function guideFor(ctx: Ctx, values: SettingValues['business']): Promise<Shell['guide']> {
  const { noviceGuide, performanceGuide, versionNotes } = values
  const marks = await marksOf(ctx)
  const hasNews = versionNotes.notes.length > 0 && !isSeen(marks, 'version', versionNotes.version)
  return {
    IS_FIRST_NOVICE_GUIDE: flag(noviceGuide && !isSeen(marks, 'novice')),
    IS_FIRST_PERFORMANCE_Guide: flag(performanceGuide && !isSeen(marks, 'performance')),
    versionNotes: hasNews ? versionNotes : null,
  }
}
