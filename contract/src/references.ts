import { z } from 'zod'

/* How rows name the station, the project and the department that they belong to. */
export const ofStation = { psId: z.string(), psName: z.string() }
export const ofProject = { psaId: z.string(), psaName: z.string() }
export const ofDepartment = { depId: z.string(), depName: z.string() }
