/** How much each part counts in the ranking of people for an order; settings of the company. */
export type DispatchWeights = { distance: number; load: number; known: number }

/** What is known of a person for an order. */
export type DispatchFacts = {
  /** From where they are at work today, or from their team's stations; null if neither has coordinates. */
  km: number | null
  /** Orders that they are responsible for, not closed yet. */
  openOrders: number
  /** Closed orders of theirs on this device, on others of its model at this station, and at this station at all. */
  onDevice: number
  onModel: number
  atStation: number
}

/** So far away that it counts for nothing. */
const FAR_KM = 200
/** So many open orders that another one counts for nothing. */
const FULL = 12
/** Ten times this station, or three times this device, are all the experience that counts. */
const EXPERT = 3

/** The points of each part, from 0 to its weight, in tenths. */
export function dispatchPoints(facts: DispatchFacts, weights: DispatchWeights): DispatchWeights {
  const { km, openOrders, onDevice, onModel, atStation } = facts
  const others = Math.max(0, atStation - onDevice - onModel)
  const part = (weight: number, share: number) =>
    Math.round(weight * Math.min(1, Math.max(0, share)) * 10) / 10
  return {
    distance: km === null ? 0 : part(weights.distance, 1 - km / FAR_KM),
    load: part(weights.load, 1 - openOrders / FULL),
    known: part(weights.known, (onDevice + onModel / 2 + others * 0.3) / EXPERT),
  }
}

const RADIUS_KM = 6371

type Place = { latitude: number; longitude: number }

/** The distance along the ground, in kilometres to a tenth. */
export function kmBetween(one: Place, other: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * half(one.longitude, other.longitude)
  return Math.round(2 * RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord))) * 10) / 10
}
