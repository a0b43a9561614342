import { grantReviewCalls, type GrantReview } from '@heliodesk/contract/grant-reviews.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { defineModule, DomainError, notFound, Refusal, type Ctx } from '../../kernel/context.ts'
import { updateRow } from '../../kernel/one-row.ts'
import { requireRights } from '../../kernel/rights.ts'
import { giveRole, takeRole } from '../access/index.ts'
import { changedSince, changePermissions, needsSecond } from '../roles/index.ts'
import { lockUsers } from '../users/index.ts'
import { countOpen, listReviews, readReview } from './rows.ts'

const rights: Record<GrantReview['kind'], PermissionCode> = {
  permissions: 'role:manage',
  roles: 'user:manage',
}

/** Locks one until commit, so that of two decisions at the same moment the later one finds it decided. */
async function lockReview(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('pending_grant')
    .select(['kind', 'role_id', 'people', 'added', 'removed', 'seen'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  return { ...row, review: await readReview(ctx, id) }
}

async function lockDecidable(ctx: Ctx, id: string) {
  const locked = await lockReview(ctx, id)
  await requireRights(ctx, [rights[locked.review.kind]])
  if (locked.review.refusal !== null) throw new DomainError('grant.closed', locked.review.refusal)
  return locked
}

type Outcome = 'confirmed' | 'outdated' | 'refused' | 'withdrawn'

async function decide(ctx: Ctx, id: string, outcome: Outcome, note = '') {
  await updateRow(ctx.db, 'pending_grant', id, {
    outcome,
    note,
    decided_by: ctx.who.userId,
    decided_name: ctx.who.realname,
    decided_at: ctx.now,
  })
  return readReview(ctx, id)
}

type Locked = Awaited<ReturnType<typeof lockDecidable>>

/** By the functions of the change itself, so that all its rules hold for who confirms, at this moment. */
async function carryOut(ctx: Ctx, { role_id: roleId, people, added, removed }: Locked): Promise<void> {
  if (roleId !== null) {
    await changePermissions(ctx, { roleId, added, removed })
    return
  }
  for (const each of added) await giveRole(ctx, { roleId: each, userIds: people })
  for (const each of removed) await takeRole(ctx, { roleId: each, userIds: people })
}

export const grantReviews = defineModule(grantReviewCalls, {
  state: async (ctx) => ({ isOn: await needsSecond(ctx), waiting: await countOpen(ctx) }),
  list: listReviews,

  async confirm(ctx, { id }) {
    const locked = await lockDecidable(ctx, id)
    // People before roles, as every change of who has a role locks them.
    await lockUsers(ctx, locked.people)
    const seen = new Map(Object.entries(locked.seen as Record<string, string[]>))
    const difference = await changedSince(ctx, seen)
    if (difference !== null) {
      await decide(ctx, id, 'outdated', difference)
      return new Refusal('grant.outdated', `提交后有变化：${difference}。这项变更已失效，请重新提交`)
    }
    await carryOut(ctx, locked)
    return decide(ctx, id, 'confirmed')
  },

  async refuse(ctx, { id, reason }) {
    await lockDecidable(ctx, id)
    return decide(ctx, id, 'refused', reason)
  },

  async withdraw(ctx, { id }) {
    const { review } = await lockReview(ctx, id)
    if (!review.isOwn) throw new DomainError('grant.not_own', '只能撤回自己提交的变更')
    if (review.state !== 'waiting') throw new DomainError('grant.closed', review.refusal ?? '')
    return decide(ctx, id, 'withdrawn')
  },
})
