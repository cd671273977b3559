import { createRoot } from 'react-dom/client'
import '#packages/web/core/base.css'
import { writeTokens } from '#packages/web/core/tokens.ts'
import { findPage } from './pages.ts'

/** The root without antd: sign-in, public pages, phones, families. */
export async function start(element: HTMLElement) {
  writeTokens(document.documentElement)
  const { default: Page } = await findPage(location.pathname)()
  createRoot(element).render(<Page />)
}
