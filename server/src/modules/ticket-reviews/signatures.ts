import type { Finding } from '@heliodesk/contract/ticket-reviews.ts'
import { isOwn } from '@heliodesk/contract/own.ts'
import { roleTitle, ticketRoles, type TicketRole } from '@heliodesk/contract/ticket-roles.ts'
import {
  pathOf,
  roleOfSigner,
  stepOf,
  titleOfAct,
  type Signer,
  type TicketAct,
} from '@heliodesk/contract/ticket-states.ts'
import { toWireDay, toWireTime } from '../../kernel/wire-time.ts'
import { finalRound, wasAborted, type Story, type StoryEvent } from './story.ts'

type SignedStep = { act: TicketAct; signer: Signer }

/** Every step that the path of a ticket asks a signature for, in its order. */
function stepsOf({ kind, outsourced, events }: Story): SignedStep[] {
  const isAborted = wasAborted({ events })
  return pathOf(kind, outsourced).flatMap((state): SignedStep[] => {
    if (isAborted && (state === 'operating' || state === 'toClose')) return []
    const step = stepOf(kind, state, false)
    const confirm = state === 'toPermit' ? stepOf(kind, state, true) : null
    return [step, confirm].filter((each) => each !== null)
  })
}

const signatureOf = (round: readonly StoryEvent[], act: TicketAct) =>
  round.findLast(({ action, role }) => action === act && role !== null)

/** Steps that nobody signed, and members who never signed the briefing. */
export function missingSignatures(story: Story): Finding[] {
  const round = finalRound(story)
  const steps = stepsOf(story)
    .filter(({ act }) => !signatureOf(round, act))
    .map(({ act }) => `“${titleOfAct(story.kind, act)}”没有签名`)
  const members = story.people
    .filter(({ part, removed, briefedAt }) => part !== 'leader' && !removed && !briefedAt)
    .map(({ name }) => `${name}没有签交底`)
  return [...steps, ...members].map((says) => ({ reason: 'unsigned', says }))
}

/** Who signed without an entry of the published list, or led on after the last day of theirs. */
export function unlistedPeople(story: Story, zone: string): Finding[] {
  const round = finalRound(story)
  return stepsOf(story).flatMap(({ act, signer }): Finding[] => {
    const role = roleOfSigner(story.kind, signer)
    const signed = signatureOf(round, act)
    if (!role || !signed) return []
    const who = `${roleTitle(role)}${signed.actorName}`
    if (!signed.qualifiedUntil)
      return [{ reason: 'unlisted', says: `${who}“${titleOfAct(story.kind, act)}”时不在公布名单` }]
    const last = act === 'confirm' || act === 'start' ? story.finishedAt : null
    return last && toWireDay(last, zone) > signed.qualifiedUntil
      ? [
          {
            reason: 'unlisted',
            says: `${who}的资格 ${signed.qualifiedUntil} 到期，工作到 ${toWireTime(last, zone).slice(0, 16)}`,
          },
        ]
      : []
  })
}

/** Steps that were signed before the one that they follow. */
export function stepsOutOfOrder(story: Story, zone: string): Finding[] {
  const round = finalRound(story)
  const signed = stepsOf(story).flatMap(({ act }) => {
    const found = signatureOf(round, act)
    return found ? [{ act, at: found.at }] : []
  })
  return signed.flatMap(({ act, at }, index): Finding[] => {
    const before = signed[index - 1]
    if (!before || before.at <= at) return []
    const title = (each: TicketAct) => titleOfAct(story.kind, each)
    const clock = (each: Date) => toWireTime(each, zone).slice(0, 16)
    return [
      {
        reason: story.kind === 'operation' ? 'sequence' : act === 'permit' ? 'permitFirst' : 'untimely',
        says: `“${title(act)}”${clock(at)} 早于“${title(before.act)}”${clock(before.at)}`,
      },
    ]
  })
}

const titleOfSigner = (role: string) => (isOwn(ticketRoles, role) ? roleTitle(role as TicketRole) : '审批人')

/** Signatures for something else than what the ticket says now. */
export function alteredContent(story: Story): Finding[] {
  const outdated = finalRound(story).filter(
    ({ role, contentHash }) => role !== null && contentHash !== story.contentHash,
  )
  const signers = new Set(outdated.map(({ role, actorName }) => `${titleOfSigner(role ?? '')}${actorName}`))
  return [...signers].map((who) => ({ reason: 'altered', says: `${who}签名后内容有改动` }))
}

const MOST_CORRECTIONS = 2

/** How often it was submitted with another text. */
export function tooManyCorrections({ events }: Story): Finding[] {
  const texts = events.filter(({ action }) => action === 'submit').map(({ contentHash }) => contentHash)
  const corrections = texts.filter((text, at) => at > 0 && text !== texts[at - 1]).length
  return corrections > MOST_CORRECTIONS
    ? [{ reason: 'corrections', says: `退回后修改 ${corrections} 次，超过 ${MOST_CORRECTIONS} 次` }]
    : []
}
