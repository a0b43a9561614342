import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app/styles/font.css'
import './app/styles/tokens.css'
import './app/styles/weak.css'
import './app/styles/base.css'
import './app/styles/controls.css'
import './app/styles/blocks.css'
import './app/styles/detail.css'
import { landingPath, readArrival, signInPath, type Arrival, type Ticket } from './app/entry.ts'
import { offerReload } from './app/load-failure.ts'
import { Notices } from './app/Notices.tsx'
import { SignInPage } from './app/sign-in/SignInPage.tsx'
import { faultText, redeem } from './app/sign-in/single-sign-on.ts'
import { chooseTheme, followPreferences } from './app/theme.ts'
import { CallError } from './lib/call.ts'
import { notify, showCarriedNotice } from './lib/notices.ts'
import {
  adoptStoredToken,
  currentToken,
  forgetSession,
  signedIn,
  useSession,
  type User,
} from './lib/session.ts'
import { readStored } from './lib/storage.ts'

/**
 * Two worlds share this page: the sign-in, which is light and stands alone, and the workspace with router, queries
 * and Ant Design, which is loaded once there is a token.
 */
const root = createRoot(document.getElementById('root')!)

/** A ticket from the address is being redeemed; until then nobody knows which world it will be. */
let redeeming = false
let workspaceShown = false

const loadWorkspace = () => import('./app/workspace/Workspace.tsx')

function showSignIn(): void {
  if (!redeeming) history.replaceState(null, '', `#${signInPath(location.hash)}`)
  root.render(
    <StrictMode>
      <SignInPage
        hash={location.hash}
        redeeming={redeeming}
        onPrepare={() => void loadWorkspace().catch(() => undefined)}
      />
      <Notices />
    </StrictMode>,
  )
}

async function showWorkspace(): Promise<void> {
  try {
    const { Workspace } = await loadWorkspace()
    history.replaceState(null, '', `#${landingPath(location.hash)}`)
    workspaceShown = true
    root.render(
      <StrictMode>
        <Workspace />
        <Notices />
      </StrictMode>,
    )
  } catch (error) {
    offerReload(error)
  }
}

function show(): void {
  if (redeeming || currentToken() === null) showSignIn()
  else void showWorkspace()
}

/** Takes what the address hands over, and takes it out of the address before anything else may see it. */
function takeArrival(): Arrival | null {
  const found = readArrival(location.href)
  if (found) history.replaceState(null, '', found.rest)
  return found?.arrival ?? null
}

function receive({ clear, theme, fault, ticket }: Arrival): void {
  if (clear) forgetSession()
  if (theme) chooseTheme(theme)
  if (fault) notify({ kind: 'error', title: '系统提示', text: faultText(fault) })
  if (ticket) void enter(ticket)
}

/** Who was signed in here gives way to whom the ticket names, and stays when it names nobody. */
async function enter(ticket: Ticket): Promise<void> {
  redeeming = true
  show()
  try {
    const opened = await redeem(ticket)
    redeeming = false
    forgetSession()
    signedIn(opened)
  } catch (error) {
    redeeming = false
    if (!(error instanceof CallError)) throw error
    const action = error.isOffline ? { text: '重试', run: () => void enter(ticket) } : undefined
    notify({
      kind: 'error',
      title: '系统提示',
      text: error.message,
      ...(action && { action, seconds: Infinity }),
    })
    show()
  }
}

// Before the workspace's own router, which would take an address with a ticket for one of its pages.
addEventListener('popstate', () => {
  const arrival = takeArrival()
  if (arrival === null) return
  receive(arrival)
  show()
})
addEventListener('hashchange', () => {
  if (currentToken() === null) showSignIn()
})
// Signing in or out in another window counts here too, and so does a token that was replaced there.
addEventListener('storage', () => {
  const samePerson = readStored<User>('Login_Userinfo')?.id === useSession.getState().user?.id
  const sameState = (readStored('Access-Token') === null) === (currentToken() === null)
  if (samePerson && sameState) adoptStoredToken()
  else location.reload()
})
useSession.subscribe(({ token }, before) => {
  if (token === null || before.token !== null) return
  // What the workspace keeps of the person before must not meet the next one.
  if (workspaceShown) location.reload()
  else void showWorkspace()
})

const arrival = takeArrival()
followPreferences()
showCarriedNotice()
if (arrival) receive(arrival)
if (currentToken() !== null) root.render(<Notices />)
show()
