import { createRoot } from 'react-dom/client'
import '#packages/web/core/base.css'
import { useSession } from '#packages/web/core/session.ts'
import { writeTokens } from '#packages/web/core/tokens.ts'
import { isFamily, studentHome } from '../who.ts'
import { findPage } from './pages.ts'

/** The root without antd: sign-in, public pages, phones, families. */
export async function start(element: HTMLElement) {
  writeTokens(document.documentElement)
  const userType = useSession.getState().user?.userType
  if (['/', '/studentMain'].includes(location.pathname) && isFamily(userType))
    history.replaceState(null, '', studentHome)
  const { default: Page } = await findPage(location.pathname, userType)()
  createRoot(element).render(<Page />)
}
