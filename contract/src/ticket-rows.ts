import { z } from 'zod'
import { keyOf } from './fields.ts'
import { measureGroups, ticketKinds } from './ticket-kinds.ts'
import { changeStates, ticketChanges } from './ticket-changes.ts'
import { ticketContent, ticketParts } from './ticket-content.ts'
import { storedFile } from './stored-file.ts'
import { shownDrawing } from './ticket-drawings.ts'
import { ticketActs, ticketStamps, ticketStates } from './ticket-states.ts'

/** Fields that stock clients read of a ticket (spec 2 §3). */
export const specifiedRow = {
  /** Empty until the ticket is submitted. */
  ticketNo: z.string(),
  ticketTypeLabel: z.string(),
  ticketTypeDtlLabel: z.string(),
  workContent: z.string(),
  /** Who has it: a person, or the role that may take the step; empty at its end. */
  flowUser: z.string(),
  createUserName: z.string(),
  ticketCreateTime: z.string(),
}

/** A ticket as lists show it. */
export const ticketRow = z
  .object({
    id: z.string(),
    ...specifiedRow,
    kind: keyOf(ticketKinds),
    state: keyOf(ticketStates),
    stateLabel: z.string(),
    stamp: keyOf(ticketStamps).nullable(),
    psId: z.string(),
    psName: z.string(),
    depName: z.string(),
    leaderName: z.string().nullable(),
    issuerName: z.string().nullable(),
    permitterName: z.string().nullable(),
    planStartTime: z.string().nullable(),
    planEndTime: z.string().nullable(),
    /** Until when it is valid, from the permit on. */
    validUntil: z.string().nullable(),
    /** It is valid no longer, although the work is not ended. */
    isLate: z.boolean(),
    orders: z.array(z.object({ id: z.string(), workCode: z.string() })),
    /** The next step, or an answer, is the caller's. */
    isTodo: z.boolean(),
    /** Steps done, and all there are, of the switching or of the measures. */
    ticked: z.int(),
    lines: z.int(),
    /** Earths that hang for it. */
    hanging: z.int(),
    version: z.int(),
  })
  .meta({ id: 'Ticket' })
export type TicketRow = z.output<typeof ticketRow>

const signedBy = { at: z.string(), name: z.string() }

const ticketLine = z.object({
  /** Its place among all lines that are ticked, from 1. */
  no: z.int(),
  group: z.enum([...(Object.keys(measureGroups) as [keyof typeof measureGroups]), 'step']),
  text: z.string(),
  /** The parts of a step of switching: called out, repeated, done. */
  called: z.object(signedBy).nullable(),
  repeated: z.object(signedBy).nullable(),
  operated: z.object(signedBy).nullable(),
  ticked: z.object(signedBy).nullable(),
})
export type TicketLine = z.output<typeof ticketLine>

const ticketPerson = z.object({
  no: z.int(),
  part: z.enum(['leader', ...(Object.keys(ticketParts) as [keyof typeof ticketParts])]),
  personId: z.string().nullable(),
  name: z.string(),
  watch: z.string(),
  certificate: z.string(),
  /** When the person signed that they were briefed. */
  briefedTime: z.string().nullable(),
  isInside: z.boolean(),
  leftTime: z.string().nullable(),
  /** Taken off the ticket while the work went on. */
  isRemoved: z.boolean(),
})
export type TicketPerson = z.output<typeof ticketPerson>

/** Photos of an earth as it was put up, and as many as it was taken down. */
export const EARTH_PHOTOS = 6

const hangingEarth = z.object({
  id: z.string(),
  earthId: z.string(),
  earthName: z.string(),
  kindLabel: z.string(),
  place: z.string(),
  /** When no voltage was found at the same place. */
  testedTime: z.string(),
  installedTime: z.string(),
  installedBy: z.string(),
  installedGuard: z.string(),
  removedTime: z.string().nullable(),
  removedBy: z.string().nullable(),
  removedGuard: z.string().nullable(),
  /** The ticket that has taken it over. */
  handedTo: z.object({ id: z.string(), ticketNo: z.string() }).nullable(),
  installedPhotos: z.array(storedFile),
  removedPhotos: z.array(storedFile),
})
export type HangingEarth = z.output<typeof hangingEarth>

const ticketEvent = z.object({
  id: z.string(),
  at: z.string(),
  actorName: z.string(),
  /** In which role it was signed; empty if it is no signature. */
  roleName: z.string(),
  actionName: z.string(),
  note: z.string(),
  /** The state that it led to; null if it stayed. */
  stateLabel: z.string().nullable(),
  /** Where it was signed. */
  address: z.string(),
  device: z.string(),
  /** The first characters of the hash of what was signed. */
  contentHash: z.string(),
  /** What was signed is no longer what the ticket says. */
  isOutdated: z.boolean(),
})
export type TicketEvent = z.output<typeof ticketEvent>

const change = z.object({
  id: z.string(),
  change: keyOf(ticketChanges),
  title: z.string(),
  state: keyOf(changeStates),
  stateLabel: z.string(),
  /** What is asked for, in words. */
  says: z.string(),
  reason: z.string(),
  askedBy: z.string(),
  askedTime: z.string(),
  agreed: z.array(z.object({ roleName: z.string(), ...signedBy })),
  /** Who has yet to agree, in words; empty once it is settled. */
  waitsFor: z.string(),
  /** The answer is the caller's. */
  isTodo: z.boolean(),
})
export type TicketChangeRow = z.output<typeof change>

const reading = z.object({
  id: z.string(),
  at: z.string(),
  gas: z.string(),
  value: z.string(),
  isSafe: z.boolean(),
  byName: z.string(),
})
export type GasReading = z.output<typeof reading>

const linked = z.object({
  id: z.string(),
  ticketNo: z.string(),
  kindLabel: z.string(),
  stateLabel: z.string(),
  task: z.string(),
})

/** Why something cannot be done yet, and where it is mended. */
const lock = z.object({
  /** What waits. */
  what: z.string(),
  /** What it waits for. */
  needs: z.string(),
  isMet: z.boolean(),
})
export type TicketLock = z.output<typeof lock>

/** A ticket with everything that its form shows. */
export const ticketDetail = ticketRow
  .extend({
    content: z.object(ticketContent),
    leaderId: z.string().nullable(),
    issuerId: z.string().nullable(),
    guardId: z.string().nullable(),
    guardName: z.string().nullable(),
    cosignerName: z.string().nullable(),
    shiftLeaderName: z.string().nullable(),
    authorId: z.string(),
    permitMode: z.enum(['face', 'phone']).nullable(),
    permittedTime: z.string().nullable(),
    startedTime: z.string().nullable(),
    finishedTime: z.string().nullable(),
    closedTime: z.string().nullable(),
    /** What stays live, from the issuer, and more measures from the permitter. */
    liveParts: z.string(),
    supplement: z.string(),
    stampReason: z.string(),
    stampedBy: z.string().nullable(),
    stampedTime: z.string().nullable(),
    extensions: z.int(),
    leaderChanged: z.boolean(),
    /** Those of the content, with their files. */
    drawings: z.array(shownDrawing),
    lineList: z.array(ticketLine),
    people: z.array(ticketPerson),
    earths: z.array(hangingEarth),
    events: z.array(ticketEvent),
    changes: z.array(change),
    readings: z.array(reading),
    /** By when the gas is to be measured again; null where it is not measured now. */
    readingDue: z.string().nullable(),
    /** The ticket that it belongs to, those that belong to it, and those that rely on the same points. */
    main: linked.nullable(),
    hotTickets: z.array(linked),
    sharing: z.array(linked.extend({ points: z.array(z.string()) })),
    points: z.array(z.string()),
    locks: z.array(lock),
    /** What the caller may do now, the regular step first; with the reason where they cannot yet. */
    acts: z.array(z.object({ act: keyOf(ticketActs), title: z.string(), refusal: z.string().nullable() })),
    /** The changes that the caller may ask for, in the same way. */
    askable: z.array(
      z.object({ change: keyOf(ticketChanges), title: z.string(), refusal: z.string().nullable() }),
    ),
    /** What the caller may do on its lines and earths now. */
    mayTick: z.boolean(),
    mayHang: z.boolean(),
    isLeader: z.boolean(),
    processInstanceId: z.string().nullable(),
  })
  .meta({ id: 'TicketDetail' })
export type TicketDetail = z.output<typeof ticketDetail>
