import { grantReviewCalls, type GrantReview } from '@heliodesk/contract/grant-reviews.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { defineModule, DomainError, notFound, Refusal, type Ctx } from '../../kernel/context.ts'
import { updateRow } from '../../kernel/one-row.ts'
import { requireRights } from '../../kernel/rights.ts'
import { giveRole, takeRole } from '../access/index.ts'
import { giveMachineRoles } from '../api-tokens/index.ts'
import { confirmDataRole } from '../data-roles/index.ts'
import { changedSince, changePermissions, needsSecond } from '../roles/index.ts'
import { changeScope, lockUsers } from '../users/index.ts'
import { countOpen, listReviews, readReview } from './rows.ts'

const rights: Record<GrantReview['kind'], PermissionCode> = {
  permissions: 'role:manage',
  roles: 'user:manage',
  machine: 'api:manage',
  scope: 'user:manage',
  dataRole: 'dataRole:manage',
}

/** Locks one until commit, so that of two decisions at the same moment the later one finds it decided. */
async function lockReview(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('pending_grant')
    .select(['kind', 'role_id', 'people', 'added', 'removed', 'seen', 'payload'])
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
async function carryOut(ctx: Ctx, { role_id: roleId, people, added, removed, review, payload }: Locked) {
  if (roleId !== null) await changePermissions(ctx, { roleId, added, removed })
  else if (review.kind === 'machine') for (const each of people) await giveMachineRoles(ctx, each, added)
  else if (review.kind === 'scope')
    for (const each of people) await changeScope(ctx, each, { ...(payload as object), added, removed })
  else {
    for (const each of added) await giveRole(ctx, { roleId: each, userIds: people })
    for (const each of removed) await takeRole(ctx, { roleId: each, userIds: people })
  }
}

/** Carries it out, or tells what has changed since it was asked. */
async function attempt(ctx: Ctx, locked: Locked): Promise<string | null> {
  if (locked.review.kind === 'dataRole') return confirmDataRole(ctx, locked.payload as never)
  // People before roles, as every change of who has a role locks them.
  if (locked.review.kind !== 'machine') await lockUsers(ctx, locked.people)
  const seen = new Map(Object.entries(locked.seen as Record<string, string[]>))
  const difference = await changedSince(ctx, seen)
  if (difference === null) await carryOut(ctx, locked)
  return difference
}

export const grantReviews = defineModule(grantReviewCalls, {
  state: async (ctx) => ({ isOn: await needsSecond(ctx), waiting: await countOpen(ctx) }),
  list: listReviews,

  async confirm(ctx, { id }) {
    const locked = await lockDecidable(ctx, id)
    const difference = await attempt(ctx, locked)
    if (difference !== null) {
      await decide(ctx, id, 'outdated', difference)
      return new Refusal('grant.outdated', `提交后有变化：${difference}。这项变更已失效，请重新提交`)
    }
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
