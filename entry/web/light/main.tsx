import { createRoot } from 'react-dom/client'
import '#packages/web/core/base.css'
import { watchAppearance } from '#packages/web/core/appearance.ts'
import { watchClientErrors } from '#packages/web/core/client-errors.ts'
import { useSession } from '#packages/web/core/session.ts'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import { PhoneCardsContext, SignInModulesContext } from '#packages/web/light/module-parts.ts'
import { SiteFootContext } from '#packages/web/light/public-page/site-foot-context.ts'
import { isFamily, studentHome } from '#packages/web/core/user-homes.ts'
import { findPage } from './pages.ts'
import { phoneCards } from './phone-card-list.ts'
import { loadSignInModules } from './phone-modules.ts'
import { StaffPage } from './staff/staff-page.tsx'

const SiteFoot = lazyComponent(() => import('./site/site-foot.tsx').then((loaded) => loaded.SiteFoot), {
  hideOnError: true,
})

/** The root without antd: sign-in, public pages, phones, families. */
export async function start(element: HTMLElement) {
  if (import.meta.env.PROD) watchClientErrors()
  watchAppearance()
  const userType = useSession.getState().user?.userType
  if (['/', '/studentMain'].includes(location.pathname) && isFamily(userType))
    history.replaceState(null, '', studentHome)
  const { load, params, permission } = findPage(location.pathname, userType)
  const { default: Page } = await load()
  const page = <Page params={params} />
  createRoot(element).render(
    <SiteFootContext value={<SiteFoot />}>
      <PhoneCardsContext value={phoneCards}>
        <SignInModulesContext value={loadSignInModules}>
          {permission === undefined ? page : <StaffPage permission={permission}>{page}</StaffPage>}
        </SignInModulesContext>
      </PhoneCardsContext>
    </SiteFootContext>,
  )
}
