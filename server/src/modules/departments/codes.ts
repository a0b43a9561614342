import { DomainError } from '../../kernel/context.ts'

const TOO_DEEP = new DomainError('department.too_deep', '部门层级最多 10 级')
const FULL = new DomainError('department.full', '该部门的下级编码已用完')

/** `org_code` has three characters per level. */
const SEGMENT = 3
const MAX_LEVELS = 10
const MAX_SEGMENT = 26 * 99

/** 1 → A01, 99 → A99, 100 → B01. */
function segmentOf(number: number): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + Math.floor((number - 1) / 99))
  return letter + String(((number - 1) % 99) + 1).padStart(2, '0')
}

/** The code of the next department below a parent, or of one of the next; no code is given twice. */
export function codeAfter(parent: { org_code: string; last_child: number }, nth: number): string {
  if (parent.last_child + nth > MAX_SEGMENT) throw FULL
  return parent.org_code + segmentOf(parent.last_child + nth)
}

/** Refuses so many more levels below a department. */
export function requireDepth(parentCode: string, levels: number): void {
  if (parentCode.length + levels * SEGMENT > MAX_LEVELS * SEGMENT) throw TOO_DEEP
}
