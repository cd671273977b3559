import { createRoot } from 'react-dom/client'
import '#packages/web/core/base.css'
import { isBigText } from '#packages/web/core/big-text.ts'
import { watchErrors } from '#packages/web/core/error-list.ts'
import { useSession } from '#packages/web/core/session.ts'
import { writeTokens } from '#packages/web/core/tokens.ts'
import { late } from '#packages/web/light/late.tsx'
import { SiteFootContext } from '#packages/web/light/public-page/site-foot-context.ts'
import { isFamily, studentHome } from '../who.ts'
import { findPage } from './pages.ts'

const SiteFoot = late(() => import('./site/site-foot.tsx').then((loaded) => loaded.SiteFoot), { isQuiet: true })

/** The root without antd: sign-in, public pages, phones, families. */
export async function start(element: HTMLElement) {
  if (import.meta.env.PROD) watchErrors()
  writeTokens(document.documentElement, isBigText())
  const userType = useSession.getState().user?.userType
  if (['/', '/studentMain'].includes(location.pathname) && isFamily(userType))
    history.replaceState(null, '', studentHome)
  const { load, params } = findPage(location.pathname, userType)
  const { default: Page } = await load()
  createRoot(element).render(
    <SiteFootContext value={<SiteFoot />}>
      <Page params={params} />
    </SiteFootContext>,
  )
}
