export type MapLinks = {
  /** The map of one province. */
  province: (name: string) => string
  /** The drawer of one station. */
  station: (psId: string) => string
  /** The list of stations without coordinates. */
  unplaced: string
}
