import { z } from 'zod'

/* How rows name the station, the project and the department that they belong to, and the account of a person. */
export const ofStation = { psId: z.string(), psName: z.string() }
export const ofProject = { psaId: z.string(), psaName: z.string() }
export const ofDepartment = { depId: z.string(), depName: z.string() }
export const ofAccount = { username: z.string(), realname: z.string() }

/** Where a station stands, as far as it is recorded; the province by its short name, null where it is none of the 34. */
export const ofPlace = {
  province: z.string().nullable(),
  city: z.string().nullable(),
  county: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
}
