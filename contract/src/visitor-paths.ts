import { screen } from './screen.ts'

/** The pages of visitors without a session, apart from the rest, which the sign-in page need not load. */
export const visitorPaths = {
  login: screen<'redirect'>('/user/login'),
  alteration: screen<'redirect'>('/user/alteration'),
}

/** The section of these pages. */
export const VISITORS = '/user'
