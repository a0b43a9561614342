import { sessionCalls } from '@heliodesk/contract/session.ts'
import { sql } from 'kysely'
import { defineModule, DomainError, notFound, type Upkeep } from '../../kernel/context.ts'
import { inEachCompany } from '../../kernel/each-company.ts'
import { KEY_LIFE_MS } from '../../kernel/idempotency.ts'
import { limitsUpkeep } from '../../kernel/limits.ts'
import { present } from '../../platform/certain.ts'
import { editDefaultPlaces } from '../departments/index.ts'
import { loadPermissions } from './menu.ts'
import { completeSignIn, secondStepUpkeep } from './second-step.ts'
import { endSessions, listSessions, signOut } from './sessions.ts'
import { signInByPassword, signInByPhone } from './sign-in.ts'
import { getUserInfo } from './user-info.ts'

export {
  deriveKey,
  findAccount,
  hashPassword,
  loadAccount,
  matchesPassword,
  type Account,
} from './account.ts'
export { countWrongPassword, forgiveFailures, lockOf, tooManyFailures } from './attempts.ts'
export { openSession } from './open-session.ts'
export { outOfForce } from './second-step.ts'
export {
  beginEnrolment,
  confirmEnrolment,
  demandsSecondFactor,
  endUnprovedSessions,
  recordSecondFactor,
  renewRecoveryCodes,
} from './enrolment.ts'
export { hasSecondFactor, secondFactorFault } from './second-factor.ts'
export { endSessions, listSessions, signInOf } from './sessions.ts'

const ONE_DEPARTMENT = new DomainError('session.depart', '只能选择本人所在的部门')

const sweep: Upkeep = {
  name: 'expired sessions',
  everyMs: 600_000,
  async run(db) {
    await inEachCompany(db, async () => {
      await sql`delete from user_session
        where expires_at < now() or not app.session_stands(signed_in_at, now())`.execute(db)
      await db
        .deleteFrom('idempotency')
        .where('created_at', '<', new Date(Date.now() - KEY_LIFE_MS))
        .execute()
    })
  },
}

export const session = defineModule(
  sessionCalls,
  {
    login: signInByPassword,

    phoneLogin: signInByPhone,

    secondStep: completeSignIn,

    logout: signOut,

    me: (ctx) => getUserInfo(ctx, ctx.who.tenantId, ctx.who.userId),

    async editDefaults(ctx, change) {
      await editDefaultPlaces(ctx, change)
      return getUserInfo(ctx, ctx.who.tenantId, ctx.who.userId)
    },

    async selectDepart(ctx, { username, orgCode }) {
      const isOwn = username === undefined || username === '' || username === ctx.who.username
      if (!isOwn || (orgCode !== undefined && orgCode !== ctx.who.orgCode)) throw ONE_DEPARTMENT
      return { userInfo: await getUserInfo(ctx, ctx.who.tenantId, ctx.who.userId) }
    },

    permissions: loadPermissions,

    sessions: (ctx) => listSessions(ctx, ctx.who.userId),

    async endSession(ctx, { sessionId }) {
      const ended = await endSessions(ctx, ctx.who.userId, { only: sessionId, reason: '本人终止' })
      if (ended === 0) throw notFound()
      return null
    },

    endOtherSessions: (ctx) =>
      endSessions(ctx, ctx.who.userId, { except: present(ctx.who.sessionId), reason: '本人终止' }),
  },
  [sweep, limitsUpkeep, secondStepUpkeep],
)
