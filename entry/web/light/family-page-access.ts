import type { LoadPhonePage } from '#packages/web/core/module.ts'
import { isKnownApplication } from '../application-names.ts'
import { pageTable } from '../tables/pages.gen.ts'
import type { PageRow } from '../tables/rows.ts'
import { studentHome } from '#packages/web/core/user-homes.ts'
import { homeRedirect } from '#packages/web/light/home-redirect.ts'
import { phonePages } from './phone-modules.ts'

type Page = Awaited<ReturnType<LoadPhonePage>>

/** Paths that belong to the staff shell and to no module. */
const frame = /^\/(?:$|application$|dataCentre$|(?:staffMain|personal|topMenu|puMain|icon|redirect)(?:\/|$))/

/**
 * Handles a pupil or guardian at an address that is not a family page. A page that its manifest opens to students is
 * shown if it has a phone version; other existing pages redirect home, which shows the reason, and unknown addresses
 * go to /404.
 */
export async function openPageForFamily(
  path: string,
  load: LoadPhonePage | undefined,
  table: readonly Pick<PageRow, 'url' | 'studentAllowed'>[] = pageTable,
): Promise<Page> {
  const page = table.find(({ url }) => path === url || path.startsWith(`${url}/`))
  if (page?.studentAllowed && load) return load()
  if (page || frame.test(path) || isKnownApplication(path)) {
    history.replaceState(homeRedirect, '', studentHome)
    return phonePages[studentHome]!()
  }
  history.replaceState(null, '', '/404')
  return import('./not-found.tsx')
}
