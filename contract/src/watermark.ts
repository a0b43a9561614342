/** Whom a page or a file names: the real name and the last 4 digits of the phone (spec 1 §2.4). */
export const watermarkLines = (person: { realname: string; phone: string | null }): [string, string] => [
  person.realname,
  person.phone?.slice(-4) ?? '',
]

/** What a file says of who exported it, and when: `YYYY-MM-DD HH:mm`, with or without seconds. */
export const exportMark = (person: { realname: string; phone: string | null }, time: string): ExportMark => ({
  person: watermarkLines(person).join(' ').trim(),
  time,
})

export type ExportMark = { person: string; time: string }

export const textOfMark = ({ person, time }: ExportMark): string => `导出人：${person}　导出时间：${time}`
