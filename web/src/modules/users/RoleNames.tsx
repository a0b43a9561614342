import { paths } from '@heliodesk/contract/paths.ts'
import { Fragment } from 'react'
import { EMPTY } from '../../kit/format.ts'
import { useCan } from '../../lib/permission.tsx'
import type { User } from './user.ts'
import css from './users.module.css'

/** A person's roles; each links to its permissions, for users who may see them. */
export function RoleNames({ roles }: Pick<User, 'roles'>) {
  const opensRoles = useCan('role:manage')
  if (roles.length === 0) return <span className="t3">{EMPTY}</span>
  return roles.map(({ id, roleCode, roleName }, index) => (
    <Fragment key={id}>
      {index > 0 && '、'}
      {opensRoles ? (
        <a
          className={css.roleLink}
          href={paths.roles.href({ role: roleCode })}
          // A click on the surrounding row opens the person.
          onClick={(event) => event.stopPropagation()}
        >
          {roleName}
        </a>
      ) : (
        roleName
      )}
    </Fragment>
  ))
}
