import { redirect, redirectDocument, replace, type LoaderFunctionArgs } from 'react-router'
import { toSafePath } from '#packages/web/core/safe-path.ts'
import { useSession } from '#packages/web/core/session.ts'
import { isPhoneWidth } from '#packages/web/desk/use-phone.ts'
import { isKnownApplication } from '../application-names.ts'
import { chooseRoot } from '../choose-root.ts'
import { staffHome } from '../user-homes.ts'
import { loadMenu, queryClient, reloadMenu } from './menu.ts'
import { buildMenu } from './menu-routes.ts'
import type { DeskPage } from './web-modules.ts'
import { boardPage, findPage } from './page-list.ts'
import { preloadPage } from './page-components.ts'
import { splitPersonalNumbers } from './tags/personal-numbers.ts'
import { changeTags } from './tags/tag-store.ts'
import { restartPage } from './tags/tags.ts'
import { ownUrls } from './shell-urls.ts'

/** Elsewhere, without leaving an address behind that would only lead here again. */
export function redirectAway(request: Request, to: string) {
  // On a first load, and on the browser's back, the address is already in the history.
  return request.url === location.href.replace(/#.*$/, '') ? replace(to) : redirect(to)
}

/** The routes of whoever is signed in, made once a visit. */
export async function loadShell() {
  const { modules, permissions } = await loadMenu()
  return { modules, permissions, menu: buildMenu(modules) }
}

/** A page and the right to it. */
export async function loadPage(page: DeskPage, { request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  // Written by hand, or in an old link: it goes before anything remembers the address.
  const { query, numbers } = splitPersonalNumbers(new URLSearchParams(search))
  if (numbers) return redirectAway(request, query ? `${pathname}?${query}` : pathname)
  const [{ permissions }] = await Promise.all([loadMenu(), preloadPage(page)])
  const { code } = page.permission
  if (code === 'staff' || permissions.includes(code)) return null
  // It may have been given since the menu was read: then everything is drawn anew with it.
  const now = await reloadMenu()
  if (now.permissions.includes(code)) return redirectDocument(pathname + search)
  return redirectAway(request, getNoPermissionUrl(pathname + search))
}

const getNoPermissionUrl = (path: string) => `/401?redirect=${encodeURIComponent(path)}`

/** The board, or on a phone the home of the other root; while there is none, the first page of the menu, or whom to ask. */
export async function redirectHome({ request }: LoaderFunctionArgs) {
  if (isPhoneWidth(window.innerWidth)) return redirectDocument(staffHome)
  if (boardPage) return redirectAway(request, '/dataCentre')
  const { modules } = await loadMenu()
  const first = modules.flatMap(({ children }) => children).find(({ url }) => findPage(url))
  return redirectAway(request, first?.url ?? ownUrls.frontPage)
}

/** One of the 49 that is not there yet says so; any other name is a slip of the pen. */
export const loadApplication = ({ request }: LoaderFunctionArgs) =>
  isKnownApplication(new URL(request.url).pathname) ? null : redirectAway(request, '/404')

export const redirectStudentMain = ({ request }: LoaderFunctionArgs) =>
  redirectAway(request, getNoPermissionUrl(new URL(request.url).pathname))

/** /redirect/{path}: the same page from its beginning, with its query, and with nothing that was read before. */
export async function redirectFresh({ request, params }: LoaderFunctionArgs) {
  const path = toSafePath(`/${params['*'] ?? ''}`)
  const page = findPage(path)
  if (page) {
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'menu', refetchType: 'none' })
    changeTags((before) => restartPage(before, page.url))
  }
  return replace(path + new URL(request.url).search)
}

/** An address that is none of the shell's: of the other root, or of nobody. */
export function redirectUnknown({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const { token, user } = useSession.getState()
  const developerToken = localStorage.getItem('developerToken') ?? ''
  const isPhone = isPhoneWidth(window.innerWidth)
  const visit = { pathname, search, token, userType: user?.userType, hasFirstStep: false, developerToken, isPhone }
  const { root, address } = chooseRoot(visit)
  if (root === 'light') return redirectDocument(address ?? pathname + search)
  return redirectAway(request, '/404')
}
