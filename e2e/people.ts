import { expect, type Page } from '@playwright/test'
import { read, type Caller } from './api.ts'
import type { Credentials } from './sign-in.ts'

const ISSUED = 'Issued#2026'

type Role = { id: string; roleCode: string }
type Node = { key: string; code: string | null; children: Node[] }

let last = 0
const unique = () => `${Date.now().toString(36)}${++last}`

/** A user whose account this administrator has just created; the initial password must be changed. */
export async function hire(
  admin: Caller,
  roleCode: string,
  more: Record<string, string> = {},
): Promise<Credentials> {
  const { records } = await read<{ records: Role[] }>(admin, 'get', '/sys/role/list', { pageSize: '100' })
  const { depId } = await read<{ depId: string }>(admin, 'get', '/sys/user/getUserInfo')
  const username = `h${unique()}`
  await read(admin, 'post', '/sys/user/add', {
    username,
    realname: '新同事',
    password: ISSUED,
    depId,
    roleIds: [records.find((role) => role.roleCode === roleCode)!.id],
    ...more,
  })
  return { username, password: ISSUED }
}

/** Creates a role with only this permission; returns its code. */
export async function createRole(admin: Caller, right: string): Promise<string> {
  const roleCode = `r${unique()}`
  const { id } = await read<Role>(admin, 'post', '/sys/role/add', { roleCode, roleName: roleCode })
  const { treeList } = await read<{ treeList: Node[] }>(admin, 'get', '/sys/permission/queryTreeList')
  const permissionIds = wayTo(treeList, right)!.join(',')
  await read(admin, 'post', '/sys/permission/saveRolePermission', {
    roleId: id,
    permissionIds,
    lastpermissionIds: '',
  })
  return roleCode
}

/** The permission with all its ancestors. */
function wayTo(nodes: readonly Node[], right: string): string[] | null {
  for (const { key, code, children } of nodes) {
    const below = code === right ? [] : wayTo(children, right)
    if (below) return [key, ...below]
  }
  return null
}

/** Completes the dialog at the end of a first sign-in; leads to the sign-in page, where the new password applies. */
export async function chooseOwnPassword(page: Page, own: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await dialog.getByLabel(/^\*?新密码$/).fill(own)
  await dialog.getByLabel(/^\*?确认新密码$/).fill(own)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('密码修改成功')).toBeVisible()
}
