import { StrictMode, type ComponentType, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import './app/styles/font.css'
import './app/styles/tokens.css'
import './app/styles/weak.css'
import './app/styles/base.css'
import './app/styles/controls.css'
import './app/styles/marks.css'
import './app/styles/blocks.css'
import { landingPath, readArrival, signInPath, type Arrival, type Ticket } from './app/entry.ts'
import { isLoadFailure, offerReload } from './lib/load-failure.ts'
import { Notices } from './app/Notices.tsx'
import { askPermissions } from './app/sign-in/calls.ts'
import { SignInPage } from './app/sign-in/SignInPage.tsx'
import { faultText } from './app/sign-in/single-sign-on.ts'
import { chooseTheme, followPreferences } from './app/theme.ts'
import { CallError } from './lib/call.ts'
import { finishForgetting } from './lib/kept/forget.ts'
import { hearInstallation } from './lib/installation.ts'
import { notify, showCarriedNotice } from './lib/notices.ts'
import { adoptStoredToken, currentToken, useSession, type User } from './lib/session.ts'
import { readStored } from './lib/storage.ts'

/**
 * Two applications share this page: the small, independent sign-in, and the workspace with router, queries and Ant
 * Design, which is loaded once there is a token.
 */
const root = createRoot(document.getElementById('root')!)

/**
 * The parameters of the address (see `readArrival`) are being processed; until then it is not known which application
 * to show.
 */
let receiving = false
let workspaceShown = false

const loadWorkspace = () => import('./app/workspace/Workspace.tsx')

/** Few addresses pass such parameters, so the code for them is not part of the login page. */
const loadLinks = async () => {
  const [links, { LinkQuestion }] = await Promise.all([
    import('./app/sign-in/by-link.ts'),
    import('./app/sign-in/LinkQuestion.tsx'),
  ])
  Question = LinkQuestion
  render(world)
  return links
}
let Question: ComponentType | null = null

let world: ReactNode = null

function render(shown: ReactNode): void {
  world = shown
  root.render(
    <StrictMode>
      {shown}
      {Question && <Question />}
      <Notices />
    </StrictMode>,
  )
}

function showSignIn(): void {
  if (!receiving) history.replaceState(null, '', `#${signInPath(location.hash)}`)
  render(
    <SignInPage
      hash={location.hash}
      redeeming={receiving}
      onPrepare={() => void loadWorkspace().catch(() => undefined)}
    />,
  )
}

async function showWorkspace(): Promise<void> {
  // Nothing shows without them, so they are asked for while the code is loaded.
  const permissions = askPermissions()
  try {
    const { Workspace, openOwn } = await loadWorkspace()
    await openOwn()
    history.replaceState(null, '', `#${landingPath(location.hash)}`)
    workspaceShown = true
    render(<Workspace permissions={permissions} />)
  } catch (error) {
    offerReload(error)
  }
}

function show(): void {
  if (receiving || currentToken() === null) showSignIn()
  else void showWorkspace()
}

/** Reads the parameters and removes them from the address before any other code can see them. */
function takeArrival(): Arrival | null {
  const found = readArrival(location.href)
  if (found) history.replaceState(null, '', found.rest)
  return found?.arrival ?? null
}

/** An open workspace keeps its unsaved values while an address is processed. */
const isAtWork = () => workspaceShown && currentToken() !== null

/** Does what the address asks for; the current session stays unless its user agrees to end it. */
async function receive(arrival: Arrival): Promise<void> {
  const { clear, theme, fault, ticket } = arrival
  if (theme) chooseTheme(theme)
  if (fault) notify({ kind: 'error', title: '系统提示', text: faultText(fault) })
  if (!ticket && !clear) return
  receiving = true
  if (!isAtWork()) showSignIn()
  const outcome = ticket ? await tryToEnter(arrival, ticket) : 'refused'
  const hasLeft = clear && outcome === 'refused' && (await tryToLeave())
  receiving = false
  if (hasLeft && workspaceShown) location.reload()
  else if (outcome !== 'entered' && !isAtWork()) show()
}

async function tryToLeave(): Promise<boolean> {
  try {
    return await (await loadLinks()).leaveByLink()
  } catch (error) {
    offerReload(error)
    return false
  }
}

async function tryToEnter(arrival: Arrival, ticket: Ticket): Promise<'entered' | 'declined' | 'refused'> {
  try {
    const { enterByLink } = await loadLinks()
    return (await enterByLink(ticket)) ? 'entered' : 'declined'
  } catch (error) {
    // The parameters are no longer in the address, so a reload would lose them.
    const isLost = isLoadFailure(error) || (error instanceof CallError && error.isOffline)
    const action = isLost ? { text: '重试', run: () => void receive(arrival) } : undefined
    notify({
      kind: 'error',
      title: '系统提示',
      text: reasonOf(error),
      ...(action && { action, seconds: Infinity }),
    })
    return 'refused'
  }
}

/** Why the address did not sign in, in words; an unexpected error is also logged to the console. */
function reasonOf(error: unknown): string {
  if (error instanceof CallError) return error.message
  if (isLoadFailure(error)) return '网络连接失败，请检查网络后重试'
  reportError(error)
  return '系统异常'
}

// Runs before the workspace's router, which would take an address with a ticket for one of its pages.
addEventListener('popstate', () => {
  hearInstallation()
  void finishForgetting()
  const arrival = takeArrival()
  if (arrival === null) return
  if (isAtWork()) history.replaceState(null, '', `#${landingPath(location.hash)}`)
  void receive(arrival)
  if (!isAtWork()) show()
})
addEventListener('hashchange', () => {
  if (currentToken() === null) showSignIn()
})
// Signing in or out in another window applies here too, and so does a replaced token.
addEventListener('storage', () => {
  const samePerson = readStored<User>('Login_Userinfo')?.id === useSession.getState().user?.id
  const sameState = (readStored('Access-Token') === null) === (currentToken() === null)
  if (samePerson && sameState) adoptStoredToken()
  else location.reload()
})
useSession.subscribe(({ token }, before) => {
  if (token === null || before.token !== null) return
  // The workspace's data of the previous user must not be visible to the next one.
  if (workspaceShown) location.reload()
  else void showWorkspace()
})

hearInstallation()
const arrival = takeArrival()
followPreferences()
showCarriedNotice()
if (arrival) void receive(arrival)
if (currentToken() !== null) render(null)
show()
