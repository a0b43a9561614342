import { lineVerdicts } from '@heliodesk/contract/inspection-sheets.ts'
import type { Intent } from '../../lib/outbox/book.ts'
import { formatSize, lengthOf } from '../../kit/format.ts'
import { actOf } from './acts.ts'

/** What a person entered with an act, line by line. */
export function linesOf(row: Pick<Intent, 'kind' | 'body'>): { label: string; text: string }[] {
  const done = actOf(row)
  const lines: [string, string | number | null | undefined][] = []
  if (done?.act === 'step') lines.push(['数值', done.given.value], ['备注', done.given.note])
  if (done?.act === 'hours')
    lines.push(
      ['时间', `${done.given.actualStartTime} 至 ${done.given.actualEndTime}`],
      ['人数', String(done.given.peopleNum)],
      ['备注', done.given.remark],
    )
  if (done?.act === 'note') lines.push(['执行情况', done.given.executionNote])
  if (done?.act === 'photo')
    lines.push(['文件', `${done.given.photo.name} · ${formatSize(done.given.photo.size)}`])
  if (done?.act === 'report') {
    const { text, deviceName, deviceCode, defectLevel } = done.given
    lines.push(
      ['缺陷情况', text],
      ['设备', [deviceName, deviceCode].filter(Boolean).join(' ')],
      ['缺陷等级', defectLevel],
    )
  }
  if (done?.act === 'reportPhoto')
    lines.push(['文件', `${done.given.photo.name} · ${formatSize(done.given.photo.size)}`])
  if (done?.act === 'handOver') {
    lines.push(...(done.given.lines ?? []).map(({ label, text }): [string, string] => [label, text]))
    lines.push(['未被接受的原因', done.given.reason])
  }
  if (done?.act === 'photo' && done.given.photo.film)
    lines.push(['时长', done.given.photo.film.seconds && lengthOf(done.given.photo.film.seconds)])
  if (done?.act === 'photo') lines.push(['原图校验值', done.given.photo.originalSha256])
  if (done?.act === 'reading')
    lines.push(
      ['读数', [done.given.value, ...(done.given.parts ?? [])].filter((each) => each != null).join('、')],
      ['判断', done.given.verdict && lineVerdicts[done.given.verdict]],
      ['备注', done.given.note],
    )
  if (done?.act === 'exempt') lines.push(['免转原因', done.given.reason])
  if (done?.act === 'defect') lines.push(['缺陷描述', done.given.text], ['缺陷等级', done.given.defectLevel])
  if (done?.act === 'ambient')
    lines.push(['环境温度', done.given.ambient === null ? '无' : `${done.given.ambient} ℃`])
  if (done?.act === 'join') lines.push(['缺陷工单', done.given.workCode])
  if (done?.act === 'signature') lines.push(['身份', done.given.signature.title])
  return lines.flatMap(([label, text]) => (text ? [{ label, text: String(text) }] : []))
}
