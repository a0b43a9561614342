/** How many random cases a property tries: a few in the gate, HELIODESK_RUNS times as many in the long trials. */
export const runs = (few: number): number => few * Number(process.env.HELIODESK_RUNS ?? 1)
