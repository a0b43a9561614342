import { z } from 'zod'
import { departmentCode, keyOf, named, partOfText, text } from './fields.ts'

/** Of an account. */
export const userStatus = named('状态', z.enum(['1', '2'], '状态应为 1（正常）或 2（冻结）'))

/** The filters that stock lists have beside those of `userFilters`. */
export const stockUserFilters = {
  username: named('账号', partOfText),
  realname: named('姓名', partOfText),
}

export const userFilters = {
  keyword: named('关键词', text(64).default('')),
  /** Includes the whole subtree. */
  depCode: named('部门', departmentCode.optional()),
  status: userStatus.optional(),
  roleCode: named('角色', text(64).optional()),
  /** The code of a position. */
  post: named('岗位', text(32).optional()),
}

/** The columns that an export may have, in their order. */
export const userTitles = {
  username: '账号',
  realname: '姓名',
  phone: '手机号',
  workNo: '工号',
  depName: '部门',
  roles: '角色',
  post: '岗位',
  scope: '数据范围',
  status: '状态',
  createTime: '创建时间',
} as const
export type UserColumn = keyof typeof userTitles
export const userColumnKeys = Object.keys(userTitles) as UserColumn[]

/** The filters of an export, and the columns of its file; without them all. */
export const userQuery = z.object({
  ...userFilters,
  columns: named(
    '导出的列',
    z
      .array(keyOf(userTitles, '没有这一列'))
      .min(1, '请至少选择一列')
      .max(userColumnKeys.length, '列过多')
      .default(userColumnKeys),
  ),
})
