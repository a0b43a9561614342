import { OTHER_PROVINCE, provinceNamed, provinces } from '@heliodesk/contract/provinces.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'

const spellings = provinces.flatMap(({ name, full }) => [name, full])

/** Stations of a province, under its short or its official name; needs `s`. `OTHER_PROVINCE` means those of none. */
export function isInProvince(name: string): RawBuilder<SqlBool> {
  if (name === OTHER_PROVINCE) return sql`(s.province is null or s.province <> all(${spellings}::text[]))`
  const known = provinceNamed(name)
  return sql`s.province = any(${known ? [known.name, known.full] : [name]}::text[])`
}
