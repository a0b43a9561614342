import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app/styles/font.css'
import './app/styles/tokens.css'
import './app/styles/base.css'
import './app/styles/controls.css'
import './app/styles/blocks.css'
import './app/styles/detail.css'
import { landingPath, signInPath } from './app/entry.ts'
import { offerReload } from './app/load-failure.ts'
import { Notices } from './app/Notices.tsx'
import { SignInPage } from './app/sign-in/SignInPage.tsx'
import { followSystemTheme } from './app/theme.ts'
import { showCarriedNotice } from './lib/notices.ts'
import { currentToken, useSession } from './lib/session.ts'
import { readStored } from './lib/storage.ts'

/**
 * Two worlds share this page: the sign-in, which is light and stands alone, and the workspace with router, queries
 * and Ant Design, which is loaded once there is a token.
 */
const root = createRoot(document.getElementById('root')!)

const loadWorkspace = () => import('./app/workspace/Workspace.tsx')

function showSignIn(): void {
  history.replaceState(null, '', `#${signInPath(location.hash)}`)
  root.render(
    <StrictMode>
      <SignInPage onPrepare={() => void loadWorkspace().catch(() => undefined)} />
      <Notices />
    </StrictMode>,
  )
}

async function showWorkspace(): Promise<void> {
  try {
    const { Workspace } = await loadWorkspace()
    history.replaceState(null, '', `#${landingPath(location.hash)}`)
    root.render(
      <StrictMode>
        <Workspace />
        <Notices />
      </StrictMode>,
    )
  } catch {
    offerReload()
  }
}

addEventListener('hashchange', () => {
  if (currentToken() === null) showSignIn()
})
// Signing in or out in another window counts here too.
addEventListener('storage', () => {
  if ((readStored('Access-Token') === null) !== (currentToken() === null)) location.reload()
})
useSession.subscribe(({ token }, before) => {
  if (token !== null && before.token === null) void showWorkspace()
})

followSystemTheme()
showCarriedNotice()
if (currentToken() === null) {
  showSignIn()
} else {
  root.render(<Notices />)
  void showWorkspace()
}
