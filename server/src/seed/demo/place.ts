import type { PlannedDevice } from './devices.ts'
import type { PlannedStation } from './stations.ts'

export type Staff = { id: string; realname: string }

/** The people who work at a centre's stations. */
export type Crew = { manager: Staff; master: Staff; workers: Staff[] }

/** A stored station with its devices and crew. */
export type Place = PlannedStation & {
  id: string
  psaId: string
  devices: (PlannedDevice & { id: string })[]
  crew: Crew
  /** Workers of other departments who are related to its project. */
  specialists: Staff[]
}
