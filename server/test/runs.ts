/** The number of random cases of a property: few in the gate, HELIODESK_RUNS times as many in the soak tests. */
export const runs = (few: number): number => few * Number(process.env.HELIODESK_RUNS ?? 1)
