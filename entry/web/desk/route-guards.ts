import { redirect, redirectDocument, replace, type LoaderFunctionArgs } from 'react-router'
import { getOutsideToken } from '#packages/web/core/outside-paths.ts'
import { toSafePath } from '#packages/web/core/safe-path.ts'
import { useSession } from '#packages/web/core/session.ts'
import { isPhoneWidth } from '#packages/web/desk/use-phone.ts'
import { isKnownApplication } from '../application-names.ts'
import { isInClosedApplication } from '../closed-applications.ts'
import { chooseRoot } from '../choose-root.ts'
import { prefersDesk, staffHome } from '#packages/web/core/user-homes.ts'
import { loadMenu, queryClient, reloadMenu } from './menu.ts'
import { buildMenu } from './menu-routes.ts'
import type { DeskPage } from './web-modules.ts'
import { boardPage, findPage } from './page-list.ts'
import { preloadPage } from './page-components.ts'
import { splitPersonalNumbers } from './page-tags/personal-numbers.ts'
import { changeTags } from './page-tags/tag-store.ts'
import { restartPage } from './page-tags/page-tags.ts'
import { ownUrls } from './shell-urls.ts'

/** Redirects without leaving an entry in the history that would redirect again. */
export function redirectAway(request: Request, to: string) {
  // On a first load, and on the browser's back button, the address is already in the history.
  return request.url === location.href.replace(/#.*$/, '') ? replace(to) : redirect(to)
}

/** The routes of the signed-in user, generated once per visit. */
export async function loadShell() {
  const { modules, permissions, closedApplications } = await loadMenu()
  return { modules, permissions, closedApplications, menu: buildMenu(modules) }
}

/** Loads a page after checking its permission. */
export async function loadPage(page: DeskPage, { request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  // The number is in a typed address or an old link: it is removed before the address is stored anywhere.
  const { query, numbers } = splitPersonalNumbers(new URLSearchParams(search))
  if (numbers) return redirectAway(request, query ? `${pathname}?${query}` : pathname)
  const [access] = await Promise.all([loadMenu(), preloadPage(page)])
  if (mayOpenPage(page, access)) return null
  // The permission may have been granted after the menu was loaded: then the document is reloaded.
  if (mayOpenPage(page, await reloadMenu())) return redirectDocument(pathname + search)
  return redirectAway(request, getNoPermissionUrl(pathname + search))
}

function mayOpenPage(
  { url, permission: { code } }: Pick<DeskPage, 'url' | 'permission'>,
  { permissions, closedApplications }: Awaited<ReturnType<typeof loadMenu>>,
) {
  return (code === 'staff' || permissions.includes(code)) && !isInClosedApplication(url, closedApplications)
}

const getNoPermissionUrl = (path: string) => `/401?redirect=${encodeURIComponent(path)}`

/** The board, or on a phone the home of the light root; without a board the first page of the menu, or the contacts. */
export async function redirectHome({ request }: LoaderFunctionArgs) {
  if (isPhoneWidth(window.innerWidth)) return redirectDocument(staffHome)
  if (boardPage) return redirectAway(request, '/dataCentre')
  const { modules } = await loadMenu()
  const first = modules.flatMap(({ children }) => children).find(({ url }) => findPage(url))
  return redirectAway(request, first?.url ?? ownUrls.frontPage)
}

/** One of the 49 applications that is not available yet shows that; any other name is a 404. */
export const loadApplication = ({ request }: LoaderFunctionArgs) =>
  isKnownApplication(new URL(request.url).pathname) ? null : redirectAway(request, '/404')

export const redirectStudentMain = ({ request }: LoaderFunctionArgs) =>
  redirectAway(request, getNoPermissionUrl(new URL(request.url).pathname))

/** /redirect/{path}: the same page from its initial state, with its query and an empty cache. */
export async function redirectFresh({ request, params }: LoaderFunctionArgs) {
  const path = toSafePath(`/${params['*'] ?? ''}`)
  const page = findPage(path)
  if (page) {
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'menu', refetchType: 'none' })
    changeTags((before) => restartPage(before, page.url))
  }
  return replace(path + new URL(request.url).search)
}

/** An address that the shell does not have: it belongs to the other root, or to nothing. */
export function redirectUnknown({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const { token, user } = useSession.getState()
  const tokens = { developerToken: getOutsideToken('developer'), adminToken: getOutsideToken('platform') }
  const isPhone = isPhoneWidth(window.innerWidth)
  const visit = { pathname, search, token, userType: user?.userType, hasFirstStep: false, ...tokens }
  const { root, address } = chooseRoot({ ...visit, isPhone, prefersDesk: prefersDesk() })
  if (root !== 'desk') return redirectDocument(address ?? pathname + search)
  return redirectAway(request, '/404')
}
